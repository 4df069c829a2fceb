import { Gauge, Histogram } from 'prom-client';
import { createCounter } from '../../metrics/labelled-counter.ts';

/** Rows that still need the previous secret and that only people can renew, counted up to 10,001. */
export interface LeftUnderPrevious {
  /** Imported numbers without a user: renewed by the next import, or when their owner signs in. */
  readonly contacts: number;
  /** Browsers in which nobody has signed in with a code since. */
  readonly browsers: number;
}

/** The metrics of a node's scheduled work: backups, the clean-up, renewal under a new secret. */
export function createUpkeepCounters() {
  const left = new Gauge({
    name: 'foray_previous_secret_rows',
    help: 'Rows that only people can renew, under the previous secret; 10001 stands for more',
    labelNames: ['kind'],
    registers: [],
  });
  const backedUp = new Gauge({
    name: 'foray_last_backup_seconds',
    help: 'When the newest backup was made, in seconds since 1970; 0: there is none',
    registers: [],
  });
  // There is no metric if no backups are made.
  backedUp.remove();
  // Not `job`, which Prometheus uses for its own label.
  const cleanUp = createCounter(
    'foray_clean_up_total',
    'Jobs of clean-up that this node has run, by outcome',
    { task: [], outcome: ['done', 'failed'] },
  );
  const cleanUpSeconds = new Histogram({
    name: 'foray_clean_up_seconds',
    help: 'How long a job of clean-up took on this node',
    labelNames: ['task'],
    buckets: [0.1, 1, 10, 60, 300, 1_800],
    registers: [],
  });
  const cleanedUp = new Gauge({
    name: 'foray_last_clean_up_seconds',
    help: 'When all jobs of clean-up were last done, on whichever node, as this one last saw; in seconds since 1970',
    registers: [],
  });
  return {
    backup: (atMs: number) => backedUp.set(atMs / 1_000),
    leftUnderPrevious: (rows: LeftUnderPrevious) => {
      for (const [kind, count] of Object.entries(rows)) left.set({ kind }, count);
    },
    cleanUp: (task: string, outcome: 'done' | 'failed') => cleanUp.inc({ task, outcome }),
    cleanUpTook: (task: string, ms: number) => cleanUpSeconds.observe({ task }, ms / 1_000),
    cleanedUp: (atMs: number) => cleanedUp.set(atMs / 1_000),
    metrics: [left, backedUp, cleanUp, cleanUpSeconds, cleanedUp],
  };
}
