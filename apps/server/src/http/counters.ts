import { Counter, Gauge } from 'prom-client';
import type { LeftUnderPrevious } from '../db/rekey.ts';

export type Counters = ReturnType<typeof createCounters>;

/**
 * What one node has counted of signing in since it was started, of secrets, backups and clean-up; no number,
 * address or browser.
 */
export function createCounters() {
  const counter = (name: string, help: string, label: string) =>
    new Counter({ name, help, labelNames: [label], registers: [] });
  const codes = counter(
    'foray_codes_total',
    'Sign-in codes, by whether they could be sent',
    'outcome',
  );
  const guesses = counter('foray_code_guesses_total', 'Codes tried, by whether right', 'outcome');
  const refusals = counter(
    'foray_refusals_total',
    'Requests beyond a bound, by the bound',
    'bound',
  );
  const left = new Gauge({
    name: 'foray_previous_secret_rows',
    help: 'Rows that only people can renew, under the previous secret; 10001 stands for more',
    labelNames: ['kind'],
    registers: [],
  });
  const backedUp = new Gauge({
    name: 'foray_last_backup_seconds',
    help: 'When this node made the last backup, in seconds since 1970; 0: none since its start',
    registers: [],
  });
  const cleanUp = new Counter({
    name: 'foray_clean_up_total',
    help: 'Jobs of clean-up that this node has run, by outcome',
    labelNames: ['job', 'outcome'],
    registers: [],
  });
  return {
    backup: (atMs: number) => backedUp.set(atMs / 1_000),
    code: (outcome: 'sent' | 'failed') => codes.inc({ outcome }),
    guess: (outcome: 'right' | 'wrong') => guesses.inc({ outcome }),
    refusal: (bound: string) => refusals.inc({ bound }),
    leftUnderPrevious: (rows: LeftUnderPrevious) => {
      for (const [kind, count] of Object.entries(rows)) left.set({ kind }, count);
    },
    cleanUp: (job: string, outcome: 'done' | 'failed') => cleanUp.inc({ job, outcome }),
    /** All of them, for the metrics. */
    metrics: [codes, guesses, refusals, left, backedUp, cleanUp],
  };
}
