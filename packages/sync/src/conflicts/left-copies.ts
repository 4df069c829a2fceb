import { isRepeating, localIdFloor, may } from '@foray/domain';
import { newRequest, rebaseQueue } from '../queue/mutation-queue.ts';
import { optimisticOf, recomputeRow } from '../optimistic/recompute-row.ts';
import { lastServerRowOf } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { isOccurrenceRequest } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { ReadTransaction } from '../store/ports.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { completionOf, requeue } from './lost-occurrences.ts';

/*
 * A tab of an earlier release takes the completion of an occurrence for a create of its item. Once it has
 * received the item, it drops the request as a repeated create, or confirms it, and leaves the copy without
 * server row and request: the completion is lost, and the server's row of the copy finds its uuid taken.
 */

/** The copies that a tab of an earlier release has left, in the order of their occurrences. */
export async function readLeftCopies(tx: ReadTransaction): Promise<readonly LocalItem[]> {
  const left: LocalItem[] = [];
  for (const row of await tx.itemsFrom(localIdFloor)) {
    if (row.occurrence_of === null || row._deleted || lastServerRowOf(row) !== null) continue;
    if ((await tx.queueOf(row.uuid)).length === 0) left.push(row);
  }
  return left.toSorted((a, b) => a.occurrence - b.occurrence);
}

/**
 * Completes the occurrences of left copies again if their items are still in them. Other copies leave the
 * device; if the server has them, it sends them again.
 */
export async function repairLeftCopies(unit: UnitOfWork): Promise<void> {
  const left = await readLeftCopies(unit.tx);
  for (const uuid of new Set(left.map((copy) => copy.occurrence_of ?? ''))) {
    const copies = left.filter((copy) => copy.occurrence_of === uuid);
    const row = await unit.item(uuid);
    const again = row === undefined ? [] : await completeAgain(unit, row, copies);
    unit.note('decided', { item: uuid, outcome: 'left', what: 'row', count: again.length });
    for (const copy of copies) await recomputeRow(unit, copy);
    if (row !== undefined) await rebaseQueue(unit, await recomputeRow(unit, row));
  }
}

/** Queues the consecutive completions from the item's occurrence on. */
async function completeAgain(
  unit: UnitOfWork,
  row: LocalItem,
  copies: readonly LocalItem[],
): Promise<readonly LocalItem[]> {
  const queue = await unit.tx.queueOf(row.uuid);
  const before = queue.filter((one) => !isOccurrenceRequest(one) && !changesRule(one));
  const item = row.base ?? optimisticOf(unit, row, before);
  if (row._deleted || !isRepeating(item) || !may(row.permission, 'edit')) return [];
  const requests = queue.filter((one) => one.itemUuid === row.uuid);
  const queued = new Set(requests.map(occurrenceIn));
  const again: LocalItem[] = [];
  for (let n = item.occurrence; ; n += 1) {
    const copy = copies.find(({ occurrence }) => occurrence === n);
    if (copy !== undefined) again.push(copy);
    else if (!queued.has(n)) break;
  }
  const [first] = again;
  if (first === undefined) return [];
  // Requests for later occurrences, or that move or end the rule, come after these completions.
  const behind = requests.filter((one) => occurrenceIn(one) > first.occurrence || changesRule(one));
  for (const copy of again) {
    await unit.putRequest(newRequest(unit, completionOf(row.uuid, copy).change, null));
    const next = behind.filter((one) => occurrenceIn(one) === copy.occurrence + 1);
    for (const one of next) await requeue(unit, one);
  }
  const last = again.at(-1)?.occurrence ?? 0;
  for (const one of behind) if (!(occurrenceIn(one) <= last + 1)) await requeue(unit, one);
  return again;
}

function changesRule({ method, data, sent }: QueuedRequest): boolean {
  if (method !== 'PATCH' || data === null || sent) return false;
  return 'repeat' in data || 'due_date' in data;
}

/** The number of the occurrence that a request is about; NaN for any other request. */
function occurrenceIn({ url, data }: QueuedRequest): number {
  return Number(data?.['n'] ?? url.split('/occurrences/').at(1));
}
