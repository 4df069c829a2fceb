import { dayMs, trashDays } from '@foray/domain';
import { lastServerRowOf } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { shiftInstant } from '../store/operation.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** Whether a row was deleted here in the last 30 days, in server time as known. */
export function isRestorable(unit: UnitOfWork, { _deleted, updated_at }: LocalItem): boolean {
  return _deleted && updated_at >= oldestIn(unit);
}

/**
 * Whether an item is deleted and no server has ever had it: it was deleted before it was sent, or by a
 * guest. To restore it is to create it.
 */
export async function isDeletedUnsent({ tx }: UnitOfWork, row: LocalItem): Promise<boolean> {
  if (!row._deleted || row._syncStatus === 'pending' || lastServerRowOf(row) !== null) return false;
  return (await tx.meta('deleting', row.uuid)) === undefined;
}

/** Lets what no server has leave the device 30 days after it was deleted. It reads all rows. */
export async function eraseOldDeleted(unit: UnitOfWork): Promise<void> {
  for (const row of await unit.tx.allItems()) {
    if (isRestorable(unit, row) || !(await isDeletedUnsent(unit, row))) continue;
    unit.cache([row]);
    unit.remove(row);
  }
}

/** Forgets what was deleted more than 30 days ago, in server time as known. */
export async function purgeTrash(unit: UnitOfWork): Promise<void> {
  const oldest = oldestIn(unit);
  for (const { id, value } of await unit.tx.metaOf('trash')) {
    if (value.deletedAt < oldest) await unit.tx.deleteMeta('trash', id);
  }
}

function oldestIn(unit: UnitOfWork): string {
  return shiftInstant(unit.serverNow(), -trashDays * dayMs);
}
