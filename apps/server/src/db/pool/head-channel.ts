import type { Newer } from '@foray/contract';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { keepAliveMs } from './address.ts';
import type { DatabaseAddress } from './address.ts';
import type { Connection } from '../tables/schema.ts';
import type { Database } from './database.ts';

const channel = 'foray_heads';
const coalesceMs = 50;
/** The number of users that fit into 4,000 bytes with the longest ids, heads and runs; PostgreSQL takes 8,000. */
const maxUsersPerNotice = 50;
const retryMs = 2_000;
/** How often the node announces something to itself. */
const beatMs = 2_000;
/** A node that has received no beat for this long listens on a new connection. */
const deafMs = 8_000;
/** After a LISTEN hangs, listening begins again after this time at most. */
export const listeningAgainMs = deafMs + beatMs + retryMs;
/** How long a new connection may take to connect and begin listening. */
const patienceMs = 5_000;

/** The options of a channel. */
export interface HeadChannelOptions {
  readonly database: Database;
  /** The address past a pooler: listening needs its own session. */
  readonly address: DatabaseAddress;
  readonly streams: {
    /** Called with a user whose head has moved, and its place; null if the announcing node did not say. */
    notify(userId: number, place: Newer | null): void;
    /** Called when it listens again, after a time in which it may have missed announcements. */
    catchUp(): Promise<void>;
  };
  /** Called with the time from when a beat was due until it was received. */
  readonly onBeat?: (ms: number) => void;
  /** Called for each unexpected end of listening. */
  readonly onLost?: () => void;
}

/**
 * The payloads that announce the places of any number of users: the id of each, and the id with the head and
 * the run (`7,9,7:310:ab12,9:4:ab12`). Nodes of earlier releases read the ids and ignore the rest.
 */
export function payloadsOf(places: ReadonlyMap<number, Newer>): readonly string[] {
  const all = [...places];
  const payloads: string[] = [];
  for (let at = 0; at < all.length; at += maxUsersPerNotice) {
    const some = all.slice(at, at + maxUsersPerNotice);
    const full = some.map(([id, { head, run }]) => `${id}:${head}:${run}`);
    payloads.push([...some.map(([id]) => id), ...full].join(','));
  }
  return payloads;
}

/** Sends a payload of {@link payloadsOf} to every node, once the transaction is committed. */
export async function sendPayload(db: Connection, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

/**
 * Has every node tell the open devices of a user to ask, once the transaction is committed: a device whose
 * session has ended then learns of it.
 */
export function announceTo(db: Connection, userId: number): Promise<void> {
  return sendPayload(db, String(userId));
}

/** The users in a payload of {@link payloadsOf}, or of an earlier release, which names no places. */
export function placesIn(payload: string): ReadonlyMap<number, Newer | null> {
  const places = new Map<number, Newer | null>();
  for (const part of payload.split(',')) {
    const [id = '', head, run] = part.split(':');
    if (id === '' || !Number.isSafeInteger(Number(id))) continue;
    const isPlace = run !== undefined && Number.isSafeInteger(Number(head));
    places.set(Number(id), isPlace ? { run, head: Number(head) } : null);
  }
  return places;
}

/**
 * Announces users whose heads have moved to every node, by LISTEN and NOTIFY (sync.md, section 2). Each
 * node also sends itself a beat, so that a hanging connection is noticed and replaced (decision 0130). An
 * announcement is only a hint: the devices' timers make up for lost ones.
 */
export function openHeadChannel(options: HeadChannelOptions) {
  const { kysely } = options.database;
  const beats = `foray_beats_${randomUUID().replaceAll('-', '')}`;
  const waiting = new Map<number, Newer>();
  let announcing: NodeJS.Timeout | null = null;
  let retrying: NodeJS.Timeout | null = null;
  let client: pg.Client | null = null;
  /** The time of the last beat, or of the start of listening; null while it does not listen. */
  let heardMs: number | null = null;
  let hasGap = false;
  let isClosed = false;

  async function flush(): Promise<void> {
    announcing = null;
    const payloads = payloadsOf(waiting);
    waiting.clear();
    for (const payload of payloads) {
      await sendPayload(kysely, payload);
    }
  }

  const isHearing = (): boolean => heardMs !== null && performance.now() - heardMs < deafMs;

  let beating: Promise<unknown> | null = null;
  const beat = setInterval(() => {
    if (heardMs !== null && !isHearing()) client?.connection.stream.destroy();
    beating ??= sql`select pg_notify(${beats}, ${String(performance.now())})`
      .execute(kysely)
      .catch(() => undefined)
      .finally(() => void (beating = null));
  }, beatMs).unref();

  async function listen(): Promise<void> {
    retrying = null;
    const next = new pg.Client({
      ...options.address,
      application_name: 'foray events',
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    });
    client = next;
    let isLost = false;
    const lose = () => {
      if (isLost || isClosed) return;
      isLost = true;
      options.onLost?.();
      heardMs = null;
      hasGap = true;
      next.connection.stream.destroy();
      retrying = setTimeout(() => void listen(), retryMs);
      retrying.unref();
    };
    next.on('error', lose);
    next.on('end', lose);
    next.on('notification', ({ channel: from, payload }) => {
      if (from === beats) {
        heardMs = performance.now();
        options.onBeat?.(heardMs - Number(payload));
        return;
      }
      for (const [userId, place] of placesIn(payload ?? '')) options.streams.notify(userId, place);
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}; listen ${beats}`);
      heardMs = performance.now();
      if (hasGap) void options.streams.catchUp();
      hasGap = false;
    } catch {
      lose();
    }
  }

  return {
    /** Resolves when listening has begun, or has failed for the first time. */
    opened: listen(),
    /** Whether announcements by other nodes are received. */
    isHearing,
    /** Announces users after a commit; announcements within 50 ms are sent as one. Never throws. */
    announce(places: ReadonlyMap<number, Newer>): void {
      if (isClosed) return;
      for (const [id, place] of places) {
        const known = waiting.get(id);
        if (known?.run !== place.run || known.head < place.head) waiting.set(id, place);
      }
      announcing ??= setTimeout(() => void flush().catch(() => undefined), coalesceMs);
    },
    /** Stops listening and announcing. */
    close(): void {
      isClosed = true;
      clearInterval(beat);
      if (announcing !== null) clearTimeout(announcing);
      if (retrying !== null) clearTimeout(retrying);
      client?.connection.stream.destroy();
    },
  };
}
