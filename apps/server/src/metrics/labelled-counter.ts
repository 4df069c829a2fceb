import { Counter } from 'prom-client';

/** The labels of a counter, each with all values that it has from the start; none for one whose values come later. */
export type LabelValues = Readonly<Record<string, readonly string[]>>;

/** A counter that says 0 before it first counts: what first appears as 1 is no increase for Prometheus. */
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
