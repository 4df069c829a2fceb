import type { Tally } from '@foray/contract';
import { compareHits, firstPersonId, matches, newestFirst, titleMatches } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import type { Deletion, DeletionPlace, ItemRow, SeenItem } from '../store/rows.ts';
import { isExpired, isTombstone } from '../store/tombstone.ts';
import type { FeedPage, ItemKeys, Reads } from '../store/store.ts';
import { countsOf } from './child-counts.ts';
import { memoryLogReads, numberedPage } from './memory-log-reads.ts';
import { memoryPeopleReads } from './memory-people-reads.ts';
import type { TableName, TableRows } from './tables.ts';
import { distinct, isEnded, type RunsView, type UngatedPrimitives, type View } from './view.ts';

/** The reading primitives by plain scans of a view. */
export function memoryReads(view: View, runsOf: () => RunsView): UngatedPrimitives<Reads> {
  const some = <T extends TableName>(table: T, keep: (row: TableRows[T]) => boolean) => {
    const kept: TableRows[T][] = [];
    for (const row of view.rows(table)) if (keep(row)) kept.push(row);
    return kept;
  };
  const accessOf = (userId: number, itemId: number) => view.get('access', `${userId} ${itemId}`);
  const sees = (userId: number, itemId: number) => accessOf(userId, itemId)?.removed === false;
  const seen = (userId: number, keep: (item: ItemRow) => boolean): SeenItem[] =>
    some('access', (row) => row.user_id === userId && !row.removed)
      .flatMap((access) => {
        const item = view.get('items', access.item_id);
        return item !== undefined && keep(item) ? [{ item, access }] : [];
      })
      .toSorted((a, b) => byCreation(a.item, b.item));
  const accessOfAll = (itemIds: readonly number[]) => {
    const ids = new Set(itemIds);
    return some('access', (row) => ids.has(row.item_id)).toSorted(
      (a, b) => a.item_id - b.item_id || a.user_id - b.user_id,
    );
  };
  const childrenByParent = () => {
    const children = new Map<number, ItemRow[]>();
    for (const item of view.rows('items')) {
      if (item.parent_id === null) continue;
      const siblings = children.get(item.parent_id);
      if (siblings === undefined) children.set(item.parent_id, [item]);
      else siblings.push(item);
    }
    return children;
  };
  const belowOne = (itemId: number, children: ReadonlyMap<number, readonly ItemRow[]>) => {
    const people = new Set<number>();
    let items = 0;
    const counts = countsOf(itemId, children.get(itemId) ?? []);
    const visit = (parentId: number): void => {
      for (const child of children.get(parentId) ?? []) {
        if (child.deleted_at === null && child.occurrence_of === null) items += 1;
        const assignee = child.deleted_at === null ? (child.assigned_to ?? 0) : 0;
        if (assignee >= firstPersonId) people.add(assignee);
        visit(child.id);
      }
    };
    visit(itemId);
    return { ...counts, items, people: [...people].toSorted(ascending) };
  };

  // An account that starts empty is created again.
  const lifeOf = (userId: number): number =>
    Date.parse(view.get('users', userId)?.created_at ?? '') || 0;

  const itemReads = {
    standing(userId) {
      const { runs, epoch, movedFrom } = runsOf();
      const head = view.get('heads', userId)?.head ?? null;
      const position = runs.position(userId, head, movedFrom(userId));
      const ended = isEnded(view, userId) && ({ isEnded: true } as const);
      return { ...position, epoch: runs.epochOf(userId) ?? epoch, life: lifeOf(userId), ...ended };
    },
    lives(userIds) {
      return new Map(distinct(userIds).map((id) => [id, lifeOf(id)]));
    },
    runEnds(userId, names) {
      return runsOf().runs.ends(userId, view.get('heads', userId)?.head ?? 0, names);
    },
    items(keys: ItemKeys) {
      if ('ids' in keys) return byKeys(view, 'items', keys.ids);
      const uuids = new Set(keys.uuids);
      return some('items', (row) => uuids.has(row.uuid)).toSorted(byId);
    },
    members(itemIds) {
      const rows = accessOfAll(itemIds);
      return byKeys(view, 'items', itemIds).map((item) => ({
        item,
        access: rows.filter(({ item_id }) => item_id === item.id),
      }));
    },
    copies(uuid, n) {
      const copies = some('items', (row) => row.occurrence_of === uuid);
      const asked = copies.filter((row) => n === null || row.occurrence === n);
      return asked.toSorted((a, b) => a.occurrence - b.occurrence);
    },
    children(parentIds) {
      const parents = new Set<number | null>(parentIds);
      return some('items', (row) => parents.has(row.parent_id)).toSorted(byId);
    },
    childCounts(parentIds, viewerId) {
      const children = childrenByParent();
      return distinct(parentIds).map((item_id) => {
        const counted = children.get(item_id) ?? [];
        return countsOf(
          item_id,
          counted.filter((row) => viewerId === null || sees(viewerId, row.id)),
        );
      });
    },
    below(itemIds) {
      const children = childrenByParent();
      return distinct(itemIds).map((id) => belowOne(id, children));
    },
    access(itemIds, userIds) {
      if (userIds !== null) {
        return distinct(itemIds).flatMap((id) =>
          distinct(userIds).flatMap((userId) => accessOf(userId, id) ?? []),
        );
      }
      return accessOfAll(itemIds);
    },
    seen(userId, itemIds) {
      return distinct(itemIds).flatMap((id) => {
        const [access, item] = [accessOf(userId, id), view.get('items', id)];
        return item === undefined || access?.removed !== false ? [] : { item, access };
      });
    },
    op(userId, opId) {
      return view.get('ops', `${userId} ${opId}`) ?? null;
    },
    itemFeed(userId, type: ItemType, since, limit) {
      const rows = some('access', (row) => row.user_id === userId && row.seq > since).flatMap(
        (access) => {
          const item = view.get('items', access.item_id);
          return item?.type === type ? [{ item, access }] : [];
        },
      );
      return feedPage(view, userId, rows, (row) => row.access.seq, limit);
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
      const ofType = (type: ItemType) =>
        tallyOf(seen(userId, (item) => item.type === type).map(({ access }) => access.seq));
      return {
        head: view.get('heads', userId)?.head ?? 0,
        items: { campaign: ofType('campaign'), task: ofType('task'), todo: ofType('todo') },
        mutuals: tallyOf(mutualIds),
        notifications: tallyOf(notifications.map(({ seq }) => seq)),
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
    takenBy(deletedOp) {
      return some('items', (row) => row.deleted_op === deletedOp).toSorted(byId);
    },
    expired(before, limit) {
      return some('items', (row) => isExpired(row, before))
        .toSorted(byDeletion)
        .slice(0, limit);
    },
    holdings(userId, limit) {
      const children = childrenByParent();
      const holdsText = (row: ItemRow): boolean =>
        !isTombstone(row) || (children.get(row.id) ?? []).some(holdsText);
      const held = some(
        'items',
        (row) =>
          row.assigned_to === userId ||
          (row.user_id === userId && (row.parent_id === null ? holdsText(row) : !isTombstone(row))),
      );
      return held.toSorted(byId).slice(0, limit);
    },
    assignedBy(userId, otherId, limit) {
      const isOthers = ({ user_id, root_id }: ItemRow): boolean =>
        user_id === otherId || view.get('items', root_id)?.user_id === otherId;
      const held = some('items', (row) => row.assigned_to === userId && isOthers(row));
      return held.toSorted(byId).slice(0, limit);
    },
    observersOf(userId) {
      const observers = some('access', (row) => {
        if (row.removed || row.user_id === userId) return false;
        const item = view.get('items', row.item_id);
        return item?.user_id === userId || item?.assigned_to === userId;
      });
      return distinct(observers.map((row) => row.user_id));
    },
    notifications(ids) {
      return byKeys(view, 'notifications', ids);
    },
  } satisfies Partial<UngatedPrimitives<Reads>>;
  return Object.assign(memoryPeopleReads(view), memoryLogReads(view), itemReads);
}

const tallyOf = (numbers: readonly number[]): Tally => ({
  count: numbers.length,
  sum: numbers.reduce((sum, one) => sum + one, 0),
});
const byCreation = newestFirst('created');
const ascending = (a: number, b: number) => a - b;
const byDeletion = (a: ItemRow, b: ItemRow) =>
  (a.deleted_at ?? '').localeCompare(b.deleted_at ?? '') || a.id - b.id;
const byPlace = (a: DeletionPlace, b: DeletionPlace) =>
  inOrder(a.deleted_at, b.deleted_at) || inOrder(a.deleted_op, b.deleted_op);
const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byId = (a: { readonly id: number }, b: { readonly id: number }) => a.id - b.id;

function byKeys<T extends 'items' | 'users' | 'notifications'>(
  view: View,
  table: T,
  ids: readonly number[],
): TableRows[T][] {
  return distinct(ids).flatMap((id) => view.get(table, id) ?? []);
}

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

/** The view of maps without changes. */
export function viewOf(
  maps: () => { readonly [T in TableName]: ReadonlyMap<string | number, TableRows[T]> },
): View {
  return { get: (table, key) => maps()[table].get(key), rows: (table) => maps()[table].values() };
}
