import type { ItemType } from '@foray/domain';
import { recomputeRow } from '../optimistic/recompute-row.ts';
import { eraseItem } from '../remote/apply-remote.ts';
import { dropOwnRequests, rebase } from '../remote/buffered-changes.ts';
import { isOccurrenceRequest } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import type { Outcome } from './outcome.ts';

/** A request as it is, or one about an occurrence as far as it concerns the item that repeats. */
export function ofItemAlone(request: QueuedRequest): QueuedRequest {
  const { touches } = request;
  return isOccurrenceRequest(request) ? { ...request, touches: touches.slice(0, 1) } : request;
}

/**
 * Puts the copy of an occurrence in place as the server has it, once the item is: an undone one stays hidden until
 * the feed contains its removal. Children that began again are in the feed, if they did. Returns the types with
 * changes that the answer does not contain; none of any other request.
 */
export async function settleCopy(
  unit: UnitOfWork,
  request: QueuedRequest,
  { item, copy = null }: Extract<Outcome, { kind: 'done' }>,
): Promise<readonly ItemType[]> {
  if (!isOccurrenceRequest(request)) return [];
  const held = copy === null ? undefined : await unit.item(copy.uuid);
  const isNewer = copy !== null && held !== undefined && (held.base?.rev ?? -1) < copy.rev;
  if (isNewer) await rebase(unit, held, copy);
  for (const uuid of request.touches.slice(1)) {
    const row = isNewer && uuid === held.uuid ? undefined : await unit.item(uuid);
    if (row === undefined) continue;
    const shown = await recomputeRow(unit, row);
    if (!shown._deleted || uuid !== request.copy?.uuid) continue;
    const undone = { requestId: request.id, deletedAt: row.updated_at, isUndone: true } as const;
    await unit.tx.putMeta('deleting', uuid, undone);
  }
  const isBack = request.method === 'DELETE';
  const hasChildren = isBack || request.touches.length > (request.copy === undefined ? 1 : 2);
  const isElsewhere = isBack || (copy !== null && held === undefined);
  const own = await unit.item(request.itemUuid ?? '');
  const isBehind = own !== undefined && (hasChildren || isElsewhere || item === null);
  return [...(isBehind ? [own.type] : []), ...(hasChildren ? (['todo'] as const) : [])];
}

/**
 * Gives up a copy that was to be made again: its item is deleted on the server, which takes the copies along, or is
 * made nowhere.
 */
export async function dropCopy(unit: UnitOfWork, { itemUuid }: QueuedRequest): Promise<void> {
  const uuid = itemUuid ?? '';
  const row = await unit.item(uuid);
  await dropOwnRequests(unit, uuid, await unit.tx.queueOf(uuid));
  if (row !== undefined) await eraseItem(unit, row, { reason: 'deleted', rev: 0 });
}
