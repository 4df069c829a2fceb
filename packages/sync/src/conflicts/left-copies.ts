import { isRepeating, localIdFloor } from '@foray/domain';
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
 * A tab of an earlier release mistakes the completion of an occurrence for a create of its item. Once it has
 * received the item, it drops the request as a duplicate create, or confirms it, and leaves the copy without
 * server row and request: the completion is lost, and the server's row of the copy finds its uuid taken.
 */

/** The copies that a tab of an earlier release has left behind, in the order of their occurrences. */
export async function readLeftCopies(tx: ReadTransaction): Promise<readonly LocalItem[]> {
  const left: LocalItem[] = [];
  for (const row of await tx.itemsFrom(localIdFloor)) {
    if (row.occurrence_of === null || row._deleted || lastServerRowOf(row) !== null) continue;
    if ((await tx.queueOf(row.uuid)).length === 0) left.push(row);
  }
  return left.toSorted((a, b) => a.occurrence - b.occurrence);
}

/**
 * Completes the occurrences of left copies again. The copies of an item that is deleted, or missing, are
 * removed from the device; if the server has them, it sends them again.
 */
export async function repairLeftCopies(unit: UnitOfWork): Promise<void> {
  const left = await readLeftCopies(unit.tx);
  for (const uuid of new Set(left.map((copy) => copy.occurrence_of ?? ''))) {
    const copies = left.filter((copy) => copy.occurrence_of === uuid);
    const row = await unit.item(uuid);
    const isThere = row?._deleted === false;
    if (isThere) await completeAgain(unit, row, copies);
    const count = isThere ? copies.length : 0;
    unit.note('decided', { item: uuid, outcome: 'left', what: 'row', count });
    for (const copy of copies) await recomputeRow(unit, copy);
    if (row !== undefined) await rebaseQueue(unit, await recomputeRow(unit, row));
  }
}

/**
 * Queues the completions of an item's copies. Those that follow each other from its occurrence on move it, so
 * requests for later occurrences, and those that move or end the rule, come after them. The others only
 * create their copies; the server refuses an occurrence that the item has not reached, which then needs
 * attention.
 */
async function completeAgain(
  unit: UnitOfWork,
  row: LocalItem,
  copies: readonly LocalItem[],
): Promise<void> {
  const queue = await unit.tx.queueOf(row.uuid);
  const before = queue.filter((one) => !isOccurrenceRequest(one) && !changesRule(one));
  const item = row.base ?? optimisticOf(unit, row, before);
  const requests = queue.filter((one) => one.itemUuid === row.uuid);
  const queued = new Set(requests.map(occurrenceIn));
  const inTurn: LocalItem[] = [];
  for (let n = item.occurrence; isRepeating(item); n += 1) {
    const copy = copies.find(({ occurrence }) => occurrence === n);
    if (copy !== undefined) inTurn.push(copy);
    else if (!queued.has(n)) break;
  }
  const first = inTurn.at(0)?.occurrence ?? Infinity;
  const isBehind = (one: QueuedRequest): boolean =>
    inTurn.length > 0 && (occurrenceIn(one) > first || changesRule(one));
  const behind = requests.filter(isBehind);
  for (const copy of [...copies.filter((one) => !inTurn.includes(one)), ...inTurn]) {
    await unit.putRequest(newRequest(unit, completionOf(row.uuid, copy).change, null));
    if (!inTurn.includes(copy)) continue;
    const next = behind.filter((one) => occurrenceIn(one) === copy.occurrence + 1);
    for (const one of next) await requeue(unit, one);
  }
  const last = inTurn.at(-1)?.occurrence ?? 0;
  for (const one of behind) if (!(occurrenceIn(one) <= last + 1)) await requeue(unit, one);
}

function changesRule({ method, data, sent }: QueuedRequest): boolean {
  if (method !== 'PATCH' || data === null || sent) return false;
  return 'repeat' in data || 'due_date' in data;
}

/** The number of the occurrence that a request is about; NaN for any other request. */
function occurrenceIn({ url, data }: QueuedRequest): number {
  return Number(data?.['n'] ?? url.split('/occurrences/').at(1));
}
