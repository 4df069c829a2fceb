import { firstPersonId } from '@foray/domain';
import type { ItemRow } from '../store/rows.ts';
import type { FamilyBelow, ItemKeys, Reads } from '../store/store.ts';
import { countsOf } from './child-counts.ts';
import { memoryErasedReads } from './memory-erasure.ts';
import { memoryLogReads } from './memory-log-reads.ts';
import { memoryPeopleReads } from './memory-people-reads.ts';
import { memorySeenReads } from './memory-seen-reads.ts';
import type { TableName, TableRows } from './tables.ts';
import {
  byId,
  childrenByParent,
  distinct,
  isEnded,
  rowsIn,
  type RunsView,
  type UngatedPrimitives,
  type View,
} from './view.ts';

/** The reading primitives by plain scans of a view. */
export function memoryReads(view: View, runsOf: () => RunsView): UngatedPrimitives<Reads> {
  const some = rowsIn(view);
  const accessOf = (userId: number, itemId: number) => view.get('access', `${userId} ${itemId}`);
  const sees = (userId: number, itemId: number) => accessOf(userId, itemId)?.removed === false;
  const accessOfAll = (itemIds: readonly number[]) => {
    const ids = new Set(itemIds);
    return some('access', (row) => ids.has(row.item_id)).toSorted(
      (a, b) => a.item_id - b.item_id || a.user_id - b.user_id,
    );
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
      const children = childrenByParent(view);
      return distinct(parentIds).map((item_id) => {
        const counted = children.get(item_id) ?? [];
        return countsOf(
          item_id,
          counted.filter((row) => viewerId === null || sees(viewerId, row.id)),
        );
      });
    },
    below(itemIds) {
      const children = childrenByParent(view);
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
    op(userId, opId) {
      return view.get('ops', `${userId} ${opId}`) ?? null;
    },
    notifications(ids) {
      return byKeys(view, 'notifications', ids);
    },
  } satisfies Partial<UngatedPrimitives<Reads>>;
  return Object.assign(
    memoryPeopleReads(view),
    memoryLogReads(view),
    memorySeenReads(view),
    memoryErasedReads(view),
    itemReads,
  );
}

const ascending = (a: number, b: number) => a - b;

function byKeys<T extends 'items' | 'users' | 'notifications'>(
  view: View,
  table: T,
  ids: readonly number[],
): TableRows[T][] {
  return distinct(ids).flatMap((id) => view.get(table, id) ?? []);
}

function belowOne(itemId: number, children: ReadonlyMap<number, readonly ItemRow[]>): FamilyBelow {
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
}

/** The view of maps without changes. */
export function viewOf(
  maps: () => { readonly [T in TableName]: ReadonlyMap<string | number, TableRows[T]> },
): View {
  return { get: (table, key) => maps()[table].get(key), rows: (table) => maps()[table].values() };
}
