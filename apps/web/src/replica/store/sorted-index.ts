/** Above this many rows at once, one pass is cheaper than finding the place of each. */
const bulkRows = 32;

/**
 * Rows in a kept order, with their keys; `remove` takes the very values that were inserted. A change of a few
 * rows touches those on the way to their places only, and moves the rest in one piece.
 */
export class SortedIndex<T> {
  readonly #compare: (a: T, b: T) => number;
  readonly #keyOf: (row: T) => string;
  #rows: T[] = [];
  #keys: string[] = [];

  constructor(compare: (a: T, b: T) => number, keyOf: (row: T) => string) {
    this.#compare = compare;
    this.#keyOf = keyOf;
  }

  /** The keys of the rows in order; a new array after each change, so that its identity reveals a change. */
  get keys(): readonly string[] {
    return this.#keys;
  }

  /** Whether this very value is in the index. */
  has(row: T): boolean {
    for (let at = this.#place(row); at < this.#rows.length; at += 1) {
      const found = this.#rows[at] as T;
      if (found === row) return true;
      if (this.#compare(found, row) !== 0) return false;
    }
    return false;
  }

  /** Inserts rows, none of which may be in the index. */
  insert(added: readonly T[]): void {
    if (added.length === 0) return;
    if (added.length > bulkRows) {
      this.#take([...this.#rows, ...added].sort(this.#compare));
      return;
    }
    this.#copy();
    for (const row of added) {
      const place = this.#place(row);
      this.#rows.splice(place, 0, row);
      this.#keys.splice(place, 0, this.#keyOf(row));
    }
  }

  /** Removes rows; one that is not in the index is passed over. */
  remove(gone: readonly T[]): void {
    if (gone.length === 0) return;
    if (gone.length > bulkRows) {
      const out = new Set(gone);
      this.#take(this.#rows.filter((row) => !out.has(row)));
      return;
    }
    this.#copy();
    for (const row of gone) {
      const place = this.#rows.indexOf(row, this.#place(row));
      if (place < 0) continue;
      this.#rows.splice(place, 1);
      this.#keys.splice(place, 1);
    }
  }

  #take(rows: T[]): void {
    this.#rows = rows;
    this.#keys = rows.map(this.#keyOf);
  }

  #copy(): void {
    this.#rows = this.#rows.slice();
    this.#keys = this.#keys.slice();
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
