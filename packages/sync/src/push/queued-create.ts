import { copyMadeBy } from '../queue/detached.ts';
import { isBlocked, isCreateOf, kindOf } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { renewKeyInChain } from './apply-refusal.ts';
import { isReceivedSince } from './apply-confirmed.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Whether a request whose item was not found waits for the item's create. The server repeats that answer to
 * the key of the request, which therefore gets a new one, unless it names the request before it.
 */
export async function waitsForCreate(unit: UnitOfWork, request: QueuedRequest): Promise<boolean> {
  if (!(await isCreateQueued(unit, request))) return false;
  if (request.basis === null) await renewKeyInChain(unit, request);
  return true;
}

/**
 * Whether the item is missing only because its create is sent again first; a blocked create does not count.
 * The copy of an occurrence counts as long as its completion is queued, since no request names it as the one
 * before a delete of the copy.
 */
async function isCreateQueued(unit: UnitOfWork, request: QueuedRequest): Promise<boolean> {
  const { itemUuid, id } = request;
  const queue = await unit.tx.queueOf(itemUuid ?? '');
  return queue.some((one) => {
    if (one.id === id) return false;
    return copyMadeBy(one) === itemUuid || (isCreateOf(one, itemUuid) && !isBlocked(one.state));
  });
}

/**
 * Whether an item that a request has not found exists after all: this device has received it since, or a
 * restore before the request, which brings it back, is sent again.
 */
export async function existsAgain(unit: UnitOfWork, request: QueuedRequest): Promise<boolean> {
  const { itemUuid, seq } = request;
  const base = (await unit.item(itemUuid ?? ''))?.base ?? null;
  if (base !== null && isReceivedSince(base, request)) return true;
  const queue = await unit.tx.queueOf(itemUuid ?? '');
  return queue.some((one) => kindOf(one) === 'restore' && one.seq < seq);
}
