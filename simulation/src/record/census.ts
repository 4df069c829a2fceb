/** Numbers of events, by their names. */
export type Counts = ReadonlyMap<string, number>;

/** Counts the events of a story, so that events that never happen are noticed. */
export class Census {
  readonly #counts = new Map<string, number>();

  note(kind: string, ...what: readonly (string | number)[]): void {
    const key = `${kind}: ${what.filter((part) => part !== '').join(' ')}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  counts(): Counts {
    return this.#counts;
  }
}

/** The events of `wanted` that occurred fewer than `least` times. */
export function below(counts: Counts, wanted: readonly string[], least: number): readonly string[] {
  return wanted.filter((key) => (counts.get(key) ?? 0) < least);
}

/** The counts of several stories together. */
export function sumOf(all: Iterable<Counts>): Counts {
  const sum = new Map<string, number>();
  for (const counts of all) {
    for (const [key, count] of counts) sum.set(key, (sum.get(key) ?? 0) + count);
  }
  return sum;
}
