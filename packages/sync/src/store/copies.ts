import { occurrenceUuid } from '@foray/domain';
import type { LocalItem } from './local-item.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import type { ReadTransaction } from './ports.ts';
import { isUndoRequest } from './queued-request.ts';

/**
 * This device's rows of an occurrence's copy, including deleted ones; the server may have given the copy any
 * uuid.
 */
export async function copiesAt(
  unit: UnitOfWork,
  { uuid, parent_uuid: parent }: Pick<LocalItem, 'uuid' | 'parent_uuid'>,
  n: number,
): Promise<readonly LocalItem[]> {
  const own = await unit.item(occurrenceUuid(uuid, n));
  const beside = parent === null ? [] : await unit.children(parent);
  return [...(own === undefined ? [] : [own]), ...beside].filter(
    (row) => row.occurrence_of === uuid && row.occurrence === n,
  );
}

/** The living copies of some items' occurrences, as far as they are on this device. */
export async function copiesOf(
  unit: UnitOfWork,
  uuids: readonly string[],
): Promise<readonly LocalItem[]> {
  const items = new Set<string | null>();
  for (const uuid of uuids) {
    const row = await unit.item(uuid);
    // An item that never repeated has no copies.
    if (row !== undefined && (row.repeat !== null || row.occurrence > 1)) items.add(uuid);
  }
  if (items.size === 0) return [];
  unit.cache(await unit.tx.allItems());
  return unit.cached().filter((row) => items.has(row.occurrence_of) && !row._deleted);
}

/** Whether an undo removed the copy of an occurrence, so that it cannot be restored. */
export async function isUndone(
  tx: ReadTransaction,
  { uuid, occurrence_of: of, deletedBy }: LocalItem,
): Promise<boolean> {
  if (of === null || deletedBy === null) return false;
  if ((await tx.meta('deleting', uuid))?.isUndone === true) return true;
  const deleter = await tx.request(deletedBy);
  return deleter !== undefined && isUndoRequest(deleter);
}
