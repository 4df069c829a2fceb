import type { DeltaItem } from '@foray/contract';
import { changedFields, fieldsChangedBy, rebaseItem, nextAbove } from '@foray/domain';
import { recomputeRow, startOf } from '../optimistic/recompute-row.ts';
import type { LocalItem } from '../store/local-item.ts';
import { bufferChange } from '../remote/apply-remote.ts';
import { kindOf, operationOf } from '../store/operation.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { rebase } from '../remote/buffered-changes.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Takes over the item that the answer to a request told: it is the base of what is queued behind. What
 * others changed meanwhile in the same fields waits for a decision.
 */
export async function applyConfirmed(
  unit: UnitOfWork,
  row: LocalItem,
  request: QueuedRequest,
  told: DeltaItem,
): Promise<void> {
  if (row.base !== null && row.base.rev > told.rev) {
    await rebase(unit, row, row.base);
    return;
  }
  const left = await leftBy(unit, row, request, told);
  if (left === null) {
    await rebase(unit, row, told);
    return;
  }
  await recomputeRow(unit, { ...row, base: left });
  await bufferChange(unit, { kind: 'row', row: told });
}

/**
 * The item as a request that took effect left it, where others have changed it since in a field that
 * what is queued behind it changes too; else null. A request that was sent again is answered with the
 * item as it is then, which the person who acted here has not seen.
 */
async function leftBy(
  unit: UnitOfWork,
  row: LocalItem,
  request: QueuedRequest,
  told: DeltaItem,
): Promise<DeltaItem | null> {
  const touching = await unit.tx.queueOf(row.uuid);
  const behind = touching.filter(({ id }) => id !== request.id);
  if (behind.length === 0) return null;
  const context = { localId: row.id, userId: unit.userId };
  const left = rebaseItem(startOf(row, [request, ...behind]), [operationOf(request, context)]);
  if (left === null) return null;
  const queued = behind.map((one) => operationOf(one, context));
  const shown = rebaseItem(left, queued);
  if (shown === null) return null;
  const changed = fieldsChangedBy(queued, left, shown);
  // A status may have rolled up, which is nobody's change.
  const isUnseen = changedFields(left, told).some((field) =>
    shown.deleted ? field !== 'status' : changed.includes(field) && shown[field] !== told[field],
  );
  if (!isUnseen) return null;
  const { deleted: _, ...item } = left;
  const numbers = { rev: row.base?.rev ?? 0, version: 0 };
  return { ...told, ...item, id: told.id, ...numbers };
}

/**
 * The row of an item of which the answer to a request told nothing, because it has been deleted since or
 * is hidden, or hangs below the one that was told of: what the request did is part of its base.
 */
export async function withEffect(
  unit: UnitOfWork,
  row: LocalItem,
  request: QueuedRequest,
): Promise<LocalItem> {
  const { base } = row;
  // What was told after it was sent, while it was parked, may be newer than what it did.
  if (base === null || base.rev > (request.sentHead ?? base.rev)) return row;
  const kind = kindOf(request);
  if (kind === 'remove') return withoutRemoved(unit, row, base, request);
  const isOwn = row.uuid === request.itemUuid && (kind === 'patch' || kind === 'assign');
  if (!isOwn) return row;
  const context = { localId: row.id, userId: unit.userId };
  const left = rebaseItem({ ...base, deleted: false }, [operationOf(request, context)]);
  if (left === null) return row;
  const { deleted: _, ...item } = left;
  const isMoved = item.parent_uuid !== base.parent_uuid;
  const parent = item.parent_uuid === null ? undefined : await unit.item(item.parent_uuid);
  const parentId = isMoved ? (parent?.id ?? null) : base.parent_id;
  return { ...row, base: { ...base, ...item, id: base.id, parent_id: parentId } };
}

/**
 * The row of something from which a confirmed removal took its person: what is queued behind it was made
 * knowing that, and is compared with it. The server's row is still to come. Where the server has the item
 * elsewhere, because a move was refused, the removal took nothing.
 */
async function withoutRemoved(
  unit: UnitOfWork,
  row: LocalItem,
  base: DeltaItem,
  request: QueuedRequest,
): Promise<LocalItem> {
  if (base.assigned_to !== request.data?.['user_id']) return row;
  const isBelow = await isToldBelow(unit, base, request.itemUuid);
  return isBelow ? { ...row, base: { ...base, assigned_to: null } } : row;
}

/** Whether the server has told that one item hangs below another. */
async function isToldBelow(
  unit: UnitOfWork,
  item: DeltaItem,
  above: string | null,
): Promise<boolean> {
  const line: DeltaItem[] = [item];
  for (;;) {
    const next = nextAbove(line);
    if (next === null || next === above) return next !== null;
    const base = (await unit.item(next))?.base;
    if (base == null) return false;
    line.push(base);
  }
}
