import { changedFields, may } from '@foray/domain';
import type { DeltaItem } from '@foray/contract';
import type { LocalItem } from '../store/local-item.ts';
import type { LocalTrashItem } from '../store/meta.ts';
import { storedName } from '../store/stored-names.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { isUnchangedSince } from './epoch-change.ts';
import { repeatLostDelete } from './repeat-deletes.ts';

/**
 * Removes an item from the trash that the server returns as living: it has been restored, unless the server
 * lost the delete with a backup. Then the item is deleted again, or its changes are asked about (I8). A copy
 * that was deleted with its item stays or is deleted with the item.
 */
export async function leaveTrash(unit: UnitOfWork, uuid: string): Promise<void> {
  const { tx } = unit;
  const row = await unit.item(uuid);
  const trashed = await tx.meta('trash', uuid);
  if (row?.base == null || trashed === undefined) return;
  const { requestId, isLost, isKnown } = trashed;
  await tx.deleteMeta('trash', uuid);
  if (isLost === undefined || isKnown) return;
  if (row.occurrence_of !== null) {
    const original = await tx.meta('trash', row.occurrence_of);
    if (original?.requestId === requestId) return;
    const item = await unit.item(row.occurrence_of);
    if (item?._deleted && item.deletedBy !== null) return joinDelete(unit, row, item.deletedBy);
  }
  const isFree = row._syncStatus !== 'pending' && may(row.permission, 'delete');
  const standing = isFree ? await outcomeOfRestore(unit, row.base, uuid, trashed) : 'restored';
  if (standing === 'lost') return repeatLostDelete(unit, row, requestId);
  if (standing === 'changed')
    return repeatLostDelete(unit, await markUnseen(unit, row, trashed), requestId);
  for (const { id, value } of await tx.metaOf('trash')) {
    const isCopy = value.item.occurrence_of === uuid && value.requestId === requestId;
    if (isCopy) await tx.deleteMeta('trash', id);
  }
}

/** Adds a copy to the queued delete of its item; with a sent delete the server deletes the copy by itself. */
async function joinDelete(unit: UnitOfWork, copy: LocalItem, requestId: string): Promise<void> {
  const deleter = await unit.tx.request(requestId);
  if (deleter?.sent === false) await repeatLostDelete(unit, copy, requestId);
}

/**
 * Records that the server has received an item's delete: the item lives again only if somebody restores it.
 */
export async function recordKnownDelete({ tx }: UnitOfWork, uuid: string): Promise<void> {
  const trashed = await tx.meta('trash', uuid);
  if (trashed?.isLost !== undefined) await tx.putMeta('trash', uuid, { ...trashed, isKnown: true });
}

/**
 * The state of an item whose delete the server may have lost. lost: nothing else was done with it. changed:
 * people changed it on the server. restored: it may have been restored. Devices that did not know of the
 * delete create a lost item again in its former state.
 */
async function outcomeOfRestore(
  unit: UnitOfWork,
  server: DeltaItem,
  uuid: string,
  trashed: LocalTrashItem,
): Promise<'lost' | 'changed' | 'restored'> {
  // The item was listed by the server's trash, not deleted here.
  if (trashed.requestId === `trash:${uuid}`) return 'restored';
  if (await isUnchangedSince(unit, server, trashed)) return 'lost';
  const { item, isLost } = trashed;
  // An undeleted item has this copy because its occurrence was completed again.
  if (item.occurrence_of !== null) return 'restored';
  if (changedFields(item, server).length > 0) return 'changed';
  return server.version === (isLost ? 1 : item.version) ? 'lost' : 'restored';
}

/** The row as it was deleted here; the server's row is decided on once the pull is complete. */
async function markUnseen(
  { tx }: UnitOfWork,
  row: LocalItem,
  { item, sharedUpTo }: LocalTrashItem,
): Promise<LocalItem> {
  if (row.base !== null) {
    await tx.putMeta(storedName.buffered, row.uuid, { kind: 'row', row: row.base });
  }
  const former = { base: item, isLost: true, ...(sharedUpTo !== undefined && { sharedUpTo }) };
  return { ...row, base: null, former };
}
