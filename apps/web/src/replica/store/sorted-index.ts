/** Above this many rows at once, one pass is cheaper than finding the place of each. */
const bulkRows = 32;

/**
 * Rows in order, with their keys. A row is removed by the same object that was inserted. A change of a few
 * rows visits only those on the way to their places, and moves the rest in one piece.
 */
export class SortedIndex<T> {
  readonly #compare: (a: T, b: T) => number;
  readonly #keyOf: (row: T) => string;
  #rows: T[] = [];
  #keys: readonly string[] = [];

  constructor(compare: (a: T, b: T) => number, keyOf: (row: T) => string) {
    this.#compare = compare;
    this.#keyOf = keyOf;
  }

  /** The keys of the rows in order; a new array after each change, so that its identity reveals the change. */
  get keys(): readonly string[] {
    return this.#keys;
  }

  /** Whether exactly this object is in the index. */
  has(row: T): boolean {
    for (let at = this.#place(row); at < this.#rows.length; at += 1) {
      const found = this.#rows[at] as T;
      if (found === row) return true;
      if (this.#compare(found, row) !== 0) return false;
    }
    return false;
  }

  /** Removes rows, ignoring any that is not in the index, then inserts rows that are not in it. */
  change(gone: readonly T[], added: readonly T[]): void {
    if (gone.length + added.length === 0) return;
    if (gone.length + added.length > bulkRows) {
      const out = new Set(gone);
      this.#rows = [...this.#rows.filter((row) => !out.has(row)), ...added].sort(this.#compare);
      this.#keys = this.#rows.map(this.#keyOf);
      return;
    }
    const keys = this.#keys.slice();
    for (const row of gone) {
      const place = this.#rows.indexOf(row, this.#place(row));
      if (place < 0) continue;
      this.#rows.splice(place, 1);
      keys.splice(place, 1);
    }
    for (const row of added) {
      const place = this.#place(row);
      this.#rows.splice(place, 0, row);
      keys.splice(place, 0, this.#keyOf(row));
    }
    this.#keys = keys;
  }

  /** Replaces a row by another with the same key that compares as equal. */
  swap(row: T, next: T): void {
    const place = this.#rows.indexOf(row, this.#place(row));
    if (place >= 0) this.#rows[place] = next;
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
