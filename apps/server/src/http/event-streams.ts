import type { FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';

const heartbeatMs = 25_000;
const maxStreamsPerUser = 20;
/** A listener that was cut off waits at least this long before it connects again. */
const minRetryMs = 1_000;
/** Beyond that the listeners of a node are spread over this long, and longer for each beyond many. */
const minSpreadMs = 9_000;
const spreadPerStreamMs = 4;
const maxSpreadMs = 60_000;

export type EventStreams = ReturnType<typeof createEventStreams>;

/**
 * The open server-sent event streams of this node, by user. They carry one event, `newer`, without any content (sync.md, section 2). Each learns by
 * `retry:` how long to wait before it connects again, when it opens, at each heartbeat and when it is
 * ended: a time of its own from `random` (in [0, 1)), so that the listeners of a node that restarts
 * come back one after the other, at most 250 a second up to 15,000 of them.
 */
export function createEventStreams(random: () => number) {
  const byUser = new Map<number, Set<ServerResponse>>();
  let count = 0;
  const retry = (listeners = count): string => {
    const spreadMs = Math.min(maxSpreadMs, Math.max(minSpreadMs, listeners * spreadPerStreamMs));
    return `retry: ${Math.floor(minRetryMs + random() * spreadMs)}\n`;
  };
  return {
    /**
     * Turns a reply into a stream; `stillSignedIn` is asked at every heartbeat, and false ends it. False
     * if the user has too many open.
     */
    open(reply: FastifyReply, userId: number, stillSignedIn: () => Promise<boolean>): boolean {
      const streams = byUser.get(userId) ?? new Set();
      if (streams.size >= maxStreamsPerUser) return false;
      byUser.set(userId, streams);
      reply.hijack();
      const { raw } = reply;
      streams.add(raw);
      count += 1;
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) raw.setHeader(name, value);
      }
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      raw.write(`: open\n${retry()}\n`);
      const heartbeat = setInterval(() => {
        stillSignedIn().then(
          (is) => (is ? raw.write(`: still here\n${retry()}\n`) : raw.end()),
          () => raw.end(),
        );
      }, heartbeatMs);
      heartbeat.unref();
      raw.on('close', () => {
        clearInterval(heartbeat);
        streams.delete(raw);
        count -= 1;
        if (streams.size === 0 && byUser.get(userId) === streams) byUser.delete(userId);
      });
      return true;
    },
    /** Sends `newer` to these users: there is something to pull. */
    notify(userIds: readonly number[]): void {
      for (const userId of userIds) {
        for (const stream of byUser.get(userId) ?? []) stream.write('event: newer\ndata: {}\n\n');
      }
    },
    /** Ends every stream. */
    closeAll(): void {
      const listeners = count;
      for (const streams of byUser.values()) {
        for (const stream of streams) stream.end(`${retry(listeners)}\n`);
      }
    },
  };
}
