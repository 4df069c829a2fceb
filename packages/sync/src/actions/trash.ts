import { dayMs, trashDays } from '@foray/domain';
import type { Item, Result } from '@foray/domain';
import { lastServerRowOf } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { headOf, shiftInstant } from '../store/operation.ts';
import type { StoreFailure } from '../store/ports.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { isUndone } from '../store/copies.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** Whether a row was deleted here in the last 30 days, in server time as far as known. */
export function isRestorable(unit: UnitOfWork, { _deleted, updated_at }: LocalItem): boolean {
  return _deleted && updated_at >= oldestRestorable(unit);
}

/**
 * Whether an item is deleted and no server has ever had it: it was deleted before it was sent, or by a guest.
 * Restoring it means creating it.
 */
export async function isDeletedUnsent({ tx }: UnitOfWork, row: LocalItem): Promise<boolean> {
  if (!row._deleted || row._syncStatus === 'pending' || lastServerRowOf(row) !== null) return false;
  return (await tx.meta('deleting', row.uuid)) === undefined;
}

/**
 * Removes deleted items that no server has from the device, 30 days after they were deleted. Reads all rows.
 */
export async function eraseOldDeleted(unit: UnitOfWork): Promise<void> {
  for (const row of await unit.tx.allItems()) {
    if (isRestorable(unit, row) || !(await isDeletedUnsent(unit, row))) continue;
    unit.cache([row]);
    unit.remove(row);
  }
}

/** Forgets items that were deleted more than 30 days ago, in server time as far as known. */
export async function purgeTrash(unit: UnitOfWork): Promise<void> {
  const oldest = oldestRestorable(unit);
  for (const { id, value } of await unit.tx.metaOf('trash')) {
    if (value.deletedAt < oldest) await unit.tx.deleteMeta('trash', id);
  }
}

function oldestRestorable(unit: UnitOfWork): string {
  return shiftInstant(unit.serverNow(), -trashDays * dayMs);
}

/** A deleted item that can be restored, with the other items of its delete (product.md, "The hierarchy"). */
export interface DeletedItem {
  readonly uuid: string;
  readonly type: Item['type'];
  readonly title: string;
  /** The owner. */
  readonly userId: number;
  readonly deletedAt: string;
  /** The number of other items that come back with it. */
  readonly takenAlong: number;
}

/**
 * Items deleted on this device in the last 30 days, newest first. An item that comes back with another is
 * counted there and not listed. Items deleted by other devices are known only to the server.
 */
export async function listDeleted(
  device: SyncContext,
): Promise<Result<readonly DeletedItem[], StoreFailure>> {
  return device.store.read(async (tx) => {
    const [rows, trash, marks, clock] = await Promise.all([
      tx.allItems(),
      tx.metaOf('trash'),
      tx.metaOf('deleting'),
      tx.meta('clock', 'server'),
    ]);
    const now = shiftInstant(new Date(device.clock.nowMs()).toISOString(), clock?.offsetMs ?? 0);
    const oldest = shiftInstant(now, -trashDays * dayMs);
    const confirmed = new Map(marks.map(({ id, value }) => [id, value.deletedAt]));
    const families = new Map<string, DeletedRow[]>();
    const add = (by: string, deleted: DeletedRow) => {
      if (deleted.deletedAt < oldest) return;
      families.set(by, [...(families.get(by) ?? []), deleted]);
    };
    for (const row of rows) {
      if (!row._deleted || row.permission !== 'manage' || (await isUndone(tx, row))) continue;
      add(row.deletedBy ?? row.uuid, {
        item: row,
        deletedAt: confirmed.get(row.uuid) ?? row.updated_at,
      });
    }
    const localUuids = new Set(rows.map(({ uuid }) => uuid));
    for (const { id, value } of trash) if (!localUuids.has(id)) add(value.requestId, value);
    return [...families.values()].map(deletedItemOf).toSorted(newestFirst);
  });
}

interface DeletedRow {
  readonly item: Item;
  readonly deletedAt: string;
}

function deletedItemOf(family: readonly DeletedRow[]): DeletedItem {
  const head = headOf(family.map(({ item, deletedAt }) => ({ ...item, deletedAt })));
  const { uuid, type, title, user_id: userId, deletedAt } = head;
  return { uuid, type, title, userId, deletedAt, takenAlong: family.length - 1 };
}

function newestFirst(a: DeletedItem, b: DeletedItem): number {
  return a.deletedAt < b.deletedAt ? 1 : a.deletedAt > b.deletedAt ? -1 : 0;
}
