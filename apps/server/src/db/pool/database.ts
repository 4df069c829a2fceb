import { Kysely } from 'kysely';
import pg from 'pg';
import type { Metric } from 'prom-client';
import { standardTuning } from '../../config/tuning.ts';
import { keepAliveMs } from './address.ts';
import type { DatabaseAddress } from './address.ts';
import { ConnectionWatch } from './connection-watch.ts';
import { createDatabaseMetrics } from './database-metrics.ts';
import { typeParsers } from '../tables/parsers.ts';
import { pipelinedDialect } from './pipelined-dialect.ts';
import type { DatabaseTables } from '../tables/schema.ts';
import { SlowStatements } from './slow-statements.ts';
import type { OnSlow } from './slow-statements.ts';
import { Readiness } from './readiness.ts';
import { lockMs } from './root-turns.ts';

/** The address of a PostgreSQL server, and the limits of its use. */
export interface DatabaseOptions {
  readonly address: DatabaseAddress;
  /** The address past a pooler; `address` if absent. */
  readonly directAddress?: DatabaseAddress;
  /**
   * Whether there is no pooler in between. Then statements are prepared, which makes a write twice as fast,
   * and the connection has the time limits that otherwise each transaction sets.
   */
  readonly isDirect?: boolean;
  /** The maximum number of connections; 10 by default. */
  readonly maxConnections?: number;
  /** How long a caller waits for a connection; 5 s by default. */
  readonly connectionMs?: number;
  /** How long a statement may take; 30 s by default. */
  readonly statementMs?: number;
  /** Statements that take longer are reported as slow; without it none are. */
  readonly slowMs?: number;
  /** The time without an answer after which {@link Database.isStuck} is checked; for tests. */
  readonly stuckMs?: number;
}

/**
 * A prepared statement is planned once, for all values. By default PostgreSQL plans most reads again at
 * each call, because with few values and a position near the end a special plan looks cheaper, and planning
 * takes longer than running them. All statements must have plans that suit any values.
 */
const genericPlans = '-c plan_cache_mode=force_generic_plan';

/** A pool of connections to one PostgreSQL database. */
export interface Database {
  readonly pool: pg.Pool;
  readonly kysely: Kysely<DatabaseTables>;
  /** The maximum number of connections. */
  readonly connections: number;
  /**
   * Whether the database answers a connection of its own within 2 s, is not a standby, has every migration
   * that this code knows, and is not loading a backup. Never rejects.
   */
  isReady(): Promise<boolean>;
  /**
   * Whether only a restart helps: a fresh connection gets an answer, and the pool has had none for a minute.
   */
  isStuck(): boolean;
  /**
   * Calls the listener for slow statements, at most 20 in a minute, until the returned function is called.
   */
  onSlow(listener: OnSlow): () => void;
  /** The metrics of its connections and statements. */
  readonly metrics: readonly Metric[];
  /** Ends the pool when its queries have finished. */
  close(): Promise<void>;
}

/** How long a transaction may wait for its next statement: a node that freezes in the middle holds locks. */
const idleMs = 5_000;

/**
 * Opens a pool, which connects at the first query. The database ends a statement after `statementMs`, a wait
 * for a lock after 2.5 s and a transaction without statements after 5 s, so that none can hold a connection
 * or locks forever. A hanging connection is ended within 15 s.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const isDirect = options.isDirect === true;
  const {
    address,
    directAddress = address,
    maxConnections = standardTuning.connections,
    connectionMs = standardTuning.connectionMs,
    statementMs = standardTuning.statementMs,
    stuckMs,
  } = options;
  const pool = new pg.Pool({
    ...address,
    max: maxConnections,
    connectionTimeoutMillis: connectionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...(isDirect && {
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleMs,
      options: genericPlans,
    }),
    application_name: 'foray',
    types: typeParsers,
    // Statements that do not need each other's answers are sent together.
    pipeline: true,
  });
  // Without a listener a restart of the database would end the process; the pool makes new connections by
  // itself.
  pool.on('error', () => undefined);
  // The same is true of a connection in use: its query is rejected, which is enough for the caller.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const metrics = createDatabaseMetrics(pool, maxConnections);
  const slow = new SlowStatements(options.slowMs ?? Infinity, metrics.slow);
  const watch = new ConnectionWatch({
    pool,
    address,
    directAddress,
    onAnswered: (text, ms) => slow.answered(text, ms),
    ...(stuckMs !== undefined && { stuckMs }),
  });
  const dialect = pipelinedDialect({
    pool,
    watch,
    onWaited: metrics.waited,
    limits: isDirect ? null : { statementMs, lockMs, idleMs },
  });
  const kysely = new Kysely<DatabaseTables>({ dialect });
  const readiness = new Readiness(address, kysely);
  return {
    pool,
    kysely,
    connections: maxConnections,
    isReady: () => readiness.check(),
    isStuck: () => watch.isStuck,
    onSlow: (listener) => slow.listen(listener),
    metrics: metrics.all,
    async close() {
      // Hanging connections are ended meanwhile.
      await Promise.all([kysely.destroy(), readiness.close()]);
      watch.stop();
    },
  };
}
