/** The least important level that the log includes. */
export type LogLevel = (typeof logLevels)[number];

/** From the most important to the least. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** Sizes and delays that depend on the machine, the database and the network. */
export interface Tuning {
  readonly logLevel: LogLevel;
  /** The maximum number of connections to the database. */
  readonly connections: number;
  /** How long a call waits for a connection. */
  readonly connectionMs: number;
  /** The database ends a statement after this time. */
  readonly statementMs: number;
  /** Statements that take longer are logged; null for none. */
  readonly slowMs: number | null;
  /** How long a client's or proxy's connection is kept open without a request. */
  readonly keepAliveMs: number;
  /** How long devices wait after a 503 that is due to the database, in seconds. */
  readonly retryAfterSeconds: number;
}

/** Values that suit both a single person's machine and a server with thousands of people. */
export const standardTuning: Tuning = {
  logLevel: 'info',
  connections: 10,
  connectionMs: 5_000,
  statementMs: 30_000,
  slowMs: 500,
  // Longer than most proxies keep a connection open, so that they close it first.
  keepAliveMs: 72_000,
  retryAfterSeconds: 2,
};
