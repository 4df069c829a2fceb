import { recomputeRow, updateChildLinks } from '../optimistic/recompute-row.ts';
import { rebaseQueue } from '../queue/mutation-queue.ts';
import { eraseItem } from '../remote/apply-remote.ts';
import { dropOwnRequests } from '../remote/buffered-changes.ts';
import { deleteFamilyAlone } from '../remote/repeat-deletes.ts';
import type { LocalItem } from '../store/local-item.ts';
import { isCreateOf } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Confirms a delete. Deleted rows stay hidden until their removal arrives, so that no old page shows them
 * again. If the item `wasGone` before, the other items of the request are deleted by separate requests.
 */
export async function confirmDelete(
  unit: UnitOfWork,
  request: QueuedRequest,
  wasGone: boolean,
): Promise<void> {
  await unit.dropRequest(request.id);
  await dropUncreated(unit, request);
  if (wasGone) await deleteFamilyAlone(unit, request.itemUuid ?? '', [request]);
  for (const uuid of request.touches) {
    const row = await unit.item(uuid);
    if (row === undefined) continue;
    const shown = await recomputeRow(unit, row);
    await rebaseQueue(unit, shown);
    if (!shown._deleted || (wasGone && uuid !== request.itemUuid)) continue;
    // The time is the one that the user saw: without the request the row has the time of its base again.
    const mark = { requestId: request.id, deletedAt: row.updated_at };
    await unit.tx.putMeta('deleting', uuid, mark);
  }
}

/**
 * Removes items of a delete whose creates were refused or wait for another attempt, with everything queued
 * about them before. Otherwise they would be shown again, and the create would bring them back.
 */
async function dropUncreated(unit: UnitOfWork, { seq, touches }: QueuedRequest): Promise<void> {
  // All are collected before the first is dropped, which unblocks the requests below it.
  const unmade: { readonly row: LocalItem; readonly own: readonly QueuedRequest[] }[] = [];
  for (const uuid of touches) {
    const row = await unit.item(uuid);
    const queue = await unit.tx.queueOf(uuid);
    const own = queue.filter((one) => one.itemUuid === uuid);
    const isToBeMade = own.some((one) => isCreateOf(one, uuid));
    // A request after the delete needs the item: it restores the item or a parent.
    const isOver = queue.every((one) => one.seq < seq);
    if (row !== undefined && row.base === null && isToBeMade && isOver) unmade.push({ row, own });
  }
  for (const { row, own } of unmade) {
    await dropOwnRequests(unit, row.uuid, own);
    await eraseItem(unit, row, { reason: 'deleted', rev: 0 });
    await updateChildLinks(unit, row);
  }
}
