/** Above this many rows at once, one pass is cheaper than finding the place of each. */
const bulkRows = 32;

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

  /** Inserts rows, none of which may be in the index. */
  insert(added: readonly T[]): void {
    if (added.length === 0) return;
    if (added.length > bulkRows) {
      this.#rows = [...this.#rows, ...added].sort(this.#compare);
      return;
    }
    this.#rows = this.#rows.slice();
    for (const row of added) this.#rows.splice(this.#place(row), 0, row);
  }

  /** Removes rows; one that is not in the index is passed over. */
  remove(gone: readonly T[]): void {
    if (gone.length === 0) return;
    if (gone.length > bulkRows) {
      const out = new Set(gone);
      this.#rows = this.#rows.filter((row) => !out.has(row));
      return;
    }
    this.#rows = this.#rows.slice();
    for (const row of gone) {
      const place = this.#rows.indexOf(row, this.#place(row));
      if (place >= 0) this.#rows.splice(place, 1);
    }
  }

  #place(row: T): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(this.#rows[middle] as T, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
