import { isOutsideConflicts, isBlocked, isCommutingRequest } from '../store/queued-request.ts';
import { storedName } from '../store/stored-names.ts';
import type { DeltaItem } from '@foray/contract';
import { blockRequest, renewKey, renewKeys } from '../queue/block.ts';
import { recomputeRow, updateChildLinks } from '../optimistic/recompute-row.ts';
import { withoutDelete } from '../store/local-item.ts';
import { bufferChange } from '../remote/apply-remote.ts';
import { needsOf, rebaseQueue } from '../queue/mutation-queue.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import type { BatchEntryOutcome } from './outcome.ts';

/**
 * Buffers the server's state for a decision, since it differs from the request's base. The item's requests
 * get new keys, since they can never take effect under the current ones.
 */
export async function raiseConflict(
  unit: UnitOfWork,
  request: QueuedRequest,
  server: DeltaItem | null,
): Promise<void> {
  const uuid = request.itemUuid ?? '';
  const row = await unit.item(uuid);
  // Without a row there is nothing to decide on, and a repeated request would be refused forever.
  if (row === undefined) {
    const [code, status] =
      server === null ? (['not_found', 404] as const) : (['stale', 412] as const);
    return blockRequest(unit, request, { kind: 'verdict', code, status });
  }
  await renewChain(unit, request);
  const shown = await recomputeRow(unit, withoutDelete(row));
  await rebaseQueue(unit, shown);
  if (server !== null) return bufferChange(unit, { kind: 'row', row: server });
  const removed = await unit.tx.meta('restoring', uuid);
  const rev = Math.max(row.base?.rev ?? 0, removed?.rev ?? 0);
  const removal = { id: row.id, uuid, reason: 'hidden', rev } as const;
  return bufferChange(unit, { kind: 'removal', removal });
}

/**
 * Sends a request and those behind it again under new keys: its recorded response is older than the item that
 * this device has received since.
 */
export async function sendWithNewKeys(unit: UnitOfWork, request: QueuedRequest): Promise<void> {
  await renewChain(unit, request);
  await rebaseItem(unit, request);
}

/**
 * Gives new keys to a request and to those of its item behind it, which never take effect under the current
 * ones. Requests that commute and those about occurrences wait for none of them, may have taken effect, and keep their keys.
 */
async function renewChain(unit: UnitOfWork, request: QueuedRequest): Promise<void> {
  const { id, itemUuid, seq } = request;
  const queue = isCommutingRequest(request) ? [] : await unit.tx.queueOf(itemUuid ?? '');
  const behind = queue.filter(
    (one) =>
      one.id !== id && one.itemUuid === itemUuid && one.seq > seq && !isOutsideConflicts(one),
  );
  await renewKeys(unit, [request, ...behind]);
}

/** Sends a create again without its parent, which was deleted: the item moves to the top level. */
export async function createAtTop(unit: UnitOfWork, request: QueuedRequest): Promise<void> {
  const uuid = request.itemUuid ?? '';
  const data = { ...request.data, parent_id: null };
  await renewKey(unit, request, { data, needs: needsOf(data) });
  const row = await unit.item(uuid);
  if (row === undefined) return;
  const shown = await recomputeRow(unit, row);
  await rebaseQueue(unit, shown);
  await updateChildLinks(unit, shown);
}

/**
 * Blocks a request behind the refused one before it. If its predecessor has a new key or is about to be
 * resolved, the request is not refused but follows it.
 */
export async function blockUnlessChainMoved(
  unit: UnitOfWork,
  request: QueuedRequest,
  why: Extract<BatchEntryOutcome, { kind: 'blocked' }>['why'],
): Promise<void> {
  if (why.kind !== 'dependency') return blockRequest(unit, request, why);
  const head = await unit.tx.request(why.on);
  if (head === undefined) {
    const isBuffered =
      (await unit.tx.meta(storedName.buffered, request.itemUuid ?? '')) !== undefined;
    // Under its current key it would be refused again and again, and while it is in flight nothing is
    // decided.
    if (isBuffered) return void (await renewKeyInChain(unit, request));
    return blockRequest(unit, request, { kind: 'verdict', code: 'after_failed', status: 424 });
  }
  const again = await renewKeyInChain(unit, request);
  if (isBlocked(head.state)) await blockRequest(unit, again, why);
}

/**
 * Gives a new key to a request that was refused because of the one before it: the server may repeat the
 * refusal for the old key forever, even after that one took effect under another key.
 */
export async function renewKeyInChain(
  unit: UnitOfWork,
  request: QueuedRequest,
): Promise<QueuedRequest> {
  const again = await renewKey(unit, request);
  await rebaseItem(unit, request);
  return again;
}

async function rebaseItem(unit: UnitOfWork, { itemUuid }: QueuedRequest): Promise<void> {
  const row = await unit.item(itemUuid ?? '');
  if (row !== undefined) await rebaseQueue(unit, row);
}
