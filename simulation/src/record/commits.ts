import type { ActivityRow, ItemRow } from '@foray/authority';
import type { MemoryStore } from '@foray/authority/testing';

/** The changes of one commit. */
export interface Commit {
  readonly store: MemoryStore;
  /** The items as they were before it, by id. */
  readonly before: ReadonlyMap<number, ItemRow>;
  /** The entries that it added to the log. */
  readonly entries: readonly ActivityRow[];
}

/** Compares the server's tables with their state after the previous commit. */
export class Commits {
  #items: ReadonlyMap<number, ItemRow> = new Map();
  #entries = 0;

  /** The commit that was just made. */
  next(store: MemoryStore): Commit {
    const before = this.#items;
    const entries = [...store.rows('activity')].slice(this.#entries);
    this.reset(store);
    return { store, before, entries };
  }

  /** The tables changed without a commit: a backup was restored. */
  reset(store: MemoryStore): void {
    this.#items = new Map([...store.rows('items')].map((row) => [row.id, row]));
    this.#entries = [...store.rows('activity')].length;
  }
}
