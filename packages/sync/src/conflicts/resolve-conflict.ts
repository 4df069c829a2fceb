import {
  changeBetween,
  changedFields,
  collidingFields,
  isEmptyLabelChange,
  labelsBetween,
  labelsOf,
  comparedFieldOf,
  may,
  newItem,
  plainOf,
} from '@foray/domain';
import type { EditableField, Result } from '@foray/domain';
import type { QueuedChange } from '../queue/coalesce.ts';
import { deleteChange } from '../queue/delete-change.ts';
import type { Conflict } from '../store/meta.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { optimisticOf, recomputeRow, updateChildLinks } from '../optimistic/recompute-row.ts';
import { newLocalItem, withoutDelete } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { mayMoveTo } from '../optimistic/local-rights.ts';
import { dropBuffered, eraseItem, freeNumber } from '../remote/apply-remote.ts';
import { changeOf } from '../store/operation.ts';
import { newCreate, newRequest, rebaseQueue } from '../queue/mutation-queue.ts';
import { requeue } from './lost-occurrences.ts';
import { recomputeRollUps } from '../optimistic/roll-up.ts';
import { unseenChanges } from '../actions/edit-snapshot.ts';
import { dropOwnRequests, recomputeOthersTouched } from '../remote/buffered-changes.ts';
import type { StoreFailure } from '../store/ports.ts';
import {
  isOutsideConflicts,
  isBlocked,
  isOccurrenceRequest,
  kindOf,
} from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { tryUnit } from '../store/unit-of-work.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * The side of a conflict that the user keeps. local: this device's state, over the changes by others. server:
 * the server's state. both: the fields changed here, over everything changed there; of the colliding fields
 * all local ones, or only those named.
 */
export type ResolutionChoice =
  | 'local'
  | 'server'
  | 'both'
  | { readonly both: readonly EditableField[] };

/** A conflict as the user saw it when deciding. */
export interface ShownConflict {
  readonly conflict: Conflict;
  /** The item as this device showed it; absent if it showed none. */
  readonly row: LocalItem | undefined;
}

/**
 * Resolves one conflict: replaces the item's requests by one that is based on the version the user saw, so
 * that a third, concurrent change asks again. The caller starts a sync cycle afterwards. The error is
 * `not_found` if the conflict is no longer stored, and `changed` if one of its sides differs from `shown`:
 * the user has to be asked again.
 */
export function resolveConflict(
  device: SyncContext,
  uuid: string,
  choice: ResolutionChoice,
  shown?: ShownConflict,
): Promise<Result<void, 'not_found' | 'changed' | StoreFailure>> {
  return tryUnit(device, async (unit) => {
    const { tx } = unit;
    const conflict = await tx.meta('conflict', uuid);
    if (conflict === undefined) return 'not_found';
    const row = await unit.item(uuid);
    if (shown !== undefined && hasChangedSinceShown(shown, { conflict, row })) return 'changed';
    await tx.deleteMeta('conflict', uuid);
    // Rows received since are processed separately.
    await dropBuffered(unit, uuid, conflict.rev);
    unit.touchQueue();
    const all = await tx.queueOf(uuid);
    // Requests in flight were decided before and are not part of the conflict.
    const requests = all.filter(({ sent, state }) => !sent || isBlocked(state));
    await applyResolution(unit, conflict, choice, requests);
    await recomputeOthersTouched(unit, uuid, requests);
    const parents = [row?.parent_uuid, row?.base?.parent_uuid, conflict.server?.parent_uuid];
    await recomputeRollUps(unit, [uuid, ...parents.map((parent) => parent ?? null)]);
    return null;
  });
}

/** Whether people changed a side of the conflict since it was shown. */
function hasChangedSinceShown(shown: ShownConflict, now: ShownConflict): boolean {
  const key = ({ conflict: { kind, removal, server, rev } }: ShownConflict): string =>
    [kind, removal, server === null ? `rev ${rev}` : server.version].join();
  if (key(shown) !== key(now)) return true;
  if (shown.row === undefined || now.row === undefined) return shown.row !== now.row;
  const isSameEnd = shown.row._deleted === now.row._deleted;
  return !isSameEnd || unseenChanges(shown.row, now.row).length > 0;
}

/** Sets all conflicts of a device aside: the dialog was cancelled, or is no longer visible. */
export async function setAside(unit: UnitOfWork): Promise<void> {
  for (const { id, value } of await unit.tx.metaOf('conflict')) {
    if (value.isAside) continue;
    await unit.tx.putMeta('conflict', id, { ...value, isAside: true });
    unit.touchQueue();
  }
}

async function applyResolution(
  unit: UnitOfWork,
  conflict: Conflict,
  choice: ResolutionChoice,
  requests: readonly QueuedRequest[],
): Promise<void> {
  const stored = await unit.item(conflict.uuid);
  if (stored === undefined) return;
  const row = await withAllFields(unit, stored);
  const own = requests.filter(
    (request) => request.itemUuid === conflict.uuid && !isOutsideConflicts(request),
  );
  const deletesNaming = requests.filter((request) => request.itemUuid !== conflict.uuid);
  const { _conflictType: _, ...plain } = row;
  // The restore of an item is not part of the decision, unless the item has been removed since.
  const isBack = conflict.server !== null && !row._deleted;
  const isRestored = choice !== 'server' && canRestore(plain, conflict);
  // Labels and occurrences are not part of it either; a restored item keeps its occurrences.
  const isApart = (request: QueuedRequest): boolean =>
    conflict.server === null
      ? isRestored && isOccurrenceRequest(request)
      : isOutsideConflicts(request);
  const decided = requests.filter(
    (request) => !(isBack && kindOf(request) === 'restore') && !isApart(request),
  );
  await dropOwnRequests(unit, conflict.uuid, decided);
  if (conflict.server === null) {
    if (isRestored) await restoreItem(unit, plain, conflict, requests.filter(isOccurrenceRequest));
    else await removeItem(unit, plain, conflict, choice);
    return;
  }

  // Other requests also name items below: a restore, and removing a person.
  const deletes = own.filter((request) => kindOf(request) === 'delete');
  const isDelete = deletes.length > 0 && row._deleted;
  const based: LocalItem = {
    ...plain,
    base: conflict.server,
    former: null,
    id: conflict.server.id,
    deletedBy: null,
  };
  if (choice === 'server') await removeFromDeletes(unit, conflict.uuid, deletesNaming);
  else if (own.length > 0) {
    const change: QueuedChange | null = isDelete
      ? await deleteChange(unit, row.uuid, deletes.at(-1)?.touches.slice(1) ?? [])
      : await patchOf(unit, row, conflict, keptFields(row, conflict, choice, own));
    const kept = change === null ? null : newRequest(unit, change, null);
    if (kept !== null) await unit.putRequest({ ...kept, isKept: true });
  }
  if (row.id !== based.id) await freeNumber(unit, row.uuid, based.id);
  const shown = await recomputeRow(unit, based);
  if (row.id !== shown.id) await updateChildLinks(unit, shown);
  await rebaseQueue(unit, shown);
}

/**
 * The PATCH that applies the local values over the server's, with only those that differ; null if none does.
 */
async function patchOf(
  unit: UnitOfWork,
  row: LocalItem,
  conflict: Conflict,
  onlyFields: ReadonlySet<EditableField> | null,
): Promise<QueuedChange | null> {
  if (conflict.server === null) return null;
  const difference = changeBetween(conflict.server, row);
  const kept = Object.entries(difference).filter(
    ([field]) => onlyFields === null || onlyFields.has(comparedFieldOf(field as EditableField)),
  );
  // The dialog does not show an item's place, and a move may be refused.
  const moved = { ...row, parent_uuid: conflict.server.parent_uuid };
  const isMovable = await mayMoveTo(unit, moved, row.parent_uuid);
  const allowed = kept.filter(([field]) => field !== 'parent_uuid' || isMovable);
  if (allowed.length === 0) return null;
  const { uuid, completed_at: completedAt } = row;
  return { kind: 'patch', uuid, change: Object.fromEntries(allowed), completedAt };
}

/**
 * The row with the queued values of the fields that a tab of an earlier release left out when it wrote the
 * row, and without the effects of queued occurrences.
 */
async function withAllFields(unit: UnitOfWork, row: LocalItem): Promise<LocalItem> {
  const queue = await unit.tx.queueOf(row.uuid);
  const rest = queue.filter((request) => !isOccurrenceRequest(request));
  const shown = optimisticOf(unit, row, rest);
  // Values that follow from occurrences are not changes by themselves.
  const { status, completed_at } = rest.length < queue.length ? shown : row;
  return { ...row, ...plainOf(shown), status, completed_at, labels: shown.labels };
}

/** The fields that may be sent, by the names under which they are compared; null for all that differ. */
function keptFields(
  row: LocalItem,
  { base, server }: Conflict,
  choice: Exclude<ResolutionChoice, 'server'>,
  own: readonly QueuedRequest[],
): ReadonlySet<EditableField> | null {
  if (choice === 'local') return null;
  const changed = new Set(own.flatMap(fieldsOf).map(comparedFieldOf));
  if (base === null || server === null) return changed;
  // A field that was set and reset here is not a change, and keeps the value set by others.
  const differing = changedFields(base, row);
  const taken = choice === 'both' ? differing : choice.both;
  const refused = collidingFields(base, row, server).filter((field) => !taken.includes(field));
  return new Set(
    [...changed].filter((field) => differing.includes(field) && !refused.includes(field)),
  );
}

/** Removes an item from unsent deletes of other items that name it. */
async function removeFromDeletes(
  unit: UnitOfWork,
  uuid: string,
  deletesNaming: readonly QueuedRequest[],
): Promise<void> {
  for (const { id } of deletesNaming) {
    // The delete may have waited for a request that has just been dropped.
    const taker = await unit.tx.request(id);
    if (taker === undefined || kindOf(taker) !== 'delete') continue;
    const touches = taker.touches.filter((one) => one !== uuid);
    const children = touches.slice(1);
    await unit.putRequest({ ...taker, touches, data: children.length > 0 ? { children } : null });
  }
}

function fieldsOf(request: QueuedRequest): readonly EditableField[] {
  const kind = kindOf(request);
  if (kind === 'assign' || kind === 'remove') return ['assigned_to'];
  return Object.keys(changeOf(request.data ?? {})) as EditableField[];
}

/** Whether the server has deleted the item but would restore it. */
function canRestore({ base, permission }: LocalItem, { server, removal }: Conflict): boolean {
  return server === null && removal === 'deleted' && base !== null && may(permission, 'restore');
}

/** Removes the item from the device; if the user keeps it, a new item gets its text. */
async function removeItem(
  unit: UnitOfWork,
  row: LocalItem,
  { removal, rev }: Conflict,
  choice: ResolutionChoice,
): Promise<void> {
  if (choice !== 'server') await copyAsNew(unit, row);
  await eraseItem(unit, row, { reason: removal ?? 'hidden', rev });
  await updateChildLinks(unit, row);
}

/** Restores the item with the changes made here. */
async function restoreItem(
  unit: UnitOfWork,
  row: LocalItem,
  conflict: Conflict,
  occurrences: readonly QueuedRequest[],
): Promise<void> {
  const request = newRequest(unit, { kind: 'restore', uuid: row.uuid, also: [] }, null);
  await unit.putRequest(request);
  // The removal was received already; if the restore is refused, only a full fetch returns it again.
  const { id, uuid } = row;
  await unit.tx.putMeta('restoring', uuid, { id, uuid, reason: 'deleted', rev: conflict.rev });
  const change = row.base === null ? {} : changeBetween(row.base, row);
  if (Object.keys(change).length > 0) {
    const { completed_at: completedAt } = row;
    const basis = { after: request.id };
    await unit.putRequest(newRequest(unit, { kind: 'patch', uuid, change, completedAt }, basis));
  }
  for (const occurrence of occurrences) await requeue(unit, occurrence);
  const labels = labelsBetween(labelsOf(row.base ?? {}), row.labels);
  if (!isEmptyLabelChange(labels)) {
    await unit.putRequest(newRequest(unit, { kind: 'label', uuid, ...labels }, null));
  }
  await recomputeRow(unit, withoutDelete(row));
}

async function copyAsNew(unit: UnitOfWork, row: LocalItem): Promise<void> {
  const at = unit.serverNow();
  const uuid = unit.device.ids.uuid();
  const { type, status, labels } = row;
  const copy = newItem(
    { id: unit.takeLocalId(), uuid, userId: unit.userId, at },
    { type, status, labels, ...plainOf(row) },
  );
  await unit.putRequest(newCreate(unit, copy));
  await recomputeRow(unit, newLocalItem(copy));
}
