import { isImportedUuid } from '@foray/domain';
import type { Result } from '@foray/domain';
import type { SyncContext } from '../store/sync-context.ts';
import { detachedBy } from '../queue/detached.ts';
import { recomputeRow, updateChildLinks } from '../optimistic/recompute-row.ts';
import { dropPrivateChanges } from '../remote/private-rows.ts';
import { refetchStream } from '../remote/full-fetch.ts';
import { lastServerRowOf, withoutDelete } from '../store/local-item.ts';
import { needsOf, newCreate, rebaseQueue } from '../queue/mutation-queue.ts';
import { unblockRequests, unblockDependents, renewKey } from '../queue/block.ts';
import { recomputeRollUps } from '../optimistic/roll-up.ts';
import type { UnreadableRow } from '../store/meta.ts';
import type { StoreFailure } from '../store/ports.ts';
import { endIdleConflict } from '../remote/buffered-changes.ts';
import { isBlocked, isCreateOf } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { tryUnit, writeUnit } from '../store/unit-of-work.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** Retries a request in Needs attention; the caller starts a cycle. */
export function retryRequest(device: SyncContext, requestId: string): ActionOutcome {
  return withRequest<never>(device, requestId, async (unit, request) => {
    await unblockRequests(unit, [requestId]);
    await refreshRows(unit, [request]);
    return null;
  });
}

/**
 * Discards a request in Needs attention, with the requests that make no sense without it ({@link
 * discardedWith}); those that only waited for it are unblocked. The outcome is `changed` if these are not the
 * ones that were `shown`, the request first: the user has to be asked again.
 */
export function discardRequest(
  device: SyncContext,
  requestId: string,
  shown?: readonly QueuedRequest[],
): ActionOutcome<'not_found' | 'changed'> {
  return withRequest(device, requestId, async (unit, request) => {
    const { dropped, detached } = await detachedBy(unit.tx, request);
    const left = [request, ...dropped];
    if (shown !== undefined && !isSame(shown, left)) return 'changed';
    for (const one of left) await unit.dropRequest(one.id);
    // Notifications that this request marked read arrive from the server again.
    if (request.itemUuid === null) await refetchStream(unit, 'changes');
    await dropPrivateChanges(unit, left);
    for (const one of detached) {
      const data = { ...one.data, parent_id: null };
      await renewKey(unit, one, { data, needs: needsOf(data) });
    }
    await refreshRows(unit, [...left, ...detached]);
    await unblockDependents(unit, left);
    return null;
  });
}

function isSame(shown: readonly QueuedRequest[], now: readonly QueuedRequest[]): boolean {
  const said = (requests: readonly QueuedRequest[]): string =>
    JSON.stringify(requests.map(({ id, data }) => [id, data]));
  return said(shown) === said(now);
}

/**
 * The requests that a discard removes too, ascending, to be shown to the user first: they are about items
 * that do not exist without the discarded change (decision 0054). Empty if the request has left the queue.
 */
export function discardedWith(
  device: SyncContext,
  requestId: string,
): Promise<Result<readonly QueuedRequest[], StoreFailure>> {
  return device.store.read(async (tx) => {
    const request = await tx.request(requestId);
    return request === undefined ? [] : (await detachedBy(tx, request)).dropped;
  });
}

/** Unblocks requests that were blocked by server errors; hourly, at start and by Sync Now. */
export async function unblockServerErrors(unit: UnitOfWork): Promise<number> {
  const failed = (await unit.tx.queue()).filter(
    ({ state }) => isBlocked(state) && state.why.kind === 'server_errors',
  );
  const ids = failed.map(({ id }) => id);
  if (ids.length > 0) await unblockRequests(unit, ids);
  return failed.length;
}

type ActionOutcome<E = 'not_found'> = Promise<Result<void, E | StoreFailure>>;

/** Runs `work` on a blocked request; its result says why it did nothing, or is null. */
function withRequest<E extends string>(
  device: SyncContext,
  requestId: string,
  work: (unit: UnitOfWork, request: QueuedRequest) => Promise<E | null>,
): ActionOutcome<E | 'not_found'> {
  return tryUnit(device, async (unit) => {
    const request = await unit.tx.request(requestId);
    if (request === undefined || !isBlocked(request.state)) return 'not_found';
    return work(unit, request);
  });
}

/**
 * Recomputes every item that the requests touch. An item without a base or another request is removed from
 * the device.
 */
async function refreshRows(unit: UnitOfWork, requests: readonly QueuedRequest[]): Promise<void> {
  // The place to which a request would have moved its item is included: a later request may have moved the
  // item again.
  const parents = new Set<string | null>(requests.flatMap(({ needs }) => needs));
  for (const uuid of new Set(requests.flatMap(({ touches }) => touches))) {
    const row = await unit.item(uuid);
    if (row === undefined) continue;
    parents
      .add(row.uuid)
      .add(row.parent_uuid)
      .add(row.base?.parent_uuid ?? null);
    const left = await unit.tx.queueOf(uuid);
    const wasMadeHere = requests.some((one) => isCreateOf(one, uuid));
    // The user's own text of a hidden item from a former history has no other basis. If it is part of a
    // conflict, resolving the conflict removes it.
    const isInConflict = (await unit.tx.meta('conflict', uuid)) !== undefined;
    const isUnknown = lastServerRowOf(row) === null && !row._deleted && !isInConflict;
    const isBare = row.base === null && (wasMadeHere || isUnknown);
    if (isBare && !left.some(({ itemUuid }) => itemUuid === uuid)) {
      await removeFromTouches(unit, uuid, left);
      unit.remove(row);
      await updateChildLinks(unit, row);
      continue;
    }
    const isDeleter = ({ id }: QueuedRequest): boolean => id === row.deletedBy;
    const isDeleterGone = requests.some(isDeleter) && !left.some(isDeleter);
    const shown = await recomputeRow(unit, isDeleterGone ? withoutDelete(row) : row);
    await rebaseQueue(unit, shown);
    await endIdleConflict(unit, uuid);
  }
  await recomputeRollUps(unit, [...parents]);
}

/** Removes an item that is never created from the delete or restore of its parent that names it. */
async function removeFromTouches(
  unit: UnitOfWork,
  uuid: string,
  naming: readonly QueuedRequest[],
): Promise<void> {
  for (const request of naming) {
    const touches = request.touches.filter((one) => one !== uuid);
    await unit.putRequest({ ...request, touches });
  }
}

/**
 * Erases unreadable rows permanently, as the user decided. Items that only such a row kept pending are shown
 * as they are without it. An item that the server has never had is queued again in its displayed state.
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
        await unit.putRequest(newCreate(unit, row, isImportedUuid(row.uuid)));
      }
      await rebaseQueue(unit, await recomputeRow(unit, row));
    }
    unit.touchQueue();
  });
}
