import { itemTypes } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import { recomputeRow } from '../optimistic/recompute-row.ts';
import { eraseItem, applyRemote } from './apply-remote.ts';
import type { MetaRow, Stream } from '../store/meta.ts';
import type { ReadTransaction } from '../store/ports.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * What this device shows ahead of the server although its requests have left the queue: roll-ups of
 * confirmed changes, confirmed deletes, and what a restore should have restored. Those found before a
 * pull end with it, because the pull returns the server's result.
 */
export interface Unconfirmed {
  readonly rolled: readonly string[];
  readonly deleting: readonly { readonly uuid: string; readonly requestId: string }[];
  readonly restoring: readonly string[];
}

/** Whether there is anything that a fetch may end. */
export function hasUnconfirmed({ rolled, deleting, restoring }: Unconfirmed): boolean {
  return rolled.length + deleting.length + restoring.length > 0;
}

/** Reads, before a fetch of some streams, what may end after it. */
export async function readUnconfirmed(
  tx: ReadTransaction,
  fetched: ReadonlySet<Stream>,
): Promise<Unconfirmed> {
  const isFetched = async (uuid: string): Promise<boolean> => {
    const row = await tx.itemByUuid(uuid);
    return row === undefined || fetched.has(row.type);
  };
  const rolled: string[] = [];
  for (const { id: uuid } of await tx.metaOf('rolled')) {
    if ((await isFamilySynced(tx, uuid, new Set())) && (await isFetched(uuid))) rolled.push(uuid);
  }
  const marks: MetaRow<'deleting'>[] = [];
  for (const mark of await tx.metaOf('deleting')) if (await isFetched(mark.id)) marks.push(mark);
  const restoring: string[] = [];
  for (const { id: uuid } of await tx.metaOf('restoring')) {
    if ((await tx.queueOf(uuid)).length === 0 && (await isFetched(uuid))) restoring.push(uuid);
  }
  return {
    rolled,
    restoring,
    deleting: marks.map(({ id, value }) => ({ uuid: id, requestId: value.requestId })),
  };
}

/** Whether the server has everything that a roll-up follows from, through all levels that roll up. */
async function isFamilySynced(
  tx: ReadTransaction,
  uuid: string,
  seen: Set<string>,
): Promise<boolean> {
  if (seen.has(uuid)) return true;
  seen.add(uuid);
  for (const child of await tx.childrenOf(uuid)) {
    if (child._syncStatus !== 'synced') return false;
    if (child.rolled !== null && !(await isFamilySynced(tx, child.uuid, seen))) return false;
  }
  return true;
}

/** The types whose next fetch ends something, so that a cycle need not wait for the one after it. */
export async function unconfirmedTypes(tx: ReadTransaction): Promise<ReadonlySet<ItemType>> {
  const { rolled, deleting, restoring } = await readUnconfirmed(tx, new Set(itemTypes));
  const uuids = [...rolled, ...deleting.map(({ uuid }) => uuid), ...restoring];
  const types = new Set<ItemType>();
  for (const row of await tx.itemsByUuid(uuids)) if (row !== undefined) types.add(row.type);
  return types;
}

/** Ends, after a complete fetch, what was quiet before it and still is. */
export async function dropUnconfirmed(unit: UnitOfWork, quiet: Unconfirmed): Promise<void> {
  for (const uuid of quiet.rolled) {
    const children = await unit.children(uuid);
    if (children.some((child) => child._syncStatus === 'pending')) continue;
    await unit.tx.deleteMeta('rolled', uuid);
    const row = await unit.item(uuid);
    if (row !== undefined && row.rolled !== null)
      await recomputeRow(unit, { ...row, rolled: null });
  }
  for (const { uuid, requestId } of quiet.deleting) {
    const mark = await unit.tx.meta('deleting', uuid);
    if (mark?.requestId !== requestId) continue;
    await unit.tx.deleteMeta('deleting', uuid);
    const row = await unit.item(uuid);
    if (row?.deletedBy !== requestId) continue;
    // Without a base no removal would match it, and it is unknown whether the buffered change is older: the
    // row stays until that change is processed or a removal removes it.
    if (row.base === null) await eraseItem(unit, row, { reason: 'deleted', rev: 0 });
    else await recomputeRow(unit, { ...row, deletedBy: null });
  }
  for (const uuid of quiet.restoring) {
    const removal = await unit.tx.meta('restoring', uuid);
    if (removal === undefined || (await unit.tx.queueOf(uuid)).length > 0) continue;
    await unit.tx.deleteMeta('restoring', uuid);
    await unit.item(uuid);
    // What did come back has a newer base by now.
    await applyRemote(unit, [{ kind: 'removal', removal }]);
  }
}
