import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';

/** More than the store has different texts; texts that are composed while running must not pile up. */
const maxStatements = 300;

/**
 * A pool for Kysely whose statements are parsed, and soon planned, once on each connection: those with
 * parameters get a name (decision 0030). Only for connections that are ours from end to end: behind a
 * pooler the next statement may meet another process of the server, which knows no such name.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxStatements) return known;
    const name = `foray_${names.size}`;
    names.set(text, name);
    return name;
  };
  return {
    connect: async () => new PreparingClient(await pool.connect(), nameOf),
    end: () => pool.end(),
  };
}

/** SQLSTATEs of a statement that its session does not know any more, or not with these columns. */
const staleStates: ReadonlySet<string | undefined> = new Set(['0A000', '26000']);

class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #nameOf: (text: string) => string | undefined;
  #isStale = false;

  constructor(client: pg.PoolClient, nameOf: (text: string) => string | undefined) {
    this.#client = client;
    this.#nameOf = nameOf;
  }

  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('nothing here reads by a cursor');
    const name = values.length === 0 ? undefined : this.#nameOf(text);
    const config = { text, values: [...values], ...(name !== undefined && { name }) };
    return this.#query(config) as unknown as Promise<PostgresQueryResult<R>>;
  }

  /** A connection whose statements are not what they were is given up: the next prepares its own. */
  release(): void {
    this.#client.release(this.#isStale);
  }

  async #query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(config);
    } catch (error) {
      if (error instanceof pg.DatabaseError && staleStates.has(error.code)) this.#isStale = true;
      throw error;
    }
  }
}
