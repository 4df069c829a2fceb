import type { ItemsPage, Ref, WireItem } from '@foray/contract';
import { formerQuery, normaliseQuery, pageOf, pageSize } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import { findItems } from '../items/family.ts';
import { wireItem, wireItems } from '../items/item-view.ts';
import type { Caller } from '../store/request.ts';
import { bytesOf, fittingRows } from './page-bytes.ts';
import type { Store } from '../store/store.ts';

/** The maximum number of items in a search response. */
export const maxSearchResults = 50;

/** An item as the caller may see it; null if there is none for them. */
export async function getItem(store: Store, caller: Caller, ref: Ref): Promise<WireItem | null> {
  return store.read(async (reads) => {
    const [item] = await findItems(reads, [ref]);
    return item === undefined ? null : wireItem(reads, caller.userId, item.id);
  });
}

/** A numbered page of the items of a type that the caller sees (API-04). */
export async function listItems(
  store: Store,
  caller: Caller,
  query: { readonly type: ItemType | null; readonly page: number },
): Promise<ItemsPage> {
  return store.read(async (reads) => {
    const { userId } = caller;
    const { rows, total } = await reads.pageOfItems(userId, query.type, query.page, pageSize);
    const page = pageOf(await wireItems(reads, userId, rows), total, query.page);
    return { ...page, data: [...page.data] };
  });
}

/**
 * Items whose title or description contains the text, title matches first, in the device's order
 * (SEARCH-07); none under 2 characters, at most 50, and no more than fit in a page.
 */
export async function searchItems(
  store: Store,
  caller: Caller,
  text: string,
): Promise<readonly WireItem[]> {
  const folded = normaliseQuery(text);
  if (folded === null) return [];
  const needle = { folded, former: formerQuery(text) };
  return store.read(async (reads) => {
    const hits = await reads.search(caller.userId, needle, maxSearchResults);
    return wireItems(
      reads,
      caller.userId,
      fittingRows(hits, ({ item }) => bytesOf(item)),
    );
  });
}
