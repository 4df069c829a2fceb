import { wireError } from '@foray/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from './address-groups.ts';
import type { RefusalBound } from './refusal-bounds.ts';

/** The time that an answer may take to be read. */
export interface WritingLimits {
  /** Nobody takes a byte of it. */
  readonly stalledMs: number;
  /** It is read whole by then, however slowly. */
  readonly readMs: number;
}

const standardWriting: WritingLimits = { stalledMs: 30_000, readMs: 120_000 };

/**
 * Ends the connection of an answer that nobody reads: where nothing of it is taken for 30 s, or it is not read whole 120 s
 * after it was made. A stream of events has no end, and is given up by the first alone.
 */
export function limitWriting(response: ServerResponse, limits = standardWriting): void {
  response.setTimeout(limits.stalledMs, () => {
    const { socket } = response;
    // The server may still be working on it.
    if (socket !== null && socket.writableLength > 0) socket.destroy();
  });
  response.once('prefinish', () => {
    const { socket } = response;
    const late = setTimeout(() => socket?.destroy(), limits.readMs).unref();
    for (const end of ['finish', 'close'] as const) response.once(end, () => clearTimeout(late));
  });
}

/** Requests that a connection may send before the first of them is answered; browsers send one. */
const mostPipelined = 16;
const waiting = new WeakMap<Socket, number>();

/** Counts a request of a connection until it is answered. False if too many wait there already. */
export function isInTurn(socket: Socket, response: ServerResponse): boolean {
  const before = waiting.get(socket) ?? 0;
  waiting.set(socket, before + 1);
  response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  return before < mostPipelined;
}

/**
 * Holds the bytes of each answer of the API for its account and its address until it is sent. Beyond the room of either
 * the answer is 429 `rate_limited` in its place: what was asked may have been done, and is answered by its key. The
 * only answer of an account always has room.
 */
export function boundUnreadAnswers(
  app: FastifyInstance,
  ports: {
    readonly accountBytes: number;
    readonly addressBytes: number;
    readonly onRefused: (bound: RefusalBound) => void;
  },
): void {
  const held = new Map<string, number>();
  const add = (holder: string, bytes: number): void => {
    const now = (held.get(holder) ?? 0) + bytes;
    if (now > 0) held.set(holder, now);
    else held.delete(holder);
  };
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const bytes = Buffer.byteLength(payload);
    if (!(request.routeOptions.url ?? '').startsWith('/api/') || bytes < 1_000) return payload;
    const { session } = request;
    const bounds = [
      ['address bytes out', `address ${addressGroup(request.ip)}`, ports.addressBytes],
      ...(session === null
        ? []
        : [['account bytes out', `account ${session.userId}`, ports.accountBytes] as const]),
    ] as const;
    for (const [bound, holder, most] of bounds) {
      const before = held.get(holder) ?? 0;
      if (before === 0 || before + bytes <= most) continue;
      ports.onRefused(bound);
      return refused(reply);
    }
    for (const [, holder] of bounds) add(holder, bytes);
    let isHeld = true;
    for (const end of ['finish', 'close'] as const) {
      reply.raw.once(end, () => {
        if (isHeld) for (const [, holder] of bounds) add(holder, -bytes);
        isHeld = false;
      });
    }
    return payload;
  });
}

function refused(reply: FastifyReply): string {
  reply.errorCode = 'rate_limited';
  reply.code(429).header('retry-after', '10').removeHeader('etag').removeHeader('content-length');
  return JSON.stringify({ error: wireError('rate_limited') });
}
