import type { ItemType } from '@foray/domain';
import { recomputeRow } from '../optimistic/recompute-row.ts';
import { eraseItem } from '../remote/apply-remote.ts';
import { dropOwnRequests, rebase } from '../remote/buffered-changes.ts';
import { isOccurrenceRequest } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import type { BatchEntryOutcome } from './outcome.ts';

/** The request; one about an occurrence is reduced to its effect on the repeating item. */
export function withoutCopyEffects(request: QueuedRequest): QueuedRequest {
  const { touches } = request;
  return isOccurrenceRequest(request) ? { ...request, touches: touches.slice(0, 1) } : request;
}

/**
 * Updates the copy of an occurrence to the server's state, once the item is updated: an undone copy stays
 * hidden until the feed contains its removal. Children that were reset arrive with the feed. Returns the
 * types with changes that the response does not contain; none for any other request.
 */
export async function settleCopy(
  unit: UnitOfWork,
  request: QueuedRequest,
  { item, copy = null }: Extract<BatchEntryOutcome, { kind: 'done' }>,
): Promise<readonly ItemType[]> {
  if (!isOccurrenceRequest(request)) return [];
  const isBack = request.method === 'DELETE';
  const localCopy = copy === null ? undefined : await unit.item(copy.uuid);
  const isNewer =
    copy !== null && localCopy !== undefined && (localCopy.base?.rev ?? -1) < copy.rev;
  if (isNewer) await rebase(unit, localCopy, copy);
  for (const uuid of request.touches.slice(1)) {
    const row = isNewer && uuid === localCopy.uuid ? undefined : await unit.item(uuid);
    if (row === undefined) continue;
    // The create that a lost copy gets before its undo would bring it back.
    if (isBack && copy === null && uuid === request.copy?.uuid) {
      await dropOwnRequests(unit, uuid, await unit.tx.queueOf(uuid));
    }
    const shown = await recomputeRow(unit, row);
    if (!shown._deleted || uuid !== request.copy?.uuid) continue;
    const undone = { requestId: request.id, deletedAt: row.updated_at, isUndone: true } as const;
    await unit.tx.putMeta('deleting', uuid, undone);
  }
  const hasChildren = isBack || request.touches.length > (request.copy === undefined ? 1 : 2);
  const isElsewhere = isBack || (copy !== null && localCopy === undefined);
  const own = await unit.item(request.itemUuid ?? '');
  const isBehind = own !== undefined && (hasChildren || isElsewhere || item === null);
  return [...(isBehind ? [own.type] : []), ...(hasChildren ? (['todo'] as const) : [])];
}

/**
 * Drops a copy that was to be created again: its item is deleted on the server, with its copies, or is never
 * created.
 */
export async function dropCopy(unit: UnitOfWork, { itemUuid }: QueuedRequest): Promise<void> {
  const uuid = itemUuid ?? '';
  const row = await unit.item(uuid);
  await dropOwnRequests(unit, uuid, await unit.tx.queueOf(uuid));
  if (row !== undefined) await eraseItem(unit, row, { reason: 'deleted', rev: 0 });
}
