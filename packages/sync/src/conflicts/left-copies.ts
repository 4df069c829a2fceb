import { isRepeating, localIdFloor, may } from '@foray/domain';
import { newRequest } from '../queue/mutation-queue.ts';
import { recomputeRow } from '../optimistic/recompute-row.ts';
import { lastServerRowOf } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { ReadTransaction } from '../store/ports.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { completionOf, requeueActs } from './lost-occurrences.ts';

/*
 * A tab of an earlier release takes the completion of an occurrence for a create of its item. Once it has received the
 * item, it drops the request as a repeated one, or confirms it, and leaves the copy without server row and request: the
 * completion is lost, and the server's row of the copy finds its uuid taken.
 */

/** The copies that a tab of an earlier release has left, those of earlier occurrences first. */
export async function leftCopies(tx: ReadTransaction): Promise<readonly LocalItem[]> {
  const left: LocalItem[] = [];
  for (const row of await tx.itemsFrom(localIdFloor)) {
    if (row.occurrence_of === null || row._deleted || lastServerRowOf(row) !== null) continue;
    if ((await tx.queueOf(row.uuid)).length === 0) left.push(row);
  }
  return left.toSorted((a, b) => a.occurrence - b.occurrence);
}

/**
 * Completes the occurrences of left copies again where their items are in them still. Other copies leave the device;
 * if the server has them, it sends them again.
 */
export async function repairLeftCopies(unit: UnitOfWork): Promise<void> {
  for (const copy of await leftCopies(unit.tx)) {
    unit.note('decided', { item: copy.uuid, outcome: 'left', what: 'row' });
    const held = await unit.item(copy.occurrence_of ?? '');
    const item = held === undefined ? undefined : await recomputeRow(unit, held);
    const isHere = item?.occurrence === copy.occurrence && !item._deleted && isRepeating(item);
    if (!isHere || !may(item.permission, 'edit')) {
      await recomputeRow(unit, copy);
      continue;
    }
    const acts = await unit.tx.queueOf(item.uuid);
    const behind = acts.filter((one) => occurrenceIn(one) > copy.occurrence);
    await unit.putRequest(newRequest(unit, completionOf(item.uuid, copy).change, null));
    await requeueActs(unit, item.uuid, behind);
    for (const row of [item, copy]) await recomputeRow(unit, row);
  }
}

/** The number of the occurrence that a request is about; NaN for any other request. */
function occurrenceIn({ url, data }: QueuedRequest): number {
  return Number(data?.['n'] ?? url.split('/occurrences/').at(1));
}
