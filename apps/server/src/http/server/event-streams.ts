import type { Heartbeat, Newer } from '@foray/contract';
import type { FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { RaisedFor } from '../../db/account/raised-limits.ts';
import type { SessionRef } from '../../db/account/session-reads.ts';

const heartbeatMs = 25_000;
/** A listener that was cut off waits at least this long before it reconnects. */
const minRetryMs = 1_000;
/** In addition, the listeners of a node are spread over this time, and over more time if there are many. */
const minSpreadMs = 9_000;
const spreadPerStreamMs = 4;
const maxSpreadMs = 60_000;

/** The event `newer`, with the place of the feed if it is known. */
const newer = (place: Newer | null) => `event: newer\ndata: ${JSON.stringify(place ?? {})}\n\n`;

/** An open stream, and its session. */
interface Stream {
  readonly raw: ServerResponse;
  readonly session: SessionRef;
  /** The head of its user's feed at the last heartbeat; null before the first. */
  head: number | null;
}

/** The session of a stream, and the limits that were raised for its account. */
type StreamSession = SessionRef & { readonly raised?: RaisedFor };

/** The ports of the streams. */
export interface EventStreamPorts {
  /** The positions of the feeds of these sessions' users, by session; ended sessions are missing. */
  readonly heartbeats: (sessionIds: readonly number[]) => Promise<ReadonlyMap<number, Heartbeat>>;
  /** Called with each place of a user's feed before their streams are told. */
  readonly onPlace?: (userId: number, place: Newer | null) => void;
  /** In [0, 1). */
  readonly random: () => number;
  /** How many a user may have open at once. */
  readonly mostPerUser: number;
}

export type EventStreams = ReturnType<typeof createEventStreams>;

/**
 * The open server-sent event streams of this node, by user. They carry `newer`, with no more than the place of
 * the user's feed, and `heartbeat`, the position of the user's feed (sync.md, section 2): every 25 s to all of them, from one
 * read, which also ends streams of ended sessions. `retry:` tells each stream how long to wait before it
 * reconnects: when it opens, at each heartbeat and when it is ended. The times differ, so that the
 * listeners of a restarted node come back one after the other, at most 250 a second for up to 15,000 of
 * them.
 */
export function createEventStreams(ports: EventStreamPorts) {
  const { heartbeats, onPlace, random, mostPerUser } = ports;
  const byUser = new Map<number, Set<Stream>>();
  let count = 0;
  const retry = (listeners = count): string => {
    const spreadMs = Math.min(maxSpreadMs, Math.max(minSpreadMs, listeners * spreadPerStreamMs));
    return `retry: ${Math.floor(minRetryMs + random() * spreadMs)}\n`;
  };
  const all = (): readonly Stream[] => [...byUser.values()].flatMap((streams) => [...streams]);

  async function beat(isCatchingUp = false): Promise<void> {
    const open = all();
    if (open.length === 0) return;
    const ids = new Set(open.map(({ session }) => session.id));
    // While the database is unavailable no positions are known, and nothing is sent.
    const found = await heartbeats([...ids]).catch(() => null);
    for (const stream of open) {
      const { raw, session } = stream;
      if (raw.writableEnded || raw.destroyed) continue;
      const heartbeat = found?.get(session.id);
      if (found === null) raw.write(`: still here\n${retry()}\n`);
      else if (heartbeat === undefined) raw.end();
      else {
        onPlace?.(session.userId, heartbeat);
        raw.write(`event: heartbeat\ndata: ${JSON.stringify(heartbeat)}\n${retry()}\n`);
        if (isCatchingUp && stream.head !== heartbeat.head) raw.write(newer(null));
        stream.head = heartbeat.head;
      }
    }
  }

  /** Ends those streams of the user whose session has ended, without waiting for the next heartbeat. */
  async function endOver(userId: number): Promise<void> {
    const open = [...(byUser.get(userId) ?? [])];
    if (open.length === 0) return;
    const found = await heartbeats(open.map(({ session }) => session.id)).catch(() => null);
    for (const { raw, session } of open) {
      if (found !== null && !found.has(session.id)) raw.end();
    }
  }

  let beating: Promise<void> | null = null;
  const timer = setInterval(() => {
    beating ??= beat().finally(() => void (beating = null));
  }, heartbeatMs).unref();

  return {
    /** The number of open streams. */
    count: () => count,
    /** Turns a reply into a stream. False if the user has too many open. */
    open(reply: FastifyReply, session: StreamSession): boolean {
      const { userId } = session;
      const streams = byUser.get(userId) ?? new Set();
      if (streams.size >= Math.max(mostPerUser, session.raised?.streams ?? 0)) return false;
      byUser.set(userId, streams);
      reply.hijack();
      const { raw } = reply;
      const stream: Stream = { raw, session, head: null };
      streams.add(stream);
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
      raw.on('close', () => {
        streams.delete(stream);
        count -= 1;
        if (streams.size === 0 && byUser.get(userId) === streams) byUser.delete(userId);
      });
      return true;
    },
    /**
     * Sends `newer` to a user: there are changes to pull, up to `place`. Without a place sessions may have
     * ended, and their streams end.
     */
    notify(userId: number, place: Newer | null): void {
      onPlace?.(userId, place);
      for (const { raw } of byUser.get(userId) ?? []) {
        if (!raw.writableEnded) raw.write(newer(place));
      }
      if (place === null) void endOver(userId);
    },
    endOver,
    /**
     * Sends `newer` to streams whose user's feed has moved since the last heartbeat, because the
     * announcement was missed.
     */
    async catchUp(): Promise<void> {
      await beating;
      await beat(true);
    },
    /** Ends every stream, and the heartbeats. */
    closeAll(): void {
      clearInterval(timer);
      const listeners = count;
      for (const { raw } of all()) {
        if (!raw.writableEnded) raw.end(`${retry(listeners)}\n`);
      }
    },
  };
}
