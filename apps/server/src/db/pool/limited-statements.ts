import type { PostgresPool, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import type { ConnectionWatch } from './connection-watch.ts';
import { beginsTransaction } from './transaction-words.ts';
import { LowestClient, wrappedPool } from './wrapped-client.ts';
import type { ConnectionPool } from './wrapped-client.ts';

/**
 * A pool for Kysely each of whose transactions sets its own time limits, `statementMs` for a statement and for the next
 * one, and in which a statement alone is a
 * transaction. Behind a pooler in transaction mode nothing else holds: it takes no such settings when a
 * connection begins, and what a session sets stays with whichever process of the database it met. The
 * connections must be pipelined, so that this waits for no answer.
 */
export function limiting(
  pool: ConnectionPool<pg.PoolClient>,
  watch: ConnectionWatch,
  statementMs: number,
): PostgresPool {
  const limits =
    `set local statement_timeout = ${statementMs}; ` +
    `set local idle_in_transaction_session_timeout = ${statementMs}`;
  return wrappedPool(pool, (client) => new LimitingClient(client, watch, limits));
}

class LimitingClient extends LowestClient {
  readonly #limits: string;
  #isOpen = false;

  constructor(client: pg.PoolClient, watch: ConnectionWatch, limits: string) {
    super(client, watch);
    this.#limits = limits;
  }

  protected override async send<R>(
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<R>> {
    if (beginsTransaction(text)) {
      this.#isOpen = true;
      const [begun] = await this.#together([text], [this.#limits]);
      return begun as PostgresQueryResult<R>;
    }
    if (this.#isOpen) {
      if (text === 'commit' || text === 'rollback') this.#isOpen = false;
      return this.ask<R>({ text, values: [...values] });
    }
    const [, , answer] = await this.#together(
      ['begin'],
      [this.#limits],
      [text, values],
      ['commit'],
    );
    return answer as PostgresQueryResult<R>;
  }

  /** Sends all at once; rejects with the first error, once all are answered. */
  async #together(
    ...statements: readonly (readonly [string, (readonly unknown[])?])[]
  ): Promise<readonly PostgresQueryResult<unknown>[]> {
    const all = await Promise.allSettled(
      statements.map(([text, values = []]) => this.ask<unknown>({ text, values: [...values] })),
    );
    return all.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
  }
}
