import type { TrashedItem as ServerTrashedItem } from '@foray/contract';
import { err, may, ok } from '@foray/domain';
import type { OptimisticItem } from '@foray/domain';
import { runAction, recordChange } from './action-unit.ts';
import type { ActionResult, ActionDecision } from './action-unit.ts';
import { effectOfAppearance } from './effect.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { recomputeRow, writeRow } from '../optimistic/recompute-row.ts';
import { lastServerRowOf, localItemOf } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { freeNumber } from '../remote/apply-remote.ts';
import type { LocalTrashItem } from '../store/meta.ts';
import { byCreation, headOf } from '../store/operation.ts';
import { isCreateOf } from '../store/queued-request.ts';
import { newCreate } from '../queue/mutation-queue.ts';
import { recordAssignees, type AssignedItem } from './restored-assignees.ts';
import { rollUpParents } from '../optimistic/roll-up.ts';
import { isDeletedUnsent } from './trash.ts';
import { isUndone } from '../store/copies.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Undoes the delete that included the item, with all its items: an unsent delete leaves the queue, for a sent
 * one a restore is queued. Needs the right to delete. An item that was deleted before the server knew it is
 * created again.
 */
export function restoreItem(device: SyncContext, uuid: string): ActionResult {
  return runAction(device, (unit) => decideRestore(unit, uuid));
}

/**
 * The decision of `restoreItem`; if it refuses, nothing was written. The same delete took the items
 * `elsewhere`, which this device may lack.
 */
export async function decideRestore(
  unit: UnitOfWork,
  uuid: string,
  elsewhere: readonly AssignedItem[] = [],
): Promise<ActionDecision> {
  const local = await unit.item(uuid);
  if (local?._deleted === false) return ok({ item: local, effects: [] });
  const { permission } = local ?? (await unit.tx.meta('trash', uuid))?.item ?? {};
  const isGone = local !== undefined && (await isUndone(unit.tx, local));
  const mayRestore = permission === undefined || may(permission, 'restore');
  if (isGone || !mayRestore) return err({ code: 'forbidden' });
  const row = await putTrashBack(unit, uuid);
  if (row === null) return err({ code: 'not_found' });
  const family = await itemsOfDelete(unit, row);
  const uuids = family.map((one) => one.uuid);
  const restored = async (item: LocalItem): Promise<ActionDecision> =>
    ok({ item, effects: [await effectOfAppearance(unit, 'restore', headOf(family).uuid, uuids)] });
  if (unit.device.account.kind === 'guest')
    return restored(await restoreGuestRows(unit, row, family));
  if (await isDeletedUnsent(unit, row)) return restored(await recreateFamily(unit, row, family));
  const root = await rootOfDelete(unit, row, family);
  const also = uuids.filter((one) => one !== root.uuid);
  const alive: OptimisticItem = { ...root, deleted: false };
  await recordChange(unit, root, { kind: 'restore', uuid: root.uuid, also }, alive);
  await recordAssignees(unit, root.uuid, family, elsewhere);
  for (const one of family) await unit.tx.deleteMeta('deleting', one.uuid);
  for (const one of family) await unit.tx.deleteMeta('trash', one.uuid);
  return restored((await unit.item(uuid)) ?? row);
}

/**
 * The item, after everything that its delete included and that is no longer in the items store was put back
 * there, still deleted. The server's removals come stream by stream, so part of a family may be gone and part
 * not.
 */
async function putTrashBack(unit: UnitOfWork, uuid: string): Promise<LocalItem | null> {
  const local = await unit.item(uuid);
  const trashed = local === undefined ? await unit.tx.meta('trash', uuid) : undefined;
  const requestId = local?._deleted ? local.deletedBy : trashed?.requestId;
  if (requestId == null) return local ?? null;
  // An item that left the device before its delete was sent was deleted by another user.
  if ((await unit.tx.request(requestId))?.sent === false) return local ?? null;
  for (const { id, value } of await unit.tx.metaOf('trash')) {
    if (value.requestId !== requestId || (await unit.item(id)) !== undefined) continue;
    const row = trashedRow(unit, value);
    // The trash may belong to a history that this device has not pulled yet.
    await freeNumber(unit, row.uuid, row.id);
    unit.put({ ...row, _deleted: true, deletedBy: requestId });
    // The item's removal was received, and does not come again if the restore is discarded; a restored row is
    // newer. A removal in another history was not received here.
    const rev = value.isLost === undefined ? value.item.rev + 1 : 0;
    await unit.tx.putMeta('restoring', id, { id: row.id, uuid: id, reason: 'deleted', rev });
  }
  return (await unit.item(uuid)) ?? null;
}

/** The row of a trashed item. A row of a former history has no id: another item may have it by now. */
function trashedRow(unit: UnitOfWork, { item, isLost, sharedUpTo }: LocalTrashItem): LocalItem {
  const row = localItemOf(item);
  if (isLost === undefined) return row;
  const former = { base: item, isLost, ...(sharedUpTo !== undefined && { sharedUpTo }) };
  return { ...row, id: unit.takeLocalId(), base: null, former };
}

/** The items of the same delete, including this one. */
async function itemsOfDelete(unit: UnitOfWork, row: LocalItem): Promise<readonly LocalItem[]> {
  if (row.deletedBy === null) return [row];
  const request = await unit.tx.request(row.deletedBy);
  const rows = new Map([[row.uuid, row]]);
  if (request !== undefined) {
    for (const uuid of request.touches) {
      const one = await unit.item(uuid);
      if (one !== undefined) rows.set(uuid, one);
    }
    return [...rows.values()];
  }
  // Deletes are few and restores rarer, so reading all rows to find a delete's items is cheap enough.
  unit.cache(await unit.tx.allItems());
  for (const one of unit.cached()) if (one.deletedBy === row.deletedBy) rows.set(one.uuid, one);
  return [...rows.values()];
}

/** The item that was deleted: the item that the request names first, or else the highest of the family. */
async function rootOfDelete(
  unit: UnitOfWork,
  row: LocalItem,
  family: readonly LocalItem[],
): Promise<LocalItem> {
  const request = row.deletedBy === null ? undefined : await unit.tx.request(row.deletedBy);
  return family.find((one) => one.uuid === request?.itemUuid) ?? headOf(family);
}

async function restoreGuestRows(
  unit: UnitOfWork,
  row: LocalItem,
  family: readonly LocalItem[],
): Promise<LocalItem> {
  const at = unit.serverNow();
  const uuids = new Set(family.map((one) => one.uuid));
  for (const one of family) {
    const alive = { ...one, updated_at: at, deleted: false };
    const shown = await writeRow(unit, { ...one, deletedBy: null }, alive, []);
    const isBelow = shown.parent_uuid !== null && uuids.has(shown.parent_uuid);
    if (!isBelow) await rollUpParents(unit, one, shown, at);
  }
  return (await unit.item(row.uuid)) ?? row;
}

/**
 * Creates again the items of one delete that no server has ever had, parents first, and copies after their
 * items.
 */
async function recreateFamily(
  unit: UnitOfWork,
  row: LocalItem,
  family: readonly LocalItem[],
): Promise<LocalItem> {
  for (const one of family.toSorted(byCreation))
    if (await isDeletedUnsent(unit, one)) await recreate(unit, one);
  return (await unit.item(row.uuid)) ?? row;
}

async function recreate(unit: UnitOfWork, row: LocalItem): Promise<LocalItem> {
  // Below a parent that is never sent to the server, it would wait forever.
  const place = (await isOnServerOrQueued(unit, row.parent_uuid)) ? {} : { parent_uuid: null };
  // As the copy of a deleted item, it would be deleted with that item.
  const isCopy =
    row.occurrence_of !== null && (await unit.item(row.occurrence_of))?._deleted === false;
  const again = { ...row, ...place, ...(!isCopy && { occurrence_of: null }), deletedBy: null };
  // Only an import states an item's place in its series, and an import causes no roll-up.
  const isInSeries = row.occurrence > 1 || row.occurrence_of !== null;
  await unit.putRequest(newCreate(unit, again, isInSeries));
  const shown = await recomputeRow(unit, again);
  if (!isInSeries) await rollUpParents(unit, row, shown, unit.serverNow());
  return shown;
}

/** Whether an item is on the server, as far as this device knows, or queued for it. */
async function isOnServerOrQueued(unit: UnitOfWork, uuid: string | null): Promise<boolean> {
  const row = uuid === null ? undefined : await unit.item(uuid);
  if (row === undefined) return false;
  if (lastServerRowOf(row) !== null) return true;
  const queued = await unit.tx.queueOf(row.uuid);
  return queued.some((request) => isCreateOf(request, row.uuid));
}

/**
 * Restores an item that another device deleted, as `GET /api/trash` listed it. The restore is queued like any
 * other change; the other items of that delete arrive with the next sync.
 */
export async function restoreFromServer(
  device: SyncContext,
  item: ServerTrashedItem,
): ActionResult {
  const { created_by: _, user: __, assignedUser: ___, parent: ____, ...rest } = item;
  const { deleted_at: deletedAt, taken_along: _____, assignees_along, ...listed } = rest;
  const elsewhere = assignees_along?.map(({ user_id, uuid }) => ({ uuid, assigned_to: user_id }));
  // The list is fetched outside sync cycles, so it may be of another history than this device's data.
  const unknown = { isLost: false, sharedUpTo: 0 };
  const kept = await device.store.write(async (tx) => {
    if ((await tx.itemByUuid(item.uuid)) !== undefined) return;
    if ((await tx.meta('trash', item.uuid)) !== undefined) return;
    const requestId = `trash:${item.uuid}`;
    await tx.putMeta('trash', item.uuid, { item: listed, requestId, deletedAt, ...unknown });
  });
  if (!kept.ok) return { ok: false, error: { code: 'store', failure: kept.error } };
  return runAction(device, (unit) => decideRestore(unit, item.uuid, elsewhere));
}
