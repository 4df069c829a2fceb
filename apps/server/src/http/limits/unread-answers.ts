import { wireError } from '@foray/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from './address-groups.ts';
import type { RefusalBound } from './refusal-bounds.ts';

/** The time that a client may take to read a response. */
export interface WritingLimits {
  /** How long the client may read no byte of it. */
  readonly stalledMs: number;
  /** By when the response must be read completely, however slowly. */
  readonly readMs: number;
}

const standardWriting: WritingLimits = { stalledMs: 30_000, readMs: 120_000 };

/**
 * Ends the connection of a response that nobody reads: if the client reads no byte of it for 30 s, or has
 * not read all of it after 120 s. An event stream has no end, so only the first limit applies to it.
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

/**
 * The number of requests that a connection may send before the first of them is answered; browsers send
 * one.
 */
const mostPipelined = 16;
const waiting = new WeakMap<Socket, number>();

/** Counts a request of a connection until it is answered. False if too many already wait there. */
export function isInTurn(socket: Socket, response: ServerResponse): boolean {
  const before = waiting.get(socket) ?? 0;
  waiting.set(socket, before + 1);
  response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  return before < mostPipelined;
}

/**
 * Counts the bytes of each response of the API for its account and its address until it is sent. If either
 * limit is exceeded the response is replaced by 429 `rate_limited`: the request may have taken effect, and
 * is answered again by its key. The only response of an account always has space.
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
