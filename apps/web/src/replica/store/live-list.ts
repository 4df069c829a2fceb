import type { Item } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { SortedIndex } from './sorted-index.ts';
import type { ItemChange } from './touched-items.ts';

/** What belongs to a list and in what order; `key` names it. */
export interface ListSpec {
  readonly key: string;
  /** `isHeld`: whether the device has a living item with that uuid. */
  readonly has: (item: Item, isHeld: (uuid: string) => boolean) => boolean;
  /** A total order: ties are broken by id. */
  readonly compare: (a: Item, b: Item) => number;
}

/** What a change of items did to a list. */
export interface ListChange {
  /** The value of a member changed, or what `isMoved` says. */
  readonly isTouched: boolean;
  /** An item came, went, or may stand elsewhere. */
  readonly isMoved: boolean;
}

/** A list of living items kept in order while they change. */
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

  /** Re-evaluates items: each that changed since the last time, and each of which `isHeld` did. */
  update(changes: Iterable<ItemChange>): ListChange {
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
