import type pg from 'pg';
import { Gauge, Histogram } from 'prom-client';
import { createCounter } from '../../metrics/labelled-counter.ts';

const retryReasons = ['deadlock', 'serialization', 'unique', 'run', 'other'] as const;

/** The reason why a transaction ran again; `run`: the current run of the database was not known yet. */
export type RetryReason = (typeof retryReasons)[number];

const retries = createCounter(
  'foray_transaction_retries_total',
  'Transactions that were run again, by why',
  { reason: retryReasons },
);

/** Counts a transaction that runs again, on any database of this process. */
export function countRetry(reason: RetryReason): void {
  retries.inc({ reason });
}

/** The metrics of a pool of connections, and the retries of this process. */
export function createDatabaseMetrics(pool: pg.Pool, maxConnections: number) {
  const waitSeconds = new Histogram({
    name: 'foray_database_wait_seconds',
    help: 'Time until a connection of the pool was there, opening a new one included',
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5],
    registers: [],
  });
  const slow = createCounter(
    'foray_slow_statements_total',
    'Statements that took longer than SLOW_QUERY_MS, logged or not',
  );
  const connections = new Gauge({
    name: 'foray_database_connections',
    help: 'Connections of the pool, by whether in use',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  const most = new Gauge({
    name: 'foray_database_connections_max',
    help: 'Connections that the pool may have',
    registers: [],
  });
  most.set(maxConnections);
  const waiting = new Gauge({
    name: 'foray_database_waiting',
    help: 'Calls that wait for a connection of the pool',
    registers: [],
    collect() {
      this.set(pool.waitingCount);
    },
  });
  return {
    /** Counts a caller that got a connection, or waited in vain. */
    waited: (ms: number) => waitSeconds.observe(ms / 1_000),
    slow: () => slow.inc(),
    /** All metrics, for the registry. */
    all: [connections, most, waiting, waitSeconds, slow, retries],
  };
}
