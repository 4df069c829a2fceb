import type { LocalItem } from '../store/local-item.ts';
import { kindOf } from '../store/queued-request.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { writeUnit } from '../store/unit-of-work.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Notes to whom restored items were assigned, until the server's row says whether they still are: a restore leaves out
 * an assignee to whom the person could not assign the item now. Nothing is noted if no restore is queued.
 */
export async function noteAssignees(
  unit: UnitOfWork,
  restored: string,
  family: readonly LocalItem[],
): Promise<void> {
  const queue = await unit.tx.queueOf(restored);
  if (!queue.some((request) => kindOf(request) === 'restore')) return;
  for (const { uuid, assigned_to, base } of family) {
    if (assigned_to === null || assigned_to === unit.userId) continue;
    await unit.tx.putMeta('restoredWith', uuid, { assigned_to, rev: base?.rev ?? 0 });
  }
  unit.touchQueue();
}

/** An item that was restored here without the person to whom it was assigned. */
export interface LeftOutAssignee {
  readonly uuid: string;
  readonly userId: number;
}

/** The assignees whom restores have left out since the last call; of several tabs one gets each. */
export async function takeLeftOutAssignees(
  device: SyncContext,
): Promise<readonly LeftOutAssignee[]> {
  const noted = await device.store.read((tx) => tx.metaOf('restoredWith'));
  if (!noted.ok || noted.value.length === 0) return [];
  const taken = await writeUnit(device, async (unit) => {
    const leftOut: LeftOutAssignee[] = [];
    for (const { id: uuid, value } of await unit.tx.metaOf('restoredWith')) {
      const row = await unit.item(uuid);
      const isBack = row !== undefined && !row._deleted;
      // The row is of before the restore, or shows what the device has queued.
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
