import { sql } from 'kysely';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult, RawBuilder } from 'kysely';
import { beginsTransaction } from './transaction-words.ts';
import { WrappedClient, wrappedPool } from './wrapped-client.ts';

const mark = '/* held */';

/**
 * The beginning of a statement of a transaction whose result nobody needs: it is held until the next
 * statement, and both are sent at once. The next statement fails with its error.
 */
export const held: RawBuilder<unknown> = sql.raw(mark);

/** Matches statements that only read: outside a transaction, if its beginning failed, they change nothing. */
const reads = /^(\s|\/\*.*?\*\/)*select\b/;

const nothing: PostgresQueryResult<never> = { command: 'SELECT', rowCount: 0, rows: [] };

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * A pool for Kysely that holds the beginnings of transactions and {@link held} statements. Its connections
 * must be pipelined (`pipeline` of pg), or statements that are sent at once wait for one another.
 */
export function holding(pool: PostgresPool): PostgresPool {
  return wrappedPool(pool, (client) => new HoldingClient(client));
}

class HoldingClient extends WrappedClient<PostgresPoolClient> {
  #held: Statement[] = [];

  protected override async send<R>(
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<R>> {
    const statement = { text, values };
    const [first] = this.#held;
    const hasBegun = first === undefined || !beginsTransaction(first.text);
    if (beginsTransaction(text) || (text.startsWith(mark) && (hasBegun || reads.test(text)))) {
      this.#held.push(statement);
      return nothing;
    }
    const before = this.#held;
    this.#held = [];
    if (text === 'rollback') return hasBegun ? this.#sendNow(statement) : nothing;
    if (text === 'commit' && !hasBegun && before.length === 1) return nothing;
    if (!hasBegun && !reads.test(text)) {
      for (const one of before.splice(0)) await this.#sendNow(one);
    }
    const all = await Promise.all([...before, statement].map((one) => this.#sendNow<R>(one)));
    return all.at(-1) ?? nothing;
  }

  #sendNow<R>({ text, values }: Statement): Promise<PostgresQueryResult<R>> {
    return this.client.query<R>(text, values);
  }
}
