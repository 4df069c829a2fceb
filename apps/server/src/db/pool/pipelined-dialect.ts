import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Dialect, Driver, TransactionSettings } from 'kysely';
import type pg from 'pg';
import type { ConnectionWatch } from './connection-watch.ts';
import { PipelinedConnection } from './pipelined-connection.ts';
import type { SendingRules } from './pipelined-connection.ts';

/** More than the store has distinct texts; texts composed at run time must not accumulate. */
const maxStatements = 300;

/** The maximum times of a statement, of a wait for a lock, and of a wait for the next statement. */
export interface TransactionLimits {
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleMs: number;
}

/** A pool of pipelined connections, and the use of them. */
export interface PipelinedPool {
  readonly pool: pg.Pool;
  readonly watch: ConnectionWatch;
  /** Called with the milliseconds that a caller waited for a connection, even in vain. */
  readonly onWaited: (ms: number) => void;
  /**
   * The limits that each transaction sets for itself: behind a pooler in transaction mode, a setting of the
   * session stays with whichever database process it reached. Null for direct connections. They have these
   * limits already, and their statements with parameters are prepared, so that each is parsed, and soon
   * planned, only once (decision 0030).
   */
  readonly limits: TransactionLimits | null;
}

/** Kysely's PostgreSQL with the connections of {@link PipelinedConnection}. */
export function pipelinedDialect(options: PipelinedPool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PipelinedDriver(options),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PipelinedDriver implements Driver {
  readonly #options: PipelinedPool;
  readonly #rules: SendingRules;

  constructor(options: PipelinedPool) {
    const { watch, limits } = options;
    this.#options = options;
    this.#rules =
      limits === null
        ? { watch, nameOf: statementNames(), limits: null }
        : { watch, nameOf: () => undefined, limits: limitsText(limits) };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PipelinedConnection> {
    const { pool, onWaited } = this.#options;
    const startMs = performance.now();
    try {
      return new PipelinedConnection(await pool.connect(), this.#rules);
    } finally {
      onWaited(performance.now() - startMs);
    }
  }

  async beginTransaction(
    connection: PipelinedConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    connection.begin(
      `start transaction${level}${accessMode === undefined ? '' : ` ${accessMode}`}`,
    );
  }

  commitTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(connection: PipelinedConnection): Promise<void> {
    connection.release();
  }

  destroy(): Promise<void> {
    return this.#options.pool.end();
  }
}

function limitsText({ statementMs, lockMs, idleMs }: TransactionLimits): string {
  return (
    `set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}; ` +
    `set local idle_in_transaction_session_timeout = ${idleMs}`
  );
}

/** Gives each text a name that is the same on every connection, as long as there are few texts. */
function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxStatements) return known;
    const name = `foray_${names.size}`;
    names.set(text, name);
    return name;
  };
}
