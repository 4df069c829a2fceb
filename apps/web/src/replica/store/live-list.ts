import type { Item } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { SortedIndex } from './sorted-index.ts';
import type { RowChange } from './touched-items.ts';

/** The members of a list and their order; `key` names the list. */
export interface ListSpec {
  readonly key: string;
  /** `isHeld`: whether the device has an undeleted item with that uuid. */
  readonly has: (item: Item, isHeld: (uuid: string) => boolean) => boolean;
  /** A total order: ties are broken by id. */
  readonly compare: (a: Item, b: Item) => number;
}

/** The effect of changed items on a list. */
export interface ListChange {
  /** The value of a member changed, or `isMoved`. */
  readonly isTouched: boolean;
  /** An item was added, removed, or may have moved. */
  readonly isMoved: boolean;
}

/** A list of undeleted items that stays sorted while they change. */
export class LiveList {
  readonly #spec: ListSpec;
  readonly #isHeld: (uuid: string) => boolean;
  readonly #index: SortedIndex<LocalItem>;

  constructor(spec: ListSpec, isHeld: (uuid: string) => boolean) {
    this.#spec = spec;
    this.#isHeld = isHeld;
    this.#index = new SortedIndex<LocalItem>(spec.compare, ({ uuid }) => uuid);
  }

  /** The members' uuids in order. */
  uuids(): readonly string[] {
    return this.#index.keys;
  }

  /** Evaluates items again: each that changed since the last call, and each whose `isHeld` changed. */
  update(changes: Iterable<RowChange>): ListChange {
    const out: LocalItem[] = [];
    const into: LocalItem[] = [];
    let isTouched = false;
    for (const { before, after } of changes) {
      const was = before && this.#index.has(before) ? before : undefined;
      const now = after && this.#spec.has(after, this.#isHeld) ? after : undefined;
      if (was === now) continue;
      isTouched = true;
      if (was && now && this.#spec.compare(was, now) === 0) {
        this.#index.swap(was, now);
        continue;
      }
      if (was) out.push(was);
      if (now) into.push(now);
    }
    this.#index.change(out, into);
    return { isTouched, isMoved: out.length > 0 || into.length > 0 };
  }
}
