import type { TrashedItem as ServerTrashedItem } from '@foray/contract';
import { dayMs, trashDays } from '@foray/domain';
import type { Item, Result } from '@foray/domain';
import type { ActionResult } from './action-unit.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { shiftInstant } from '../store/operation.ts';
import type { StoreFailure } from '../store/ports.ts';
import { restoreItem } from './restore.ts';

/** Something deleted that can come back, with what the same delete took (product.md, "The hierarchy"). */
export interface DeletedItem {
  readonly uuid: string;
  readonly type: Item['type'];
  readonly title: string;
  /** The owner. */
  readonly userId: number;
  readonly deletedAt: string;
  /** How many other items come back with it. */
  readonly takenAlong: number;
}

/**
 * What was deleted on this device in the last 30 days, newest first; an item that comes back with
 * another is counted there and not listed. What other devices deleted only the server knows.
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
    const families = new Map<string, Gone[]>();
    const add = (by: string, gone: Gone) => {
      if (gone.deletedAt < oldest) return;
      families.set(by, [...(families.get(by) ?? []), gone]);
    };
    for (const row of rows) {
      if (!row._deleted || row.permission !== 'manage') continue;
      add(row.deletedBy ?? row.uuid, {
        item: row,
        deletedAt: confirmed.get(row.uuid) ?? row.updated_at,
      });
    }
    const held = new Set(rows.map(({ uuid }) => uuid));
    for (const { id, value } of trash) if (!held.has(id)) add(value.requestId, value);
    return [...families.values()].map(headOf).toSorted(newestFirst);
  });
}

/**
 * Brings back what another device deleted, as `GET /api/trash` listed it: the restore is queued like any
 * other change, and what the same delete took comes with the sync that follows.
 */
export async function restoreFromServer(
  device: SyncContext,
  item: ServerTrashedItem,
): ActionResult {
  const { created_by: _, user: __, assignedUser: ___, parent: ____, ...rest } = item;
  const { deleted_at: deletedAt, taken_along: _____, ...base } = rest;
  const kept = await device.store.write(async (tx) => {
    if ((await tx.itemByUuid(item.uuid)) !== undefined) return;
    if ((await tx.meta('trash', item.uuid)) !== undefined) return;
    const requestId = `trash:${item.uuid}`;
    await tx.putMeta('trash', item.uuid, { item: base, requestId, deletedAt });
  });
  if (!kept.ok) return { ok: false, error: { code: 'store', failure: kept.error } };
  return restoreItem(device, item.uuid);
}

interface Gone {
  readonly item: Item;
  readonly deletedAt: string;
}

/** The highest of what one delete took: with it the rest comes back. */
function headOf(family: readonly Gone[]): DeletedItem {
  const uuids = new Set(family.map(({ item }) => item.uuid));
  const isHead = ({ item }: Gone) => item.parent_uuid === null || !uuids.has(item.parent_uuid);
  const { item, deletedAt } = family.find(isHead) ?? (family[0] as Gone);
  const { uuid, type, title, user_id: userId } = item;
  return { uuid, type, title, userId, deletedAt, takenAlong: family.length - 1 };
}

function newestFirst(a: DeletedItem, b: DeletedItem): number {
  return a.deletedAt < b.deletedAt ? 1 : a.deletedAt > b.deletedAt ? -1 : 0;
}
