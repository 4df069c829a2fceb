import { err, newItem, ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import { isLeft } from '../actions/action-unit.ts';
import type { ImportPlan, PlannedItem } from './data-file-plan.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { writeRow } from '../optimistic/recompute-row.ts';
import { newLocalItem } from '../store/local-item.ts';
import { newCreate } from '../queue/mutation-queue.ts';
import type { StoreFailure } from '../store/ports.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { UnitOfWork } from '../store/unit-of-work.ts';

/** What an import came to. What had been written before a failure stays; a repeat adds the rest. */
export type ImportOutcome =
  | { readonly kind: 'complete'; readonly added: number }
  | { readonly kind: 'failed'; readonly added: number; readonly failure: StoreFailure | 'moved' };

/** Items a transaction: few enough for a page that stays alive, many enough to be quick. */
const standardChunk = 100;

/**
 * Adds what the plan says, parents first (decision 0042). Up to 100 items are one durable transaction;
 * more are several, and a repeat after an interruption doubles nothing. Signed in, each item is
 * a queued create, marked as import (decision 0010): it rolls nothing up and sends no notification.
 * `onProgress` receives the number of durable items; `pause` is awaited between transactions, of `chunkItems` each.
 */
export async function importData(
  device: SyncContext,
  plan: ImportPlan,
  pause: () => Promise<void>,
  onProgress: (added: number) => void = () => undefined,
  chunkItems = standardChunk,
): Promise<ImportOutcome> {
  let added = 0;
  for (let from = 0; from < plan.fresh.length; from += chunkItems) {
    const chunk = plan.fresh.slice(from, from + chunkItems);
    const isLast = from + chunkItems >= plan.fresh.length;
    const written = await addChunk(device, chunk, isLast);
    if (!written.ok) return { kind: 'failed', added, failure: written.error };
    added += written.value;
    onProgress(added);
    if (!isLast) await pause();
  }
  return { kind: 'complete', added };
}

async function addChunk(
  device: SyncContext,
  chunk: readonly PlannedItem[],
  isLast: boolean,
): Promise<Result<number, StoreFailure | 'moved'>> {
  const written = await device.store.write(async (tx) => {
    if (await isLeft(tx, device.account)) return null;
    const unit = await UnitOfWork.open(tx, device);
    const parents = chunk.flatMap(({ parentUuid }) => parentUuid ?? []);
    const uuids = [...new Set([...chunk.map(({ uuid }) => uuid), ...parents])];
    await unit.cacheByUuid(uuids);
    const made: string[] = [];
    for (const planned of chunk) {
      // Another tab may have imported the same file meanwhile.
      if ((await unit.item(planned.uuid)) !== undefined) continue;
      await addItem(unit, planned);
      made.push(planned.uuid);
    }
    if (made.length > 0) {
      const name = `${unit.deviceNow()} ${unit.localSeq}`;
      await tx.putMeta('imported', name, { uuids: made });
    }
    return { added: made.length, change: await unit.finish() };
  });
  if (!written.ok) return written;
  if (written.value === null) return err('moved');
  const { added, change } = written.value;
  // The queue is counted once, at the end: reading it after each chunk would be most of the work.
  if (change !== null) device.changes.publish({ ...change, hasQueueChanged: isLast });
  return ok(added);
}

async function addItem(unit: UnitOfWork, planned: PlannedItem): Promise<void> {
  const { item: from, uuid, parentUuid, assignedTo } = planned;
  const parent = parentUuid === null ? undefined : await unit.item(parentUuid);
  const isPlaced = parent !== undefined && !parent._deleted;
  const { mine: _, ...fields } = from;
  const birth = { id: unit.takeLocalId(), uuid, userId: unit.userId, at: from.updated_at };
  const item = newItem(birth, {
    ...fields,
    parent_uuid: isPlaced ? parentUuid : null,
    assigned_to: assignedTo,
  });
  const requests: QueuedRequest[] = [];
  if (unit.device.account.kind === 'user') {
    const request = newCreate(unit, item, true);
    // The file's times are what users know: the last change keeps its time, and none comes from the clock
    // of this device.
    requests.push({ ...request, timestamp: from.updated_at, offsetMs: 0 });
  }
  for (const request of requests) await unit.putRequest(request);
  await writeRow(unit, newLocalItem(item), { ...item, deleted: false }, requests);
}
