import type { DeltaItem } from '@foray/contract';
import { changedFields, fieldsChangedBy, isAlike, nextAbove, rebaseItem } from '@foray/domain';
import { operationsOf, recomputeRow, startStateOf } from '../optimistic/recompute-row.ts';
import type { LocalItem } from '../store/local-item.ts';
import { bufferChange } from '../remote/apply-remote.ts';
import { isCommutingRequest, isCreateOf, kindOf } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { rowOfCreate } from '../queue/mutation-queue.ts';
import { rebase } from '../remote/buffered-changes.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Applies the item in the response to a request that has left the queue: it becomes the base of the requests
 * queued behind it. If others have changed the same fields, their row is buffered until conflicts are
 * detected.
 */
export async function applyConfirmed(
  unit: UnitOfWork,
  row: LocalItem,
  request: QueuedRequest,
  received: DeltaItem,
): Promise<void> {
  // The current base has been decided on, and may be newer.
  if (row.base !== null && row.base.rev >= received.rev) {
    await rebase(unit, row, row.base);
    return;
  }
  // The item was created again from a conflict that ended with its history: requests behind become a
  // conflict.
  if (row.former?.isUnseen === true) {
    await recomputeRow(unit, row);
    await bufferChange(unit, { kind: 'row', row: received });
    return;
  }
  const left = isCommutingRequest(request)
    ? await commutedBy(unit, row, received)
    : await leftBy(unit, row, request, received);
  if (left === null) {
    await rebase(unit, row, received);
    return;
  }
  await recomputeRow(unit, { ...row, base: left });
  await bufferChange(unit, { kind: 'row', row: received });
}

/**
 * The base of an item after a change that commutes, which is based on no version, if others have changed the
 * item since the base of the requests queued here; otherwise null.
 */
async function commutedBy(
  unit: UnitOfWork,
  row: LocalItem,
  { version, labels, position }: DeltaItem,
): Promise<DeltaItem | null> {
  if (row.base === null || row.base.version === version) return null;
  const behind = await unit.tx.queueOf(row.uuid);
  return behind.every(isCommutingRequest) ? null : { ...row.base, labels, position };
}

/**
 * The item directly after a request took effect, if others have since changed a field that a request queued
 * behind it changes too; otherwise null. The response to a repeated request contains the current item, which
 * the user of this device has not seen.
 */
async function leftBy(
  unit: UnitOfWork,
  row: LocalItem,
  request: QueuedRequest,
  received: DeltaItem,
): Promise<DeltaItem | null> {
  const behind = await unit.tx.queueOf(row.uuid);
  if (behind.length === 0) return null;
  const own = operationsOf(unit, row, [request]);
  const left = rebaseItem(startStateOf(row, [request, ...behind]), own);
  if (left === null) return null;
  const queued = operationsOf(unit, row, behind);
  const shown = rebaseItem(left, queued);
  if (shown === null) return null;
  const changed = fieldsChangedBy(queued, left, shown);
  // A status may have been rolled up, which raises no version. Each request that this device has sent raises
  // the version by one.
  const raisedHere = 1 + behind.filter((one) => one.sent && !isCommutingRequest(one)).length;
  const isOurs = received.version <= (row.base?.version ?? 0) + raisedHere;
  const isUnseen = changedFields(left, received).some((field) => {
    if (field === 'status' && (isOurs || shown.deleted)) return false;
    return shown.deleted || (changed.includes(field) && !isAlike(field, shown, received));
  });
  if (!isUnseen) return null;
  const { deleted: _, ...item } = left;
  // A created row comes before the received one; rev 0 would mean that its history has ended.
  const numbers = { rev: row.base?.rev ?? received.rev - 1, version: 0 };
  return { ...received, ...item, id: received.id, updated_by: unit.userId, ...numbers };
}

/**
 * The row of an item that the response to a request does not contain, because it has been deleted since, is
 * hidden, or is a descendant of the answered item: adds the effect of the request to its base, or keeps a
 * created row as its former one.
 */
export async function withEffect(
  unit: UnitOfWork,
  row: LocalItem,
  request: QueuedRequest,
): Promise<LocalItem> {
  const { base } = row;
  if (base === null && row.former == null && isCreateOf(request, row.uuid)) {
    // Requests behind the create were made over its row, for which the server has sent no numbers.
    return { ...row, former: { base: rowOfCreate(unit, row, request), isLost: false } };
  }
  // A row received while the request was blocked may be newer than the request's effect.
  if (base === null || isReceivedSince(base, request)) return row;
  if (kindOf(request) === 'remove') return withoutRemoved(unit, row, base, request);
  const left = rebaseItem({ ...base, deleted: false }, operationsOf(unit, row, [request]));
  if (left === null) return row;
  const { deleted: _, ...item } = left;
  const isMoved = item.parent_uuid !== base.parent_uuid;
  const parent = item.parent_uuid === null ? undefined : await unit.item(item.parent_uuid);
  const parentId = isMoved ? (parent?.id ?? null) : base.parent_id;
  // A request that changed nothing left the author of the row unchanged.
  const isChanged = item.updated_at !== base.updated_at;
  const by = isChanged ? { updated_by: unit.userId } : {};
  return { ...row, base: { ...base, ...item, ...by, id: base.id, parent_id: parentId } };
}

/** Whether a row of the server was received after a request was sent; false if that is unknown. */
export function isReceivedSince({ rev }: DeltaItem, { sentHead = rev }: QueuedRequest): boolean {
  return rev > sentHead;
}

/**
 * The row of an item whose assignee a confirmed removal has removed: requests queued behind it were made with
 * that knowledge and are compared with this base. The server's own row follows with the feed. If the server
 * has the item under another parent, because a move was refused or others moved it, the removal did not
 * affect it, and no row follows: the assignee is back after the next pull.
 */
async function withoutRemoved(
  unit: UnitOfWork,
  row: LocalItem,
  base: DeltaItem,
  request: QueuedRequest,
): Promise<LocalItem> {
  const { assigned_to: removed, rev } = base;
  if (removed === null || removed !== request.data?.['user_id']) return row;
  if (!(await isDescendant(unit, base, request.itemUuid))) return row;
  await unit.tx.putMeta('unassigned', row.uuid, { assigned_to: removed, rev });
  return { ...row, base: { ...base, assigned_to: null } };
}

/** Whether one item is a descendant of another by the rows that the server has sent. */
async function isDescendant(
  unit: UnitOfWork,
  item: DeltaItem,
  above: string | null,
): Promise<boolean> {
  const ancestry: DeltaItem[] = [item];
  for (;;) {
    const next = nextAbove(ancestry);
    if (next === null || next === above) return next !== null;
    const base = (await unit.item(next))?.base;
    if (base == null) return false;
    ancestry.push(base);
  }
}
