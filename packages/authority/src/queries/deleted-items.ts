import type { TrashedItem, TrashList, TrashQuery } from '@foray/contract';
import { may, permissionOf } from '@foray/domain';
import { ancestorLines, rightsFieldsOf } from '../items/family.ts';
import { wireItems } from '../items/item-view.ts';
import type { Caller } from '../store/request.ts';
import type { Deletion, DeletionPlace, ItemRow, SeenItem } from '../store/rows.ts';
import type { Reads, Store } from '../store/store.ts';
import { trashStart } from '../store/tombstone.ts';
import { bytesOf, fittingRows } from './page-bytes.ts';

/**
 * A page of what the caller can restore: deletes of the last 30 days that include items they manage now,
 * whether or not they saw them before, newest first. A delete is one line, about the item that was deleted,
 * and counts the items that come back with it; if the caller may not restore that item, their own items
 * have separate lines (product.md, "The hierarchy"). The number of statements does not depend on the number
 * of items.
 */
export async function listTrash(
  store: Store,
  caller: Caller,
  now: string,
  query: TrashQuery,
): Promise<TrashList> {
  return store.read(async (reads) => {
    const { userId } = caller;
    const { limit } = query;
    const after = query.before === undefined ? null : placeOf(query.before);
    const found = await reads.deletions(userId, trashStart(now), after, limit + 1);
    const asked = found.slice(0, limit);
    const heads = asked.flatMap((deletion) => linesOf(deletion).map(([id]) => id));
    const assigned = asked.flatMap((deletion) => [...assignedOf(deletion).values()]);
    const rows = await reads.items({ ids: [...heads, ...assigned] });
    const bytes = new Map(rows.map((row) => [row.id, bytesOf(row)]));
    const uuids = new Map(rows.map((row) => [row.id, row.uuid]));
    const deletions = fittingRows(asked, (deletion) =>
      linesOf(deletion).reduce((sum, [id]) => sum + (bytes.get(id) ?? 0), 0),
    );
    const last = found.length > deletions.length ? deletions.at(-1) : undefined;
    const lines = new Map(deletions.flatMap(linesOf));
    const assignees = new Map(deletions.map((one) => [headOf(one), assigneesOf(one, uuids)]));
    const seen = await restorable(reads, userId, [...lines.keys()]);
    const items = await wireItems(reads, userId, seen);
    const data = items.map((item, index): TrashedItem => ({
      ...item,
      deleted_at: seen[index]?.item.deleted_at ?? now,
      taken_along: lines.get(item.id) ?? 0,
      assignees_along: assignees.get(item.id) ?? [],
    }));
    return { data, next: last === undefined ? null : `${last.deleted_at}_${last.deleted_op}` };
  });
}

/** The item that a delete was about; the caller may not manage it. */
function headOf({ deleted_op }: Deletion): number {
  return Number(deleted_op.split(':')[0]);
}

/** The items under which a delete is listed, with the number of items that come back with each. */
function linesOf(deletion: Deletion): readonly (readonly [number, number])[] {
  const { item_ids } = deletion;
  const head = headOf(deletion);
  if (item_ids.includes(head)) return [[head, item_ids.length - 1]];
  return item_ids.map((id) => [id, 0]);
}

/** Each assignee of the items that come back with the item of the delete, with the first of these items. */
function assignedOf(deletion: Deletion): ReadonlyMap<number, number> {
  const { item_ids, assignee_ids } = deletion;
  const head = headOf(deletion);
  const assigned = new Map<number, number>();
  if (!item_ids.includes(head)) return assigned;
  for (const [index, id] of item_ids.entries()) {
    const assignee = assignee_ids[index] ?? 0;
    if (id !== head && assignee !== 0 && !assigned.has(assignee)) assigned.set(assignee, id);
  }
  return assigned;
}

/** The assignees with the items' uuids, as the trash lists them. */
function assigneesOf(
  deletion: Deletion,
  uuids: ReadonlyMap<number, string>,
): NonNullable<TrashedItem['assignees_along']> {
  return [...assignedOf(deletion)].flatMap(([user_id, id]) => {
    const uuid = uuids.get(id);
    return uuid === undefined ? [] : [{ user_id, uuid }];
  });
}

/** Those items that the user may restore, in this order, as they were last seen. */
async function restorable(
  reads: Reads,
  userId: number,
  ids: readonly number[],
): Promise<readonly SeenItem[]> {
  if (ids.length === 0) return [];
  const items = new Map((await reads.items({ ids })).map((item) => [item.id, item]));
  const access = new Map((await reads.access(ids, [userId])).map((row) => [row.item_id, row]));
  const ancestors = await ancestorLines(reads, [...items.values()]);
  const isMine = (item: ItemRow): boolean => {
    const line = [item, ...(ancestors.get(item.id) ?? [])].map(rightsFieldsOf);
    return may(permissionOf(userId, line, false), 'restore');
  };
  return ids.flatMap((id) => {
    const [item, row] = [items.get(id), access.get(id)];
    return item !== undefined && row !== undefined && isMine(item) ? { item, access: row } : [];
  });
}

function placeOf(before: string): DeletionPlace {
  const [deleted_at = '', deleted_op = ''] = before.split('_');
  return { deleted_at, deleted_op };
}
