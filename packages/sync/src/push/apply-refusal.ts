import { isApartRequest, isBlocked, isLabelRequest } from '../store/queued-request.ts';
import { storedName } from '../store/stored-names.ts';
import type { DeltaItem } from '@foray/contract';
import { blockRequest, renewKey, renewKeys } from '../queue/block.ts';
import { recomputeRow, updateChildLinks } from '../optimistic/recompute-row.ts';
import { withoutDelete } from '../store/local-item.ts';
import { bufferChange } from '../remote/apply-remote.ts';
import { needsOf, rebaseQueue } from '../queue/mutation-queue.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import type { Outcome } from './outcome.ts';

/**
 * The server has another state than the request was based on: that state is buffered for a
 * decision, and the item's requests take new keys, since these can never take effect any more.
 */
export async function letDecide(
  unit: UnitOfWork,
  request: QueuedRequest,
  server: DeltaItem | null,
): Promise<void> {
  const uuid = request.itemUuid ?? '';
  const row = await unit.item(uuid);
  // Without a row there is nothing to decide on, and sent again it would be refused for ever.
  if (row === undefined) {
    const [code, status] =
      server === null ? (['not_found', 404] as const) : (['stale', 412] as const);
    return blockRequest(unit, request, { kind: 'verdict', code, status });
  }
  await renewChain(unit, request);
  const shown = await recomputeRow(unit, withoutDelete(row));
  await rebaseQueue(unit, shown);
  if (server !== null) return bufferChange(unit, { kind: 'row', row: server });
  const gone = await unit.tx.meta('restoring', uuid);
  const rev = Math.max(row.base?.rev ?? 0, gone?.rev ?? 0);
  const removal = { id: row.id, uuid, reason: 'hidden', rev } as const;
  return bufferChange(unit, { kind: 'removal', removal });
}

/**
 * Sends a request again, with those behind it, whose recorded answer says nothing of the item as this
 * device has received it since.
 */
export async function sendWithNewKeys(unit: UnitOfWork, request: QueuedRequest): Promise<void> {
  await renewChain(unit, request);
  await rebaseItem(unit, request);
}

/**
 * New keys for a request and those of its item behind it: under the present ones they never take effect. What
 * stands apart waits for none of them, and may have taken effect.
 */
async function renewChain(unit: UnitOfWork, request: QueuedRequest): Promise<void> {
  const { id, itemUuid, seq } = request;
  const queue = isLabelRequest(request) ? [] : await unit.tx.queueOf(itemUuid ?? '');
  const behind = queue.filter(
    (one) => one.id !== id && one.itemUuid === itemUuid && one.seq > seq && !isApartRequest(one),
  );
  await renewKeys(unit, [request, ...behind]);
}

/** Sends a create again without its parent, which was deleted: the item moves to the top level. */
export async function makeAtTop(unit: UnitOfWork, request: QueuedRequest): Promise<void> {
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
 * Blocks a request with the refused one before it. It is not refused if its predecessor has a new key or
 * is about to be resolved: then it follows that one.
 */
export async function blockUnlessChainMoved(
  unit: UnitOfWork,
  request: QueuedRequest,
  why: Extract<Outcome, { kind: 'blocked' }>['why'],
): Promise<void> {
  if (why.kind !== 'dependency') return blockRequest(unit, request, why);
  const head = await unit.tx.request(why.on);
  if (head === undefined) {
    const isBuffered =
      (await unit.tx.meta(storedName.buffered, request.itemUuid ?? '')) !== undefined;
    // Under its key it would be refused again and again, and as long as it is in flight nothing is decided.
    if (isBuffered) return void (await takeNewKey(unit, request));
    return blockRequest(unit, request, { kind: 'verdict', code: 'after_failed', status: 424 });
  }
  const again = await takeNewKey(unit, request);
  if (isBlocked(head.state)) await blockRequest(unit, again, why);
}

/**
 * A new key for a request that was refused because of the one before it, since the server may answer
 * its old one so for ever, even after that one took effect under another key.
 */
export async function takeNewKey(unit: UnitOfWork, request: QueuedRequest): Promise<QueuedRequest> {
  const again = await renewKey(unit, request);
  await rebaseItem(unit, request);
  return again;
}

async function rebaseItem(unit: UnitOfWork, { itemUuid }: QueuedRequest): Promise<void> {
  const row = await unit.item(itemUuid ?? '');
  if (row !== undefined) await rebaseQueue(unit, row);
}
