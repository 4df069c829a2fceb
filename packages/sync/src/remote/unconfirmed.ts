import type { ItemType } from '@foray/domain';
import { recomputeRow } from '../optimistic/recompute-row.ts';
import { eraseItem, applyRemoteChanges } from './apply-remote.ts';
import { lastServerRowOf, withoutDelete } from '../store/local-item.ts';
import { changeOf } from '../store/operation.ts';
import type { ReadTransaction } from '../store/ports.ts';
import { storedName } from '../store/stored-names.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * State that this device shows ahead of the server although its request has left the queue: the roll-up of a
 * confirmed change, a confirmed delete, an item that a restore should have brought back, or an assignment
 * that removing a person should have ended. The pull returns the server's result, so state found before a
 * pull ends with it.
 */
export interface UnconfirmedRow {
  readonly kind: 'rolled' | 'deleting' | 'restoring' | 'unassigned';
  readonly uuid: string;
  /** The stream that returns the item; null if the item is not here, and any pull ends it. */
  readonly type: ItemType | null;
  /** The request that deleted the item. */
  readonly requestId?: string;
}

/** Reads, before a pull, the state that ends with the pull. */
export async function readUnconfirmed(tx: ReadTransaction): Promise<readonly UnconfirmedRow[]> {
  const found: Omit<UnconfirmedRow, 'type'>[] = [];
  const rolled = await tx.metaOf('rolled');
  const moving = rolled.length === 0 ? new Set<null>() : await parentsOfMoves(tx);
  for (const { id: uuid } of rolled) {
    if (await isFamilySynced(tx, uuid, moving, new Set())) found.push({ kind: 'rolled', uuid });
  }
  for (const { id: uuid, value } of await tx.metaOf('deleting')) {
    found.push({ kind: 'deleting', uuid, requestId: value.requestId });
  }
  for (const { id: uuid } of await tx.metaOf('restoring')) {
    if ((await tx.queueOf(uuid)).length === 0) found.push({ kind: 'restoring', uuid });
  }
  for (const { id: uuid } of await tx.metaOf('unassigned')) {
    found.push({ kind: 'unassigned', uuid });
  }
  const rows = await tx.itemsByUuid(found.map(({ uuid }) => uuid));
  return found.map((one, at) => ({ ...one, type: rows[at]?.type ?? null }));
}

/** Whether the server has all items from which a roll-up follows, through all levels that roll up. */
async function isFamilySynced(
  tx: ReadTransaction,
  uuid: string,
  moving: ReadonlySet<string | null>,
  seen: Set<string>,
): Promise<boolean> {
  if (moving.has(uuid)) return false;
  if (seen.has(uuid)) return true;
  seen.add(uuid);
  for (const child of await tx.childrenOf(uuid)) {
    if (child._syncStatus !== 'synced') return false;
    if (child.rolled !== null && !(await isFamilySynced(tx, child.uuid, moving, seen)))
      return false;
  }
  return true;
}

/**
 * The parents at both ends of queued moves: an item that is about to leave a parent is no longer among its
 * children.
 */
async function parentsOfMoves(tx: ReadTransaction): Promise<ReadonlySet<string | null>> {
  const parents = new Set<string | null>();
  for (const { itemUuid, data } of await tx.queue()) {
    const { parent_uuid: to } = changeOf(data ?? {});
    if (to === undefined) continue;
    const row = await tx.itemByUuid(itemUuid ?? '');
    const base = row && lastServerRowOf(row);
    parents.add(to).add(base?.parent_uuid ?? null);
  }
  return parents;
}

/** Ends, after a complete pull, the state that was found before it and still exists. */
export async function dropUnconfirmed(
  unit: UnitOfWork,
  found: readonly UnconfirmedRow[],
): Promise<void> {
  const isAnyRolled = found.some(({ kind }) => kind === 'rolled');
  const moving = isAnyRolled ? await parentsOfMoves(unit.tx) : new Set<null>();
  for (const { kind, uuid, requestId } of found) {
    if (kind === 'rolled') await dropRolled(unit, uuid, moving);
    else if (kind === 'deleting') await dropDeleting(unit, uuid, requestId);
    else if (kind === 'restoring') await dropRestoring(unit, uuid);
    else await dropUnassigned(unit, uuid);
  }
}

async function dropRolled(
  unit: UnitOfWork,
  uuid: string,
  moving: ReadonlySet<string | null>,
): Promise<void> {
  if (moving.has(uuid)) return;
  const children = await unit.children(uuid);
  if (children.some((child) => child._syncStatus === 'pending')) return;
  await unit.tx.deleteMeta('rolled', uuid);
  const row = await unit.item(uuid);
  if (row !== undefined) await recomputeRow(unit, { ...row, rolled: null });
}

async function dropDeleting(
  unit: UnitOfWork,
  uuid: string,
  requestId: string | undefined,
): Promise<void> {
  const mark = await unit.tx.meta('deleting', uuid);
  if (mark === undefined || mark.requestId !== requestId) return;
  await unit.tx.deleteMeta('deleting', uuid);
  const row = await unit.item(uuid);
  if (row?.deletedBy !== requestId) return;
  // Without a base no removal would match the row. Rev 0 keeps a buffered change, since it may be newer: it
  // is processed, or a removal removes it.
  if (row.base === null) await eraseItem(unit, row, { reason: 'deleted', rev: 0 });
  else await recomputeRow(unit, withoutDelete(row));
}

async function dropRestoring(unit: UnitOfWork, uuid: string): Promise<void> {
  const removal = await unit.tx.meta('restoring', uuid);
  if (removal === undefined || (await unit.tx.queueOf(uuid)).length > 0) return;
  await unit.tx.deleteMeta('restoring', uuid);
  await unit.item(uuid);
  // An item that did come back has a newer base by now.
  await applyRemoteChanges(unit, [{ kind: 'removal', removal }]);
}

async function dropUnassigned(unit: UnitOfWork, uuid: string): Promise<void> {
  const mark = await unit.tx.meta('unassigned', uuid);
  if (mark === undefined) return;
  await unit.tx.deleteMeta('unassigned', uuid);
  const row = await unit.item(uuid);
  const base = row?.base ?? null;
  if (row === undefined || base?.rev !== mark.rev || base.assigned_to !== null) return;
  // The server has sent another row, which is decided on.
  const waiting = await unit.tx.meta(storedName.buffered, uuid);
  const conflict = await unit.tx.meta('conflict', uuid);
  if (waiting !== undefined || (conflict?.rev ?? 0) > mark.rev) return;
  await recomputeRow(unit, { ...row, base: { ...base, assigned_to: mark.assigned_to } });
}
