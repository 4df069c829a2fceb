/** Rows in a kept order; `remove` takes the very values that were inserted. */
export class SortedIndex<T> {
  readonly #compare: (a: T, b: T) => number;
  #rows: T[] = [];

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  /** The rows in order; a new array after each change, so that its identity reveals a change. */
  get rows(): readonly T[] {
    return this.#rows;
  }

  /** Inserts rows, none of which may be in the index: sorting what is almost sorted takes one pass. */
  insert(added: readonly T[]): void {
    if (added.length > 0) this.#rows = [...this.#rows, ...added].sort(this.#compare);
  }

  /** Removes rows; one that is not in the index is passed over. */
  remove(gone: readonly T[]): void {
    if (gone.length === 0) return;
    const out = new Set(gone);
    this.#rows = this.#rows.filter((row) => !out.has(row));
  }
}
