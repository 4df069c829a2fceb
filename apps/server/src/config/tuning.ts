/** The least important level that the log includes. */
export type LogLevel = (typeof logLevels)[number];

/** From the most important to the least. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

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
