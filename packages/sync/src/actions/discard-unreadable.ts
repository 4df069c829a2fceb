import type { Result } from '@foray/domain';
import type { SyncContext } from '../store/sync-context.ts';
import { recomputeRow } from '../optimistic/recompute-row.ts';
import { lastServerRowOf } from '../store/local-item.ts';
import { newCreate, rebaseQueue } from '../queue/mutation-queue.ts';
import type { UnreadableRow } from '../store/meta.ts';
import type { StoreFailure } from '../store/ports.ts';
import { writeUnit } from '../store/unit-of-work.ts';

/**
 * Erases unreadable rows for good, as a person decided. Items that only such a row kept pending are
 * shown as they are without it; one that the server has never had is queued again as it is shown.
 */
export async function discardUnreadable(
  device: SyncContext,
  rows: readonly UnreadableRow[],
): Promise<Result<void, StoreFailure>> {
  const erased = await device.store.eraseUnreadable(rows);
  if (!erased.ok) return erased;
  return writeUnit(device, async (unit) => {
    for (const row of await unit.tx.allItems()) {
      if (row._syncStatus === 'synced' || (await unit.tx.queueOf(row.uuid)).length > 0) continue;
      if (lastServerRowOf(row) === null && !row._deleted && device.account.kind === 'user') {
        await unit.putRequest(newCreate(unit, row));
      }
      await rebaseQueue(unit, await recomputeRow(unit, row));
    }
    unit.touchQueue();
  });
}
