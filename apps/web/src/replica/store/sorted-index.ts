/** Above this many rows at once, one pass is cheaper than that many removals. */
const bulkRows = 32;

/**
 * Rows in a kept order. A row is found again by its place, and by identity among those that compare
 * as equal: `remove` takes the very values that were inserted.
 */
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
    const before = this.#rows;
    const rows: T[] = [];
    let taken = 0;
    for (const row of added.toSorted(this.#compare)) {
      for (const place = this.#place(before, row); taken < place; taken += 1) {
        rows.push(before[taken] as T);
      }
      rows.push(row);
    }
    for (; taken < before.length; taken += 1) rows.push(before[taken] as T);
    this.#rows = rows;
  }

  /** Removes rows; one that is not in the index is passed over. */
  remove(gone: readonly T[]): void {
    if (gone.length === 0) return;
    if (gone.length > bulkRows) {
      const out = new Set(gone);
      this.#rows = this.#rows.filter((row) => !out.has(row));
      return;
    }
    const rows = this.#rows.slice();
    for (const row of gone) {
      const place = rows.indexOf(row, this.#place(rows, row));
      if (place >= 0) rows.splice(place, 1);
    }
    this.#rows = rows;
  }

  #place(rows: readonly T[], row: T): number {
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(rows[middle] as T, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
