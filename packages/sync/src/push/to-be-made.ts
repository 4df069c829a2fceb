import { isBlocked, isCreateOf } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Whether the item is missing only because its create is sent again first; a blocked create does not count.
 * The copy of an occurrence counts as long as its completion is queued, since no request names it as the one
 * before a delete of the copy.
 */
export async function isToBeMade(unit: UnitOfWork, request: QueuedRequest): Promise<boolean> {
  const { itemUuid, id } = request;
  const queue = await unit.tx.queueOf(itemUuid ?? '');
  return queue.some((one) => {
    if (one.id === id) return false;
    const isMaker = one.data !== null && one.copy?.uuid === itemUuid;
    return isMaker || (isCreateOf(one, itemUuid) && !isBlocked(one.state));
  });
}
