import type { ItemsDelta, ItemsPage, Ref, Removal, WireItem } from '@foray/contract';
import { formerQuery, normaliseQuery, pageOf, pageSize } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import { findItems } from '../items/family.ts';
import { deltaItems, peopleIn, wireItem, wireItems } from '../items/item-view.ts';
import { EpochChangedError, refusalOfLoss } from '../epochs/epoch-checked-store.ts';
import type { EpochCheckedStore } from '../epochs/epoch-checked-store.ts';
import { peopleFor } from '../items/people.ts';
import { deleterOf } from '../store/changer.ts';
import type { Caller } from '../store/request.ts';
import { bytesOf, fittingRows } from './page-bytes.ts';
import type { SeenItem } from '../store/rows.ts';
import type { Store } from '../store/store.ts';

/** The maximum number of items in a search response. */
export const maxSearchResults = 50;

/**
 * Added to the cursors of a full fetch for as long as they are below the floor. It distinguishes them from
 * old cursors, which have missed removals; a device that starts has no items that could have been removed.
 */
const fullFetchMark = 2 ** 52;

/** A place in a stream and the number of rows wanted from there. */
export interface StreamQuery {
  /** The cursor of the last page; 0 to start. */
  readonly since: number;
  /** The maximum number of rows of the page. */
  readonly limit: number;
}

function removalOf({ item, access: { reason, seq } }: SeenItem): Removal {
  const { id, uuid, deleted_at } = item;
  const isDeleted = reason === 'deleted' && deleted_at !== null;
  const deletion = isDeleted ? { deleted_at, deleted_by: deleterOf(item) } : {};
  return { id, uuid, reason: reason ?? 'hidden', rev: seq, ...deletion };
}

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

/**
 * A page of the caller's changes among items of a type after a cursor, removals included (sync.md, section
 * 2). `EpochChangedError` is thrown, so that the device fetches everything: a cursor beyond the caller's
 * head comes from another history, and one from more than 180 days ago has missed removals that have been
 * deleted.
 */
export async function itemsDelta(
  store: EpochCheckedStore,
  caller: Caller,
  now: string,
  query: StreamQuery & { readonly type: ItemType },
): Promise<ItemsDelta> {
  return store.read(async (reads, standing) => {
    const { userId } = caller;
    const isFull = query.since === 0 || query.since >= fullFetchMark;
    const since = query.since % fullFetchMark;
    const found = await reads.itemFeed(userId, query.type, since, query.limit);
    const rows = fittingRows(found.rows, ({ item, access }) =>
      access.removed ? 0 : bytesOf(item),
    );
    const page = { ...found, rows, more: found.more || rows.length < found.rows.length };
    const hasMissedRemovals = !isFull && since < page.floor;
    if (since > page.head) throw refusalOfLoss(standing, caller);
    // Nothing that the device received is lost; it only lacks later changes.
    if (hasMissedRemovals) throw new EpochChangedError(standing, standing.head, null);
    const last = page.rows.at(-1)?.access.seq ?? since;
    const seen = page.rows.filter(({ access }) => !access.removed);
    const people = await peopleFor(reads, userId, peopleIn(seen.map(({ item }) => item)));
    return {
      data: [...(await deltaItems(reads, userId, seen))],
      users: [...people.values()],
      removed: page.rows.filter(({ access }) => access.removed).map(removalOf),
      cursor: page.more ? last + (isFull && last < page.floor ? fullFetchMark : 0) : page.head,
      more: page.more,
      epoch: standing.epoch,
      now,
    };
  });
}
