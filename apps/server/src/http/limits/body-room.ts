import type { FastifyReply, FastifyRequest } from 'fastify';

/** There is no space for another body of the account that sends it. */
export class NoRoomForBody extends Error {}

/** The bytes of a request's body for which space is reserved. */
export interface HeldBody {
  /**
   * Keeps the space reserved until `work` has ended, even if the sender has disconnected. Rejects as `work`
   * does.
   */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** Reserves space for a body until its response is sent; null if there is no space. */
export type BodyRoom = (userId: number, bytes: number, reply: FastifyReply) => HeldBody | null;

/**
 * Limits the bytes of request bodies of each account that are arriving, waiting or being processed in the
 * memory of this node. A single body always has space, however large. `onRefused` is called for each
 * refusal.
 */
export function createBodyRoom(ports: {
  readonly mostBytes: number;
  readonly onRefused: () => void;
}): BodyRoom {
  const byUser = new Map<number, number>();
  return (userId, bytes, reply) => {
    const held = byUser.get(userId) ?? 0;
    if (held > 0 && held + bytes > ports.mostBytes) {
      ports.onRefused();
      return null;
    }
    byUser.set(userId, held + bytes);
    const holders = new Set<object>([reply]);
    const leave = (holder: object): void => {
      if (!holders.delete(holder) || holders.size > 0) return;
      const left = (byUser.get(userId) ?? 0) - bytes;
      if (left > 0) byUser.set(userId, left);
      else byUser.delete(userId);
    };
    // The connection closed without a response because the client disconnected.
    for (const end of ['finish', 'close'] as const) reply.raw.once(end, () => leave(reply));
    return {
      async during(work) {
        const holder = {};
        holders.add(holder);
        try {
          return await work();
        } finally {
          leave(holder);
        }
      },
    };
  };
}

/**
 * How many bytes a body may have: as many as its route accepts, if the request does not state the decoded
 * size.
 */
export function bytesOfBody({ headers }: FastifyRequest, bodyLimit: number): number {
  const length = headers['content-length'];
  if (length === undefined) return headers['transfer-encoding'] === undefined ? 0 : bodyLimit;
  return headers['content-encoding'] === undefined ? Number(length) : bodyLimit;
}
