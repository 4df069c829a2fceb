import type { FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';

const heartbeatMs = 25_000;
const maxStreamsPerUser = 20;

/** The open server-sent event streams of this node, by user. */
export interface EventStreams {
  /**
   * Turns a reply into a stream; `stillSignedIn` is asked at every heartbeat, and false ends it. False
   * if the user has too many open.
   */
  open(reply: FastifyReply, userId: number, stillSignedIn: () => Promise<boolean>): boolean;
  /** Tells users that there is something newer to fetch. */
  tell(userIds: readonly number[]): void;
  /** Ends every stream. */
  closeAll(): void;
}

/** Streams that carry one event, `newer`, without any content (sync.md, section 2). */
export function createEventStreams(): EventStreams {
  const byUser = new Map<number, Set<ServerResponse>>();
  return {
    open(reply, userId, stillSignedIn) {
      const streams = byUser.get(userId) ?? new Set();
      if (streams.size >= maxStreamsPerUser) return false;
      byUser.set(userId, streams);
      reply.hijack();
      const { raw } = reply;
      streams.add(raw);
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) raw.setHeader(name, value);
      }
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      raw.write(': open\n\n');
      const heartbeat = setInterval(() => {
        stillSignedIn().then(
          (is) => (is ? raw.write(': still here\n\n') : raw.end()),
          () => raw.end(),
        );
      }, heartbeatMs);
      heartbeat.unref();
      raw.on('close', () => {
        clearInterval(heartbeat);
        streams.delete(raw);
        if (streams.size === 0 && byUser.get(userId) === streams) byUser.delete(userId);
      });
      return true;
    },
    tell(userIds) {
      for (const userId of userIds) {
        for (const stream of byUser.get(userId) ?? []) stream.write('event: newer\ndata: {}\n\n');
      }
    },
    closeAll() {
      for (const streams of byUser.values()) for (const stream of streams) stream.end();
    },
  };
}
