import type { PostgresPool, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import type { ConnectionWatch } from './connection-watch.ts';
import { beginsTransaction } from './transaction-words.ts';
import { LowestClient, wrappedPool } from './wrapped-client.ts';
import type { ConnectionPool } from './wrapped-client.ts';

/** Statements that end after `statementMs`, and transactions that wait no longer for their next statement. */
export const statementMs = 30_000;

const limits =
  `set local statement_timeout = ${statementMs}; ` +
  `set local idle_in_transaction_session_timeout = ${statementMs}`;

/**
 * A pool for Kysely each of whose transactions sets its own time limits, and in which a statement alone is a
 * transaction. Behind a pooler in transaction mode nothing else holds: it takes no such settings when a
 * connection begins, and what a session sets stays with whichever process of the database it met. The
 * connections must be pipelined, so that this waits for no answer.
 */
export function limiting(
  pool: ConnectionPool<pg.PoolClient>,
  watch: ConnectionWatch,
): PostgresPool {
  return wrappedPool(pool, (client) => new LimitingClient(client, watch));
}

class LimitingClient extends LowestClient {
  #isOpen = false;

  protected override async send<R>(
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<R>> {
    if (beginsTransaction(text)) {
      this.#isOpen = true;
      const [begun] = await this.#together([text], [limits]);
      return begun as PostgresQueryResult<R>;
    }
    if (this.#isOpen) {
      if (text === 'commit' || text === 'rollback') this.#isOpen = false;
      return this.ask<R>({ text, values: [...values] });
    }
    const [, , answer] = await this.#together(['begin'], [limits], [text, values], ['commit']);
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
