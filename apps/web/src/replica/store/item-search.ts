import { searchText } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import type { Replica } from './replica.ts';
import { SearchIndex } from './search-index.ts';
import type { RowChange } from './touched-items.ts';

/** A found item, with the text that search uses. */
interface FoundItem {
  readonly item: LocalItem;
  readonly text: string;
}

/** Indexing this many rows stays well under the 50 ms of a long task. */
const partRows = 500;

const searches = new WeakMap<Replica, ItemSearch>();

/** The search of a replica's items, begun when it is first asked for: no first screen searches. */
export function itemSearchOf(replica: Replica): ItemSearch {
  const search = searches.get(replica) ?? new ItemSearch(replica);
  searches.set(replica, search);
  return search;
}

/** Indexes the texts of a replica's items before somebody searches, with a pause for the page between parts. */
export async function indexTexts(replica: Replica, nextTask: () => Promise<void>): Promise<void> {
  const search = itemSearchOf(replica);
  while (search.indexNext(partRows)) await nextTask();
}

/** Finds items by their texts. */
class ItemSearch {
  readonly #replica: Replica;
  readonly #index: SearchIndex;
  /** The rows from before this search, which are not indexed yet. */
  #left: string[];

  constructor(replica: Replica) {
    this.#replica = replica;
    this.#index = new SearchIndex((uuid) => {
      const { title, description } = replica.row(uuid) as LocalItem;
      return searchText(title, description);
    });
    this.#left = Array.from(replica.rows(), ({ uuid }) => uuid).toReversed();
    replica.follow((changes) => {
      for (const change of changes) this.#follow(change);
    });
  }

  /** Indexes at most so many further rows, and returns whether there are more. */
  indexNext(rows: number): boolean {
    for (const uuid of this.#left.splice(-rows).toReversed()) {
      if (this.#replica.item(uuid) && !this.#index.has(uuid)) this.#index.put(uuid);
    }
    return this.#left.length > 0;
  }

  /** Undeleted items whose title or description contains the normalised needle, with that text, unordered. */
  *containing(needle: string): Generator<FoundItem> {
    while (this.indexNext(partRows));
    for (const { uuid, text } of this.#index.find(needle)) {
      const item = this.#replica.item(uuid);
      if (item) yield { item, text };
    }
  }

  #follow({ before, after }: RowChange): void {
    if (after === undefined) {
      if (before !== undefined) this.#index.delete(before.uuid);
    } else if (before === undefined || before._deleted || !isSameText(before, after)) {
      this.#index.put(after.uuid);
    }
  }
}

function isSameText(a: LocalItem, b: LocalItem): boolean {
  return a.title === b.title && a.description === b.description;
}
