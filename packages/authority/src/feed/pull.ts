import type {
  ChangesDelta,
  ItemsDelta,
  Removal,
  StreamsDelta,
  StreamsQuery,
} from '@foray/contract';
import { itemTypes } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import { EpochChangedError, refusalOfLoss } from '../epochs/epoch-checked-store.ts';
import type { CheckedPosition, EpochCheckedStore } from '../epochs/epoch-checked-store.ts';
import { deltaItems, peopleIn } from '../items/item-view.ts';
import { peopleFor } from '../items/people.ts';
import { bytesOf, fittingRows } from '../queries/page-bytes.ts';
import { deleterOf } from '../store/changer.ts';
import type { Caller } from '../store/request.ts';
import type { SeenItem } from '../store/rows.ts';
import type { FeedPage, Reads } from '../store/store.ts';
import { readChanges } from './changes.ts';
import type { StreamQuery } from './changes.ts';

/**
 * Added to the cursors of a full fetch for as long as they are below the floor. It distinguishes them from
 * old cursors, which have missed removals; a device that starts has no items that could have been removed.
 */
const fullFetchMark = 2 ** 52;

/**
 * A page of each stream that `query` names, after its cursor, removals included (sync.md, section 2): all of
 * one snapshot, so that streams without `more` end at the same head. Streams that are at the head cost no
 * statement. `EpochChangedError` is thrown, so that the device fetches everything: a cursor beyond the
 * caller's head comes from another history, and one from more than 180 days ago has missed removals that have
 * been deleted.
 */
export async function pullStreams(
  store: EpochCheckedStore,
  caller: Caller,
  now: string,
  query: StreamsQuery,
): Promise<StreamsDelta> {
  const { userId } = caller;
  return store.read(async (reads, standing) => {
    const { epoch } = standing;
    const items = await readItemPages(reads, standing, caller, query);
    const changes =
      query.changes === undefined
        ? null
        : await readChanges(reads, standing, caller, { since: query.changes, limit: query.limit });
    const seen = [...items.values()].flatMap((page) => page.seen);
    const named = peopleIn(seen.map(({ item }) => item));
    const people = await peopleFor(reads, userId, [
      ...new Set([...named, ...(changes?.userIds ?? [])]),
    ]);
    const usersOf = (ids: readonly number[]) =>
      [...new Set(ids)].flatMap((id) => people.get(id) ?? []);
    const rowOf = new Map((await deltaItems(reads, userId, seen)).map((row) => [row.id, row]));
    const pages = [...items].map(([type, page]): [ItemType, ItemsDelta] => [
      type,
      {
        data: page.seen.flatMap(({ item }) => rowOf.get(item.id) ?? []),
        users: usersOf(peopleIn(page.seen.map(({ item }) => item))),
        removed: [...page.removed],
        cursor: page.cursor,
        more: page.more,
        epoch,
        now,
      },
    ]);
    return {
      ...(Object.fromEntries(pages) as { readonly [Type in ItemType]?: ItemsDelta }),
      ...(changes !== null && {
        changes: {
          users: usersOf(changes.userIds),
          mutuals: usersOf(changes.mutualIds).map(({ id, name, phone }) => ({ id, name, phone })),
          ...changes.page,
          epoch,
          now,
        },
      }),
      epoch,
      now,
    };
  });
}

/** As `pullStreams`, for the items of one type. */
export async function itemsDelta(
  store: EpochCheckedStore,
  caller: Caller,
  now: string,
  { type, since, limit }: StreamQuery & { readonly type: ItemType },
): Promise<ItemsDelta> {
  const { [type]: page } = await pullStreams(store, caller, now, { [type]: since, limit });
  if (page === undefined) throw new Error(`no page of ${type}`);
  return page;
}

/** As `pullStreams`, for everything that is not an item. */
export async function changesDelta(
  store: EpochCheckedStore,
  caller: Caller,
  now: string,
  { since, limit }: StreamQuery,
): Promise<ChangesDelta> {
  const { changes } = await pullStreams(store, caller, now, { changes: since, limit });
  if (changes === undefined) throw new Error('no page of changes');
  return changes;
}

/** The rows of a page of items, before the people whom they name are known. */
interface ItemPage {
  readonly seen: readonly SeenItem[];
  readonly removed: readonly Removal[];
  readonly cursor: number;
  readonly more: boolean;
}

async function readItemPages(
  reads: Reads,
  standing: CheckedPosition,
  caller: Caller,
  query: StreamsQuery,
): Promise<ReadonlyMap<ItemType, ItemPage>> {
  const asked = itemTypes.flatMap((type) => {
    const cursor = query[type];
    if (cursor === undefined) return [];
    const since = cursor % fullFetchMark;
    if (since > standing.head) throw refusalOfLoss(standing, caller);
    return [{ type, since, isFull: cursor === 0 || cursor >= fullFetchMark }];
  });
  const behind = asked.filter(({ since }) => since < standing.head);
  const sinceByType = new Map(behind.map(({ type, since }) => [type, since]));
  const feeds =
    behind.length === 0
      ? new Map<ItemType, FeedPage<SeenItem>>()
      : await reads.itemFeeds(caller.userId, sinceByType, query.limit);
  return new Map(
    asked.map(({ type, since, isFull }) => {
      const feed = feeds.get(type);
      if (feed === undefined) return [type, { seen: [], removed: [], cursor: since, more: false }];
      // Nothing that the device received is lost; it only lacks later changes.
      if (!isFull && since < feed.floor) {
        throw new EpochChangedError(standing, standing.head, null);
      }
      return [type, pageOf(feed, since, isFull)];
    }),
  );
}

function pageOf(feed: FeedPage<SeenItem>, since: number, isFull: boolean): ItemPage {
  const rows = fittingRows(feed.rows, ({ item, access }) => (access.removed ? 0 : bytesOf(item)));
  const more = feed.more || rows.length < feed.rows.length;
  const last = rows.at(-1)?.access.seq ?? since;
  return {
    seen: rows.filter(({ access }) => !access.removed),
    removed: rows.filter(({ access }) => access.removed).map(removalOf),
    cursor: more ? last + (isFull && last < feed.floor ? fullFetchMark : 0) : feed.head,
    more,
  };
}

function removalOf({ item, access: { reason, seq } }: SeenItem): Removal {
  const { id, uuid, deleted_at } = item;
  const isDeleted = reason === 'deleted' && deleted_at !== null;
  const deletion = isDeleted ? { deleted_at, deleted_by: deleterOf(item) } : {};
  return { id, uuid, reason: reason ?? 'hidden', rev: seq, ...deletion };
}
