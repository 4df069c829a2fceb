import type { FastifyReply, FastifyRequest } from 'fastify';

/** There is no room for one more body of the account that sends it. */
export class NoRoomForBody extends Error {}

/** The bytes of a request's body, for which there is room. */
export interface HeldBody {
  /** Keeps the room until `work` has ended, even if who sent the body is gone. Rejects as `work` does. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** Holds the bytes of a body for as long as its answer is not sent; null if there is no room. */
export type BodyRoom = (userId: number, bytes: number, reply: FastifyReply) => HeldBody | null;

/**
 * Room for so many bytes of request bodies of each account, that arrive, wait or are worked on, in the memory of this
 * node. A body has room if it is the only one, however little room there is. `onRefused` hears of each refusal.
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
    // Closed without an answer if who asked is gone.
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

/** How many bytes a body may have: as many as its route takes, if the request does not say how many come out of it. */
export function bytesOfBody({ headers }: FastifyRequest, bodyLimit: number): number {
  const length = headers['content-length'];
  if (length === undefined) return headers['transfer-encoding'] === undefined ? 0 : bodyLimit;
  return headers['content-encoding'] === undefined ? Number(length) : bodyLimit;
}
