import type { PostgresPool, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import type { ConnectionWatch } from './connection-watch.ts';
import { LowestClient, wrappedPool } from './wrapped-client.ts';
import type { ConnectionPool } from './wrapped-client.ts';

/** More than the store has different texts; texts that are composed while running must not pile up. */
const maxStatements = 300;

/**
 * A pool for Kysely whose statements are parsed, and soon planned, once on each connection: those with
 * parameters get a name (decision 0030). Only for connections that are ours from end to end: behind a
 * pooler the next statement may meet another process of the server, which knows no such name.
 */
export function preparing(
  pool: ConnectionPool<pg.PoolClient>,
  watch: ConnectionWatch,
): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxStatements) return known;
    const name = `foray_${names.size}`;
    names.set(text, name);
    return name;
  };
  return wrappedPool(pool, (client) => new PreparingClient(client, watch, nameOf));
}

/** SQLSTATEs of a statement that its session does not know any more, or not with these columns. */
const staleStates: ReadonlySet<string | undefined> = new Set(['0A000', '26000']);

class PreparingClient extends LowestClient {
  readonly #nameOf: (text: string) => string | undefined;
  #isStale = false;

  constructor(
    client: pg.PoolClient,
    watch: ConnectionWatch,
    nameOf: (text: string) => string | undefined,
  ) {
    super(client, watch);
    this.#nameOf = nameOf;
  }

  /** A connection whose statements are not what they were is given up: the next prepares its own. */
  override release(): void {
    this.client.release(this.#isStale);
  }

  protected override async send<R>(
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<R>> {
    const name = values.length === 0 ? undefined : this.#nameOf(text);
    const config = { text, values: [...values], ...(name !== undefined && { name }) };
    try {
      return await this.ask<R>(config);
    } catch (error) {
      if (error instanceof pg.DatabaseError && staleStates.has(error.code)) this.#isStale = true;
      throw error;
    }
  }
}
