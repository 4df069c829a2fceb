import { itemTypes } from '@foray/domain';
import type { LocalItem } from '../store/local-item.ts';
import type { MetaRow } from '../store/meta.ts';
import { kindOf } from '../store/queued-request.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { writeUnit } from '../store/unit-of-work.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** An item with the person to whom it is assigned. */
export interface AssignedItem {
  readonly uuid: string;
  readonly assigned_to: number;
}

/**
 * Records to whom restored items were assigned, until the server's row shows whether they still are: a
 * restore leaves out an assignee to whom the user could not assign the item now. The items `elsewhere` come
 * with the sync that follows. Nothing is recorded if no restore is queued.
 */
export async function recordAssignees(
  unit: UnitOfWork,
  restored: string,
  family: readonly LocalItem[],
  elsewhere: readonly AssignedItem[],
): Promise<void> {
  const queue = await unit.tx.queueOf(restored);
  if (!queue.some((request) => kindOf(request) === 'restore')) return;
  for (const { uuid, assigned_to, base } of family) {
    if (assigned_to === null || assigned_to === unit.userId) continue;
    await unit.tx.putMeta('restoredWith', uuid, { assigned_to, rev: base?.rev ?? 0 });
  }
  for (const { uuid, assigned_to } of elsewhere) {
    // An item that is here by now may have been restored before.
    if (assigned_to === unit.userId || (await unit.item(uuid)) !== undefined) continue;
    await unit.tx.putMeta('restoredWith', uuid, { assigned_to, rev: 0, with: restored });
  }
  unit.touchQueue();
}

/** An item that was restored here without its former assignee. */
export interface LeftOutAssignee {
  readonly uuid: string;
  readonly userId: number;
}

/**
 * The assignees whom restores have left out since the last call; each is returned to only one of several
 * tabs.
 */
export async function takeLeftOutAssignees(
  device: SyncContext,
): Promise<readonly LeftOutAssignee[]> {
  const noted = await device.store.read((tx) => tx.metaOf('restoredWith'));
  if (!noted.ok || noted.value.length === 0) return [];
  const taken = await writeUnit(device, async (unit) => {
    const leftOut: LeftOutAssignee[] = [];
    const notes = await unit.tx.metaOf('restoredWith');
    const awaited = await restoresWithMissingItems(unit, notes);
    for (const { id: uuid, value } of notes) {
      if (awaited.has(value.with ?? uuid)) continue;
      const row = await unit.item(uuid);
      const isBack = row !== undefined && !row._deleted;
      // The row is from before the restore, or shows the device's queued changes.
      if (isBack && (await isUndecided(unit, row, value.rev))) continue;
      await unit.tx.deleteMeta('restoredWith', uuid);
      if (isBack && row.assigned_to === null) leftOut.push({ uuid, userId: value.assigned_to });
    }
    return leftOut;
  });
  return taken.ok ? taken.value : [];
}

async function isUndecided(unit: UnitOfWork, row: LocalItem, rev: number): Promise<boolean> {
  if (row.base === null || row.base.rev <= rev) return true;
  return (await unit.tx.queueOf(row.uuid)).length > 0;
}

/** The restored items whose delete took items that have yet to arrive here. */
async function restoresWithMissingItems(
  unit: UnitOfWork,
  notes: readonly MetaRow<'restoredWith'>[],
): Promise<ReadonlySet<string>> {
  const awaited = new Set<string>();
  for (const { id: uuid, value } of notes) {
    const restored = value.with ?? null;
    if (restored === null || (await unit.item(uuid)) !== undefined) continue;
    if (await isExpected(unit, restored)) awaited.add(restored);
  }
  return awaited;
}

/** Whether the other items of a delete may still come: this device has not pulled its restore completely. */
async function isExpected(unit: UnitOfWork, restored: string): Promise<boolean> {
  const row = await unit.item(restored);
  if (row === undefined || row._deleted) return false;
  if (await isUndecided(unit, row, 0)) return true;
  const cursors = await Promise.all(itemTypes.map((type) => unit.tx.meta('cursor', type)));
  return cursors.some(
    (at) => at == null || at.fullSince !== null || at.cursor < (row.base?.rev ?? 0),
  );
}
