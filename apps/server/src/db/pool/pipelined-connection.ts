import type { CompiledQuery, DatabaseConnection, QueryResult, RawBuilder } from 'kysely';
import pg from 'pg';
import type { Connection } from '../tables/schema.ts';
import type { ConnectionWatch } from './connection-watch.ts';

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The way in which all connections of a pool send their statements. */
export interface SendingRules {
  readonly watch: ConnectionWatch;
  /** The name under which a text is prepared; undefined for a text that is not. */
  readonly nameOf: (text: string) => string | undefined;
  /** A statement with which each transaction begins, even one of a single statement; null for none. */
  readonly limits: string | null;
}

/** Statements that only read: outside a transaction whose beginning failed they change nothing. */
const reads = /^(\s|\/\*.*?\*\/)*select\b/;

/**
 * SQLSTATEs of a session that should be replaced: it may not write although the database accepts writes
 * again, or it no longer knows a statement, or not with these columns.
 */
const spentStates: ReadonlySet<string | undefined> = new Set(['25006', '0A000', '26000']);

/** A query that {@link hold} marked. */
interface HeldQuery extends CompiledQuery {
  readonly isHeld: true;
}

/**
 * Runs a statement whose result is not needed. In a transaction it is deferred until the next statement,
 * and both are sent at once; the next statement fails with its error.
 */
export async function hold(statement: RawBuilder<unknown>, db: Connection): Promise<void> {
  const query: HeldQuery = { ...statement.compile(db), isHeld: true };
  await db.executeQuery(query);
}

/**
 * A connection that sends statements together if no answer is needed in between: the beginning of a
 * transaction and deferred statements are sent with the next statement (decision 0096). The client must be
 * pipelined (`pipeline` of pg), otherwise these statements wait for one another.
 */
export class PipelinedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #rules: SendingRules;
  /** `begun`: its first statements wait in `#held`. */
  #transaction: 'none' | 'begun' | 'sent' = 'none';
  #held: Statement[] = [];
  /** How many of the deferred statements belong to the beginning of the transaction. */
  #opening = 0;
  #isSpent = false;

  constructor(client: pg.PoolClient, rules: SendingRules) {
    this.#client = client;
    this.#rules = rules;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#execute(query);
    } catch (error) {
      // An error of pg has the stack frames of its parser; those of the caller say which statement failed.
      if (error instanceof Error) error.stack += `\n${new Error('asked').stack ?? ''}`;
      throw error;
    }
  }

  streamQuery(): never {
    throw new Error('nothing here reads by a cursor');
  }

  /** Begins a transaction with the next statement. */
  begin(text: string): void {
    this.#transaction = 'begun';
    this.#held = openingOf(text, this.#rules.limits);
    this.#opening = this.#held.length;
  }

  /** Commits together with deferred statements; a transaction without any statement sends nothing. */
  async commit(): Promise<void> {
    const isEmpty = this.#transaction === 'begun' && this.#held.length === this.#opening;
    if (!isEmpty) await this.#sendWithHeld({ text: 'commit', values: [] });
    this.#end();
  }

  /** Rolls back; deferred statements are not sent. */
  async rollback(): Promise<void> {
    const wasSent = this.#transaction === 'sent';
    this.#end();
    if (wasSent) await this.#send({ text: 'rollback', values: [] });
  }

  /** Returns the connection to its pool, which ends it if its session should be replaced. */
  release(): void {
    this.#client.release(this.#isSpent);
  }

  async #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statement = { text: query.sql, values: query.parameters };
    if (this.#transaction === 'none') return await this.#sendAlone(statement);
    // A change deferred at the beginning would be sent without knowing whether the transaction has begun.
    const mayHold = this.#transaction === 'sent' || reads.test(query.sql);
    if ('isHeld' in query && mayHold) {
      this.#held.push(statement);
      return { rows: [] };
    }
    return await this.#sendWithHeld(statement);
  }

  #end(): void {
    this.#transaction = 'none';
    this.#held = [];
  }

  async #sendWithHeld<R>(statement: Statement): Promise<QueryResult<R>> {
    const before = this.#held;
    const isFirst = this.#transaction === 'begun';
    this.#held = [];
    this.#transaction = 'sent';
    if (isFirst && !reads.test(statement.text)) {
      await Promise.all(before.splice(0).map((one) => this.#send(one)));
    }
    const answers = await Promise.all([...before, statement].map((one) => this.#send<R>(one)));
    return answers.at(-1) ?? nothing;
  }

  /**
   * Sends a statement by itself, surrounded by the limits of a transaction; all of them are answered in any
   * case.
   */
  async #sendAlone<R>(statement: Statement): Promise<QueryResult<R>> {
    const { limits } = this.#rules;
    if (limits === null) return await this.#send(statement);
    const opening = openingOf('begin', limits);
    const statements = [...opening, statement, { text: 'commit', values: [] }];
    const answers = await Promise.allSettled(statements.map((one) => this.#send<R>(one)));
    const failed = answers.find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    const answer = answers[opening.length];
    return answer?.status === 'fulfilled' ? answer.value : nothing;
  }

  async #send<R>({ text, values }: Statement): Promise<QueryResult<R>> {
    const { watch, nameOf } = this.#rules;
    const name = values.length === 0 ? undefined : nameOf(text);
    const query = { text, values: [...values], ...(name !== undefined && { name }) };
    try {
      const { command, rowCount, rows } = await watch.ask(this.#client, text, () =>
        this.#client.query(query),
      );
      const isChange = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(command);
      return { rows, ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) };
    } catch (error) {
      if (error instanceof pg.DatabaseError && spentStates.has(error.code)) this.#isSpent = true;
      throw error;
    }
  }
}

const nothing: QueryResult<never> = { rows: [] };

function openingOf(text: string, limits: string | null): Statement[] {
  return [text, ...(limits === null ? [] : [limits])].map((one) => ({ text: one, values: [] }));
}
