import { err, ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import { createData } from './actions.ts';
import type { Device } from '../store/sync-context.ts';
import { refold } from '../optimistic/recompute-row.ts';
import { lastToldOf } from '../store/local-item.ts';
import { newRequest, rechain } from '../queue/mutation-queue.ts';
import type { StoreFailure, UnreadableRow } from '../store/ports.ts';
import { Unit } from '../store/unit-of-work.ts';

/**
 * Erases unreadable rows for good, as a person decided. Items that only such a row kept pending are
 * shown as they are without it; one that the server has never had is queued again as it is shown.
 */
export async function discardUnreadable(
  device: Device,
  rows: readonly UnreadableRow[],
): Promise<Result<void, StoreFailure>> {
  const erased = await device.store.eraseUnreadable(rows);
  if (!erased.ok) return err(erased.error);
  const written = await device.store.write(async (tx) => {
    const unit = await Unit.open(tx, device);
    for (const row of await tx.allItems()) {
      if (row._syncStatus === 'synced' || (await tx.queueOf(row.uuid)).length > 0) continue;
      if (lastToldOf(row) === null && !row._deleted && device.account.kind === 'user') {
        const change = { kind: 'create', uuid: row.uuid, data: createData(row) } as const;
        await unit.putRequest(newRequest(unit, change, null));
      }
      await rechain(unit, await refold(unit, row));
    }
    unit.touchQueue();
    return unit.finish();
  });
  if (!written.ok) return err(written.error);
  if (written.value !== null) device.changes.publish(written.value);
  return ok(undefined);
}
