import pg from 'pg';
import type { ConnectionWatch } from './connection-watch.ts';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';

/** A connection for Kysely that treats each statement in its own way and passes it to the one below. */
export abstract class WrappedClient<
  Client extends PostgresPoolClient,
> implements PostgresPoolClient {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('nothing here reads by a cursor');
    return this.send(text, values);
  }

  release(): void {
    this.client.release();
  }

  protected abstract send<R>(
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<R>>;
}

/**
 * SQLSTATEs of a session that a new one may replace: it may not write, although the database accepts writes
 * again by now, or it no longer knows a statement, or not with these columns.
 */
const spentStates: ReadonlySet<string | undefined> = new Set(['25006', '0A000', '26000']);

/**
 * The wrapper directly above a connection of pg; it watches each statement. A connection with a spent session
 * is given up.
 */
export abstract class LowestClient extends WrappedClient<pg.PoolClient> {
  readonly #watch: ConnectionWatch;
  #isSpent = false;

  constructor(client: pg.PoolClient, watch: ConnectionWatch) {
    super(client);
    this.#watch = watch;
  }

  override release(): void {
    this.client.release(this.#isSpent);
  }

  protected async ask<R>(statement: pg.QueryConfig): Promise<PostgresQueryResult<R>> {
    try {
      return await this.#watch.ask(
        this.client,
        statement.text,
        // Kysely reads a result as pg returns it.
        () => this.client.query(statement) as unknown as Promise<PostgresQueryResult<R>>,
      );
    } catch (error) {
      if (error instanceof pg.DatabaseError && spentStates.has(error.code)) this.#isSpent = true;
      throw error;
    }
  }
}

/** A source of connections. */
export interface ConnectionPool<Client> {
  connect(): Promise<Client>;
  end(): Promise<void>;
}

/**
 * The same pool; `onWaited` is called with the milliseconds that each connection was waited for, even in
 * vain.
 */
export function timedPool<Client>(
  pool: ConnectionPool<Client>,
  onWaited: (ms: number) => void,
): ConnectionPool<Client> {
  return {
    async connect() {
      const startMs = performance.now();
      try {
        return await pool.connect();
      } finally {
        onWaited(performance.now() - startMs);
      }
    },
    end: () => pool.end(),
  };
}

/** The same pool, with each connection wrapped. */
export function wrappedPool<Client>(
  pool: ConnectionPool<Client>,
  wrap: (client: Client) => PostgresPoolClient,
): PostgresPool {
  return {
    connect: async () => wrap(await pool.connect()),
    end: () => pool.end(),
  };
}
