import { itemOf } from '@foray/domain';
import type { QueuedChange } from '../queue/coalesce.ts';
import { deleteChange } from '../queue/delete-change.ts';
import { listAt } from '../queue/dependents.ts';
import { newRequest, rebaseQueue } from '../queue/mutation-queue.ts';
import { recomputeRow } from '../optimistic/recompute-row.ts';
import { copiesOf } from '../store/copies.ts';
import type { LocalItem } from '../store/local-item.ts';
import { headOf } from '../store/operation.ts';
import { kindOf } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** Queues again the confirmed deletes, and undone occurrences, that the feed has not returned yet. */
export async function repeatDeletes(unit: UnitOfWork): Promise<void> {
  const deleted = new Map<string, LocalItem[]>();
  for (const { id: uuid, value } of await unit.tx.metaOf('deleting')) {
    await unit.tx.deleteMeta('deleting', uuid);
    const row = await unit.item(uuid);
    if (row?.deletedBy !== value.requestId) continue;
    if (value.isUndone) await deleteAgain(unit, [row], undoChange(row));
    else listAt(deleted, value.requestId).push(row);
  }
  for (const rows of deleted.values()) {
    const root = headOf(rows);
    const others = rows.filter((row) => row !== root).map(({ uuid }) => uuid);
    await deleteAgain(unit, rows, await deleteChange(unit, root.uuid, others));
  }
}

async function deleteAgain(
  unit: UnitOfWork,
  rows: readonly LocalItem[],
  change: QueuedChange,
  as?: Pick<QueuedRequest, 'timestamp' | 'offsetMs'>,
): Promise<void> {
  const { timestamp, offsetMs, ...fresh } = newRequest(unit, change, null);
  const request = {
    ...fresh,
    timestamp: as?.timestamp ?? timestamp,
    offsetMs: as?.offsetMs ?? offsetMs,
  };
  await unit.putRequest(request);
  for (const row of rows) {
    unit.put({ ...row, deletedBy: request.id, _syncStatus: 'pending' });
  }
  const subject = await unit.item(change.uuid);
  if (subject !== undefined) unit.put({ ...subject, _syncStatus: 'pending' });
}

/**
 * Deletes everything that the queued delete of an item includes, without the item, which the server has lost:
 * each family in a separate request, since the server may still have some of it.
 */
export async function deleteFamilyAlone(
  unit: UnitOfWork,
  uuid: string,
  requests: readonly QueuedRequest[],
): Promise<void> {
  for (const deleter of requests) {
    if (kindOf(deleter) !== 'delete' || deleter.itemUuid !== uuid) continue;
    const deleted = new Map<string | null, LocalItem>();
    for (const other of deleter.touches.slice(1)) {
      const row = await unit.item(other);
      if (row?.deletedBy === deleter.id) deleted.set(other, row);
    }
    const families = new Map<string, LocalItem[]>();
    for (const row of deleted.values()) {
      listAt(families, headIn(deleted, row).uuid).push(row);
    }
    for (const [head, rows] of families) {
      const others = rows.map((row) => row.uuid).filter((other) => other !== head);
      await deleteAgain(unit, rows, await deleteChange(unit, head, others), deleter);
    }
  }
}

/**
 * The highest of some rows that is above a row, or above its occurrence's item. Moves may have left a cycle.
 */
function headIn(rows: ReadonlyMap<string | null, LocalItem>, row: LocalItem): LocalItem {
  const passed = new Set<LocalItem>();
  let head = row;
  while (!passed.has(head)) {
    passed.add(head);
    head = rows.get(head.occurrence_of ?? head.parent_uuid) ?? head;
  }
  return head;
}

/**
 * Undoes the completion that created a copy: deleting only the copy would leave its item at the later date.
 */
function undoChange(copy: LocalItem): QueuedChange {
  const { uuid, occurrence: n, occurrence_of: of } = copy;
  const touched = { data: null, copy: itemOf(copy), also: [uuid] };
  return { kind: 'occurrence', uuid: of ?? '', act: 'undo', n, ...touched };
}

/**
 * Deletes an item again whose delete `requestId` the server has lost, in one request with the items of the
 * same delete that have come back before.
 */
export async function repeatLostDelete(
  unit: UnitOfWork,
  row: LocalItem,
  requestId: string,
): Promise<void> {
  const rows = new Map([[row.uuid, row]]);
  const begun = await unit.tx.request(requestId);
  if (begun !== undefined && !begun.sent) {
    await unit.dropRequest(begun.id);
    for (const uuid of begun.touches) {
      const deleted = await unit.item(uuid);
      if (deleted !== undefined) rows.set(uuid, deleted);
    }
  }
  for (const copy of await copiesOf(unit, [row.uuid])) rows.set(copy.uuid, copy);
  const root = headOf([...rows.values()]);
  const others = [...rows.keys()].filter((uuid) => uuid !== root.uuid);
  const request = newRequest(unit, await deleteChange(unit, root.uuid, others), null);
  await unit.putRequest(request);
  // Later items of the same delete join this request.
  for (const { id, value } of await unit.tx.metaOf('trash')) {
    if (value.requestId !== requestId) continue;
    await unit.tx.putMeta('trash', id, { ...value, requestId: request.id });
  }
  for (const one of rows.values()) await rebaseQueue(unit, await recomputeRow(unit, one));
}
