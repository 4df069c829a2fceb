import { Counter } from 'prom-client';

export type Counters = ReturnType<typeof createCounters>;

/** What one node has counted of signing in since it was started; no number, address or browser. */
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
  return {
    code: (outcome: 'sent' | 'failed') => codes.inc({ outcome }),
    guess: (outcome: 'right' | 'wrong') => guesses.inc({ outcome }),
    refusal: (bound: string) => refusals.inc({ bound }),
    /** All of them, for the metrics. */
    metrics: [codes, guesses, refusals],
  };
}
