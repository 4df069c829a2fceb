import type { PostgresPool, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
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

class PreparingClient extends LowestClient {
  readonly #nameOf: (text: string) => string | undefined;

  constructor(
    client: pg.PoolClient,
    watch: ConnectionWatch,
    nameOf: (text: string) => string | undefined,
  ) {
    super(client, watch);
    this.#nameOf = nameOf;
  }

  protected override send<R>(
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<R>> {
    const name = values.length === 0 ? undefined : this.#nameOf(text);
    return this.ask<R>({ text, values: [...values], ...(name !== undefined && { name }) });
  }
}
