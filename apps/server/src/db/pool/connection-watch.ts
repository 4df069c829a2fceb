import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseAddress } from './address.ts';

const lookEveryMs = 1_000;
/** A connection that has not answered for this long is examined. */
const suspectMs = 6_000;
/** How long a fresh connection may take to connect and answer: a long time, for an overloaded machine. */
const probeMs = 6_000;
/** Answers that were in transit during an examination have arrived after this time. */
const settleMs = 500;
/** A hanging connection is ended after this time at most. */
export const hangNoticedMs = suspectMs + lookEveryMs + probeMs + settleMs;
/** A pool that has answered nothing for this long is compared with a fresh connection. */
const defaultStuckMs = 60_000;

/** The length by which statements are recognised: PostgreSQL keeps at least this much of each. */
const keptLength = 90;

const ping = 'select 1';

/** A connection of the pool, and its unanswered statements. */
interface Watched {
  readonly client: pg.PoolClient;
  /** The statements without an answer, in order. */
  readonly owed: string[];
  /** When the first of them became the next to be answered. */
  sinceMs: number;
  isInUse: boolean;
}

/** The result on a fresh connection: the beginnings of running statements, a refusal, or silence. */
type Finding = ReadonlySet<string> | 'refused' | 'silent';

/** The options of a watch. */
export interface WatchOptions {
  readonly pool: pg.Pool;
  readonly address: DatabaseAddress;
  /** The address past a pooler, which may delay an examination. */
  readonly directAddress: DatabaseAddress;
  /** For tests. */
  readonly stuckMs?: number;
  /** Called with the time of each statement, not counting those before it on its connection. */
  readonly onAnswered: (text: string, ms: number) => void;
}

/**
 * Ends connections that hang without closing (decision 0130): a statement has had no answer for 6 s, and
 * the database, asked over a fresh connection, does not run it or does not answer either. Then unused
 * connections of the pool are ended too, because they mostly took the same route. A running statement is
 * left alone, however slow it is.
 */
export class ConnectionWatch {
  readonly #options: WatchOptions;
  readonly #watched = new Map<pg.PoolClient, Watched>();
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;
  #answeredMs = performance.now();
  #isStuck = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    const { pool } = options;
    pool.on('connect', (client) => {
      this.#watched.set(client, { client, owed: [], sinceMs: 0, isInUse: false });
    });
    pool.on('acquire', (client) => this.#setInUse(client, true));
    pool.on('release', (_error, client) => this.#setInUse(client, false));
    pool.on('remove', (client) => this.#watched.delete(client));
    this.#timer = setInterval(() => void this.#lookOnce(), lookEveryMs).unref();
  }

  /**
   * Whether only a restart helps: the pool has answered nothing for a minute, while a fresh connection gets
   * answers.
   */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  /** Sends a statement on a connection, and watches it until its answer. */
  async ask<T>(client: pg.PoolClient, text: string, send: () => Promise<T>): Promise<T> {
    const watched = this.#watched.get(client);
    if (watched?.owed.length === 0) watched.sinceMs = performance.now();
    watched?.owed.push(text);
    try {
      const answer = await send();
      this.#answeredMs = performance.now();
      return answer;
    } catch (error) {
      if (error instanceof pg.DatabaseError) this.#answeredMs = performance.now();
      throw error;
    } finally {
      if (watched !== undefined) {
        const nowMs = performance.now();
        this.#options.onAnswered(text, nowMs - watched.sinceMs);
        watched.owed.shift();
        watched.sinceMs = nowMs;
      }
    }
  }

  /** Stops watching. */
  stop(): void {
    clearInterval(this.#timer);
  }

  #setInUse(client: pg.PoolClient, isInUse: boolean): void {
    const watched = this.#watched.get(client);
    if (watched !== undefined) watched.isInUse = isInUse;
  }

  async #lookOnce(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#endDead();
      await this.#compare();
    } finally {
      this.#isLooking = false;
    }
  }

  async #compare(): Promise<void> {
    const { address, stuckMs = defaultStuckMs } = this.#options;
    if (performance.now() - this.#answeredMs < stuckMs) {
      this.#isStuck = false;
      return;
    }
    // There may be no statement to wait for.
    const own = this.#askPool().catch(() => undefined);
    await Promise.race([own, delay(probeMs, undefined, { ref: false })]);
    const isAnswered = performance.now() - this.#answeredMs < stuckMs;
    this.#isStuck = !isAnswered && typeof (await runningAt(address)) === 'object';
  }

  async #askPool(): Promise<void> {
    const client = await this.#options.pool.connect();
    try {
      await this.ask(client, ping, () => client.query(ping));
    } finally {
      client.release();
    }
  }

  async #endDead(): Promise<void> {
    const lateMs = performance.now() - suspectMs;
    const late = [...this.#watched.values()].flatMap((watched) => {
      const { owed, sinceMs } = watched;
      const [text] = owed;
      return text === undefined || sinceMs > lateMs ? [] : [{ watched, text, sinceMs }];
    });
    if (late.length === 0) return;
    const running = await runningAt(this.#options.directAddress);
    if (running === 'refused') return;
    // Answers that arrived while this process was busy are read first.
    await delay(settleMs, undefined, { ref: false });
    const dead = late.filter(
      ({ watched, text, sinceMs }) =>
        (running === 'silent' || !running.has(beginningOf(text))) &&
        watched.owed.length > 0 &&
        watched.sinceMs === sinceMs,
    );
    if (dead.length === 0) return;
    const unused = [...this.#watched.values()].filter(({ isInUse }) => !isInUse);
    for (const { client } of [...dead.map(({ watched }) => watched), ...unused]) {
      client.connection.stream.destroy();
    }
  }
}

function beginningOf(text: string): string {
  return text.slice(0, keptLength);
}

/**
 * The statements of this role that the database has been running for a second or more, read on a fresh
 * connection.
 */
async function runningAt(address: DatabaseAddress): Promise<Finding> {
  const client = new pg.Client({
    ...address,
    application_name: 'foray watch',
  });
  client.on('error', () => undefined);
  const deadline = setTimeout(() => client.connection.stream.destroy(), probeMs).unref();
  try {
    await client.connect();
    const { rows } = await client.query<{ text: string }>(
      `select left(query, ${keptLength}) as text from pg_stat_activity
       where datname = current_database() and usename = current_user and state = 'active'
         and query_start < statement_timestamp() - interval '1 s'`,
    );
    return new Set(rows.map(({ text }) => text));
  } catch (error) {
    return error instanceof pg.DatabaseError ? 'refused' : 'silent';
  } finally {
    clearTimeout(deadline);
    client.connection.stream.destroy();
  }
}
