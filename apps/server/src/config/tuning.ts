import { oneOf, readCount } from './config-values.ts';
import type { GetVariable } from './config-values.ts';

/** The least important level that the log includes. */
export type LogLevel = (typeof logLevels)[number];

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** Sizes and delays that depend on the machine, the database and the network between. */
export interface Tuning {
  readonly logLevel: LogLevel;
  /** Connections to the database at most. */
  readonly connections: number;
  /** How long a call waits for a connection. */
  readonly connectionMs: number;
  /** The database ends a statement after this time. */
  readonly statementMs: number;
  /** Statements that take longer are logged; null: none are. */
  readonly slowMs: number | null;
  /** How long a connection of a client or proxy is kept without a request. */
  readonly keepAliveMs: number;
  /** How long devices wait after a 503 because of the database, in seconds. */
  readonly retryAfterSeconds: number;
}

/** Values that suit both a single person's machine and a server with thousands of people. */
export const standardTuning: Tuning = {
  logLevel: 'info',
  connections: 10,
  connectionMs: 5_000,
  statementMs: 30_000,
  slowMs: 500,
  // Longer than most proxies keep a connection, so that they close it first.
  keepAliveMs: 72_000,
  retryAfterSeconds: 2,
};

/**
 * Reads the tuning; absent values are those of {@link standardTuning}.
 *
 * @throws {StartupFailure} 'config': one sentence that names the variable.
 */
export function readTuning(get: GetVariable): Tuning {
  const count = (name: string, standard: number, least: number, most: number): number =>
    readCount(name, get(name) ?? String(standard), least, most);
  const seconds = (name: string, standardMs: number, most: number): number =>
    count(name, standardMs / 1_000, 1, most) * 1_000;
  const { logLevel, connections, connectionMs, statementMs, slowMs, keepAliveMs } = standardTuning;
  const slow = get('SLOW_QUERY_MS');
  return {
    logLevel: oneOf('LOG_LEVEL', get('LOG_LEVEL') ?? logLevel, logLevels),
    connections: count('DATABASE_CONNECTIONS', connections, 4, 1_000),
    connectionMs: seconds('CONNECTION_SECONDS', connectionMs, 25),
    statementMs: seconds('STATEMENT_SECONDS', statementMs, 600),
    slowMs: slow === 'off' ? null : readCount('SLOW_QUERY_MS', slow ?? String(slowMs)),
    keepAliveMs: seconds('KEEP_ALIVE_SECONDS', keepAliveMs, 7_200),
    // The longest pause of a device after a 503.
    retryAfterSeconds: count('RETRY_AFTER_SECONDS', standardTuning.retryAfterSeconds, 1, 45),
  };
}
