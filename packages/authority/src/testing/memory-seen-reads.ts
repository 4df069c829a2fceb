import type { Tally } from '@foray/contract';
import { compareHits, matches, newestFirst, titleMatches } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import type { Deletion, DeletionPlace, ItemRow, SeenItem } from '../store/rows.ts';
import type { FeedPage, Reads } from '../store/store.ts';
import { isTombstone } from '../store/tombstone.ts';
import { numberedPage } from './memory-log-reads.ts';
import { distinct, rowsIn, type UngatedPrimitives, type View } from './view.ts';

/** The reading primitives of what a user sees, by plain scans of a view. */
export function memorySeenReads(view: View) {
  const some = rowsIn(view);
  const accessOf = (userId: number, itemId: number) => view.get('access', `${userId} ${itemId}`);
  const seen = (userId: number, keep: (item: ItemRow) => boolean): SeenItem[] =>
    some('access', (row) => row.user_id === userId && !row.removed)
      .flatMap((access) => {
        const item = view.get('items', access.item_id);
        return item !== undefined && keep(item) ? [{ item, access }] : [];
      })
      .toSorted((a, b) => byCreation(a.item, b.item));
  return {
    seen(userId, itemIds) {
      return distinct(itemIds).flatMap((id) => {
        const [access, item] = [accessOf(userId, id), view.get('items', id)];
        return item === undefined || access?.removed !== false ? [] : { item, access };
      });
    },
    itemFeeds(userId, sinceByType, limit) {
      const pageOf = (type: ItemType, since: number) => {
        const rows = some('access', (row) => row.user_id === userId && row.seq > since).flatMap(
          (access) => {
            const item = view.get('items', access.item_id);
            return item?.type === type ? [{ item, access }] : [];
          },
        );
        return feedPage(view, userId, rows, (row) => row.access.seq, limit);
      };
      return new Map([...sinceByType].map(([type, since]) => [type, pageOf(type, since)]));
    },
    feed(userId, since, limit) {
      const rows = some('feed', (row) => row.user_id === userId && row.seq > since);
      return feedPage(view, userId, rows, (row) => row.seq, limit);
    },
    tallies(userId, notificationsMost) {
      const feed = some('feed', (row) => row.user_id === userId && !row.removed);
      const notifications = feed
        .filter(({ kind }) => kind === 'notification')
        .toSorted((a, b) => b.ref_id - a.ref_id)
        .slice(0, notificationsMost);
      const mutualIds = feed.flatMap(({ kind, ref_id }) => (kind === 'mutual' ? [ref_id] : []));
      const places = feed.flatMap((row) => {
        const kind =
          row.kind === 'private' ? view.get('private_rows', row.ref_id)?.kind : undefined;
        return kind === undefined ? [] : { kind, seq: row.seq };
      });
      const kinds = [...new Set(places.map(({ kind }) => kind))].toSorted();
      const ofType = (type: ItemType) =>
        tallyOf(seen(userId, (item) => item.type === type).map(({ access }) => access.seq));
      return {
        head: view.get('heads', userId)?.head ?? 0,
        items: { campaign: ofType('campaign'), task: ofType('task'), todo: ofType('todo') },
        mutuals: tallyOf(mutualIds),
        notifications: tallyOf(notifications.map(({ seq }) => seq)),
        privateRows: Object.fromEntries(
          kinds.map((kind) => [
            kind,
            tallyOf(places.filter((one) => one.kind === kind).map(({ seq }) => seq)),
          ]),
        ),
      };
    },
    pageOfItems(userId, type, page, perPage) {
      return numberedPage(
        seen(userId, (item) => type === null || item.type === type),
        page,
        perPage,
      );
    },
    search(userId, needle, limit) {
      const sought = ({ search_folded: folded, search_text: former }: ItemRow) =>
        folded === null ? ([former, needle.former] as const) : ([folded, needle.folded] as const);
      const hit = ({ item }: SeenItem) => ({
        id: item.id,
        updated_at: item.updated_at,
        inTitle: titleMatches(...sought(item)),
        isPast: item.occurrence_of !== null,
      });
      return seen(userId, (item) => matches(...sought(item)))
        .toSorted((a, b) => compareHits(hit(a), hit(b)))
        .slice(0, limit);
    },
    deletions(userId, since, after, limit) {
      const byOp = new Map<string, Deletion>();
      for (const access of some(
        'access',
        (row) => row.user_id === userId && row.reason === 'deleted' && row.permission === 'manage',
      ).toSorted((a, b) => a.item_id - b.item_id)) {
        const item = view.get('items', access.item_id);
        if (item?.deleted_at == null || item.deleted_op === null) continue;
        if (item.deleted_at < since || isTombstone(item)) continue;
        const { deleted_at, deleted_op } = item;
        const before = byOp.get(deleted_op);
        const item_ids = [...(before?.item_ids ?? []), item.id];
        const assignee_ids = [...(before?.assignee_ids ?? []), item.assigned_to ?? 0];
        byOp.set(deleted_op, { deleted_at, deleted_op, item_ids, assignee_ids });
      }
      return [...byOp.values()]
        .filter((one) => after === null || byPlace(one, after) < 0)
        .toSorted((a, b) => byPlace(b, a))
        .slice(0, limit);
    },
  } satisfies Partial<UngatedPrimitives<Reads>>;
}

const tallyOf = (numbers: readonly number[]): Tally => ({
  count: numbers.length,
  sum: numbers.reduce((sum, one) => sum + one, 0),
});
const byCreation = newestFirst('created');
const byPlace = (a: DeletionPlace, b: DeletionPlace) =>
  inOrder(a.deleted_at, b.deleted_at) || inOrder(a.deleted_op, b.deleted_op);
const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function feedPage<Row>(
  view: View,
  userId: number,
  rows: readonly Row[],
  seqOf: (row: Row) => number,
  limit: number,
): FeedPage<Row> {
  const sorted = rows.toSorted((a, b) => seqOf(a) - seqOf(b));
  const head = view.get('heads', userId);
  return {
    rows: sorted.slice(0, limit),
    more: sorted.length > limit,
    head: head?.head ?? 0,
    floor: head?.floor ?? 0,
  };
}
