import type { DeltaItem } from '@foray/contract';
import {
  changeBetween,
  isEmptyLabelChange,
  labelsOf,
  positionOf,
  may,
  mayWith,
  rebaseItem,
} from '@foray/domain';
import type { Editable, Item, ItemChange, LabelChange, OptimisticItem } from '@foray/domain';
import type { QueuedChange } from '../queue/coalesce.ts';
import { newRequest, rebaseQueue } from '../queue/mutation-queue.ts';
import { mayMoveTo } from '../optimistic/local-rights.ts';
import { operationsOf, optimisticOf, recomputeRow } from '../optimistic/recompute-row.ts';
import type { LocalItem } from '../store/local-item.ts';
import { kindOf } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/* Values that a restored backup may have lost, which a device offers again. */

/**
 * Queues the difference between `shown` and the row, one request for each kind of change, so that the refusal
 * of one stops no other. The row is compared without the requests `behind` the offered values.
 */
export async function offerValues(
  unit: UnitOfWork,
  row: LocalItem,
  {
    shown: wanted,
    behind,
  }: { readonly shown: OptimisticItem; readonly behind: readonly QueuedRequest[] },
): Promise<void> {
  const { uuid } = row;
  const later = new Set(behind.map(({ id }) => id));
  const counted = (await unit.tx.queueOf(uuid)).filter(({ id }) => !later.has(id));
  const from = { ...row, ...optimisticOf(unit, row, counted) };
  const {
    parent_uuid: parent,
    assigned_to: assignedTo,
    ...fields
  } = await permittedChange(unit, from, wanted);
  const changes: QueuedChange[] = [];
  if (Object.keys(fields).length > 0) changes.push(patchOf(uuid, fields, wanted));
  if (assignedTo !== undefined) changes.push({ kind: 'assign', uuid, assignedTo });
  if (parent !== undefined) changes.push(patchOf(uuid, { parent_uuid: parent }, wanted));
  for (const change of changes) {
    // It was made earlier and is sent now: concurrent changes by others are asked about, whatever their
    // times.
    await unit.putRequest({ ...newRequest(unit, change, null), isKept: true });
  }
  await rebaseQueue(unit, await recomputeRow(unit, row));
}

/** The labels of a server's row with the queued label changes applied. */
export function labelsWithQueued(
  unit: UnitOfWork,
  row: LocalItem,
  requests: readonly QueuedRequest[],
  server: DeltaItem,
): readonly string[] {
  const queued = operationsOf(
    unit,
    row,
    requests.filter((request) => kindOf(request) === 'label'),
  );
  return labelsOf(rebaseItem({ ...server, deleted: false }, queued) ?? server);
}

/** Queues a change of labels, as far as the user's right on the server's row allows. */
export async function offerLabels(
  unit: UnitOfWork,
  server: DeltaItem,
  change: LabelChange,
): Promise<readonly QueuedRequest[]> {
  const { uuid, permission } = server;
  if (isEmptyLabelChange(change) || !mayWith(server, permission, 'label')) return [];
  const request = newRequest(unit, { kind: 'label', uuid, ...change }, null);
  await unit.putRequest(request);
  return [request];
}

/** Queues the place of an item among its siblings, if it differs and the user may order them. */
export async function offerPosition(
  unit: UnitOfWork,
  server: DeltaItem,
  shown: Pick<Item, 'parent_uuid' | 'position'>,
): Promise<readonly QueuedRequest[]> {
  const { uuid, parent_uuid: parentUuid } = server;
  const position = positionOf(shown);
  const isSame = parentUuid !== shown.parent_uuid || positionOf(server) === position;
  if (isSame || parentUuid === null) return [];
  const parent = await unit.item(parentUuid);
  if (parent === undefined || !may(parent.permission, 'addChild')) return [];
  const request = newRequest(unit, { kind: 'position', uuid, position }, null);
  await unit.putRequest(request);
  return [request];
}

/** The changes that lead from one state to another, as far as the user's rights allow. */
export async function permittedChange(
  unit: UnitOfWork,
  from: Editable & Pick<LocalItem, 'uuid' | 'permission' | 'user_id'>,
  to: Editable,
): Promise<ItemChange> {
  if (!may(from.permission, 'edit')) return {};
  const { parent_uuid: parent, ...change } = changeBetween(from, to);
  const isMove = parent !== undefined && (await mayMoveTo(unit, from, parent));
  return isMove ? { ...change, parent_uuid: parent } : change;
}

/** A change of fields; a completion keeps its time. */
export function patchOf(uuid: string, change: ItemChange, shown: OptimisticItem): QueuedChange {
  return { kind: 'patch', uuid, change, completedAt: shown.completed_at };
}
