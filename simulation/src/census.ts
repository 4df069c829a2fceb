/** How often something happened, by what it was. */
export type Counts = ReadonlyMap<string, number>;

/** Counts what happens in a story, so that what never happens is seen. */
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

/** What of `wanted` occurred less than `least` times. */
export function below(counts: Counts, wanted: readonly string[], least: number): readonly string[] {
  return wanted.filter((key) => (counts.get(key) ?? 0) < least);
}

/** Counts of several stories in one. */
export function sumOf(all: Iterable<Counts>): Counts {
  const sum = new Map<string, number>();
  for (const counts of all) {
    for (const [key, count] of counts) sum.set(key, (sum.get(key) ?? 0) + count);
  }
  return sum;
}
