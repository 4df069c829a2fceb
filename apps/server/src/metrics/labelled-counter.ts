import { Counter } from 'prom-client';

/**
 * The labels of a counter, each with all values that it has from the start; none for a label whose values
 * come later.
 */
export type LabelValues = Readonly<Record<string, readonly string[]>>;

/**
 * A counter that is 0 before its first event: for Prometheus a counter that first appears as 1 has not
 * increased.
 */
export function createCounter(name: string, help: string, labels: LabelValues = {}): Counter {
  const counter = new Counter({ name, help, labelNames: Object.keys(labels), registers: [] });
  for (const values of combinationsOf(labels)) counter.inc(values, 0);
  return counter;
}

function combinationsOf(labels: LabelValues): readonly Readonly<Record<string, string>>[] {
  return Object.entries(labels).reduce<readonly Readonly<Record<string, string>>[]>(
    (found, [label, values]) =>
      found.flatMap((one) => values.map((value) => ({ ...one, [label]: value }))),
    [{}],
  );
}
