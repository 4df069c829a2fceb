import { Gauge } from 'prom-client';
import type { Metric } from 'prom-client';
import { createCounter } from '../../metrics/labelled-counter.ts';

/**
 * used: it is read. behind: it lags by more than 5 s, or that cannot be told, as while the primary does not
 * answer. away: it does not answer. primary: it is no standby (any more). other: it has not replayed the
 * present run of the primary, or follows another one.
 */
export type StandbyState = 'used' | 'behind' | 'away' | 'primary' | 'other';

/** The state of a standby; the lags are null if they are not known. */
export interface StandbyReport {
  readonly state: StandbyState;
  readonly lagBytes: number | null;
  readonly lagSeconds: number | null;
}

const outcomes = ['answered', 'behind', 'conflict', 'failed', 'none'] as const;

/** The metrics of standbys, which are numbered from 1 in the order of the setting. */
export function createStandbyMetrics(reports: () => readonly StandbyReport[]) {
  const reads = createCounter(
    'foray_standby_reads_total',
    'Reads of standbys, by what came of them',
    { outcome: outcomes },
  );
  const gauge = (
    name: string,
    help: string,
    valueOf: (report: StandbyReport) => number | null,
  ): Metric =>
    new Gauge({
      name,
      help,
      labelNames: ['standby'],
      registers: [],
      collect() {
        this.reset();
        for (const [index, report] of reports().entries()) {
          const value = valueOf(report);
          if (value !== null) this.set({ standby: String(index + 1) }, value);
        }
      },
    });
  return {
    /** Counts a read. */
    count: (outcome: (typeof outcomes)[number]) => reads.inc({ outcome }),
    /** All metrics, for the registry. */
    all: [
      reads,
      gauge('foray_standby_used', '1 while the standby is read, else 0', ({ state }) =>
        state === 'used' ? 1 : 0,
      ),
      gauge(
        'foray_standby_lag_seconds',
        'How long ago the standby was last known to be in step; 0 if it is',
        ({ lagSeconds }) => lagSeconds,
      ),
      gauge(
        'foray_standby_lag_bytes',
        'The part of the log that the standby has not replayed',
        ({ lagBytes }) => lagBytes,
      ),
    ],
  };
}
