import { err, isImportedUuid, newItem, ok } from '@foray/domain';
import type { Item, Result } from '@foray/domain';
import { isAccountLeft } from '../actions/action-unit.ts';
import type { ImportPlan, PlannedItem } from './data-file-plan.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { writeRow } from '../optimistic/recompute-row.ts';
import { newLocalItem } from '../store/local-item.ts';
import { newCreate } from '../queue/mutation-queue.ts';
import type { LocalChange, StoreFailure } from '../store/ports.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { writeUnit } from '../store/unit-of-work.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** The result of an import. Items written before a failure stay; a repeat adds the rest. */
export type ImportOutcome =
  | { readonly kind: 'complete'; readonly added: number }
  | { readonly kind: 'failed'; readonly added: number; readonly failure: StoreFailure | 'moved' };

/** Items per transaction: few enough to keep the page responsive, many enough to be quick. */
const standardChunk = 100;

/**
 * Adds the items of the plan, parents first (decision 0042). Up to 100 items are one durable transaction;
 * more are several, and a repeat after an interruption duplicates nothing. For a user each item is a queued
 * create, marked as import (decision 0010): it causes no roll-up and sends no notification. `onProgress`
 * receives the number of durable items; `pause` is awaited between transactions, of `chunkItems` each.
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
  // The queue is counted once, at the end: reading it after each chunk would be most of the work.
  const publish = (change: LocalChange): void =>
    device.changes.publish({ ...change, hasQueueChanged: isLast });
  const written = await writeUnit({ ...device, changes: { publish } }, async (unit) => {
    if (await isAccountLeft(unit.tx, device.account)) return null;
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
      await unit.tx.putMeta('imported', name, { uuids: made });
    }
    return made.length;
  });
  if (!written.ok) return written;
  return written.value === null ? err('moved') : ok(written.value);
}

async function addItem(unit: UnitOfWork, planned: PlannedItem): Promise<void> {
  const { item: from, uuid, parentUuid, assignedTo, occurrenceOf } = planned;
  const { mine: _, ...fields } = from;
  const context = { id: unit.takeLocalId(), uuid, userId: unit.userId, at: from.updated_at };
  const item = newItem(context, {
    ...fields,
    parent_uuid: parentUuid,
    assigned_to: assignedTo,
    occurrence_of: occurrenceOf,
  });
  await importItem(unit, item);
}

/**
 * Adds an item unchanged to the account, below its parent if that is on the device and not deleted, else at the top level. A
 * copy whose item is missing or deleted becomes a separate item.
 */
export async function importItem(unit: UnitOfWork, from: Item): Promise<void> {
  // Without an item that no server has, it would wait forever.
  const living = async (uuid: string | null): Promise<string | null> =>
    uuid !== null && (await unit.item(uuid))?._deleted === false ? uuid : null;
  const item = {
    ...from,
    parent_uuid: await living(from.parent_uuid),
    occurrence_of: await living(from.occurrence_of),
  };
  const requests: QueuedRequest[] = [];
  if (unit.device.account.kind === 'user') {
    // People see its times, so the time of its last change stays. A guest's times are those of a clock whose
    // offset nobody has measured.
    const times = {
      timestamp: item.updated_at,
      ...(!isImportedUuid(item.uuid) && { offsetMs: null }),
    };
    requests.push({ ...newCreate(unit, item, true), ...times });
  }
  for (const request of requests) await unit.putRequest(request);
  await writeRow(unit, newLocalItem(item), { ...item, deleted: false }, requests);
}
