import { errorCodes } from '@foray/contract';
import type { ErrorCode } from '@foray/contract';
import { Histogram } from 'prom-client';
import { pushOutcomes } from '../../push/push-messages.ts';
import type { PushOutcome } from '../../push/push-messages.ts';
import { createCounter } from '../../metrics/labelled-counter.ts';
import { refusalBounds, sharedBounds } from '../limits/refusal-bounds.ts';
import type { RefusalBound } from '../limits/refusal-bounds.ts';
import type { NearBound } from '../limits/shared-code-limits.ts';
import { createUpkeepCounters } from './upkeep-counters.ts';

export type MetricCounters = ReturnType<typeof createCounters>;

/**
 * The counters of a node since its start. They contain no number, address, browser or person, and each
 * label has a fixed set of values.
 */
export function createCounters() {
  const errors = createCounter(
    'foray_errors_total',
    'Refusals by code, of whole answers and of requests in a batch',
    { code: errorCodes, place: ['answer', 'batch'] },
  );
  const pushes = createCounter('foray_push_total', 'Push messages, by what came of them', {
    outcome: pushOutcomes,
  });
  const listenLosses = createCounter(
    'foray_listen_losses_total',
    'Connections for LISTEN that were lost',
  );
  const listenLag = new Histogram({
    name: 'foray_listen_lag_seconds',
    help: 'Time from when a heartbeat was to be sent by NOTIFY until it was heard',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [],
  });
  const queueAge = new Histogram({
    name: 'foray_device_queue_age_seconds',
    help: 'Age of the oldest waiting change of a device, as it says when it sends changes',
    buckets: [1, 5, 15, 60, 300, 1_800, 3_600, 21_600, 86_400, 604_800],
    registers: [],
  });
  const codes = createCounter('foray_codes_total', 'Sign-in codes, by whether they could be sent', {
    outcome: ['sent', 'failed'],
  });
  const guesses = createCounter('foray_code_guesses_total', 'Codes tried, by whether right', {
    outcome: ['right', 'wrong'],
  });
  const refusals = createCounter('foray_refusals_total', 'Requests beyond a bound, by the bound', {
    bound: refusalBounds,
  });
  const nears = createCounter(
    'foray_near_bounds_total',
    'Warnings that 80 % of a half of a bound of sign-in codes was used; the last half costs a proof of work',
    { bound: sharedBounds, half: ['first', 'last'] },
  );
  const upkeep = createUpkeepCounters();
  return {
    ...upkeep,
    code: (outcome: 'sent' | 'failed') => codes.inc({ outcome }),
    guess: (outcome: 'right' | 'wrong') => guesses.inc({ outcome }),
    refusal: (bound: RefusalBound) => refusals.inc({ bound }),
    near: ({ bound, half }: NearBound) => nears.inc({ bound, half }),
    error: (code: ErrorCode, place: 'answer' | 'batch') => errors.inc({ code, place }),
    push: (outcome: PushOutcome) => pushes.inc({ outcome }),
    listenLost: () => listenLosses.inc(),
    heard: (ms: number) => listenLag.observe(ms / 1_000),
    queueAge: (seconds: number) => queueAge.observe(seconds),
    /** All counters, for the registry. */
    metrics: [
      errors,
      codes,
      guesses,
      refusals,
      nears,
      pushes,
      listenLosses,
      listenLag,
      queueAge,
      ...upkeep.metrics,
    ],
  };
}
