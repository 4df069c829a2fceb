import {
  changedFields,
  comparedFields,
  editableFields,
  isAlike,
  comparedFieldOf,
} from '../items/change.ts';
import type { ComparedField, Editable, EditableField } from '../items/change.ts';
import { occurrenceOf } from '../fields/occurrence-fields.ts';
import { rebaseItem } from './optimistic-item.ts';
import type { OptimisticItem, Operation } from './optimistic-item.ts';
import type { Item } from '../items/item.ts';

/**
 * The server's row as one user sees it: `version` counts people's changes, `rev` increases with everything
 * that concerns this user, including roll-ups and rights.
 */
export type ServerItem = Item & { readonly version: number; readonly rev: number };

/** A remote change of an item: its row, or why this user no longer has it. */
export type Remote =
  | { readonly kind: 'row'; readonly item: ServerItem }
  | { readonly kind: 'removed'; readonly reason: RemovedReason };
/** deleted: gone for everybody; hidden: this user lost the right to see it. */
export type RemovedReason = 'deleted' | 'hidden';

/**
 * The device's state of the item: the last applied row, and its own unanswered operations other than a
 * create.
 */
export interface LocalState {
  readonly base: ServerItem | null;
  readonly queued: readonly Operation[];
  /**
   * The user was asked about the local change: it has a stored conflict, or was kept in one. A further change
   * by others is a conflict again, whatever its time.
   */
  readonly isAsked?: boolean;
}

/**
 * How to treat a remote change. apply: use the row, because nothing is queued. keepLocal: use the row as the
 * new base below the queue. ignore: it is not newer than the applied row. remove: forget item and queue. The
 * conflicts wait for a person.
 */
export type MergeDecision =
  | { readonly kind: 'apply'; readonly reason: 'added' | 'changed' }
  | { readonly kind: 'ignore'; readonly reason: 'not_newer' }
  | {
      readonly kind: 'keepLocal';
      readonly reason: 'same_version' | 'same_values' | 'other_fields' | 'unassigned' | 'restoring';
    }
  /** Later values of this device replace others' values in the fields `replaced`. */
  | {
      readonly kind: 'keepLocal';
      readonly reason: 'local_newer';
      readonly replaced: readonly ComparedField[];
    }
  | { readonly kind: 'remove'; readonly reason: RemovedReason }
  | {
      readonly kind: 'updateConflict';
      readonly localChanged: readonly ComparedField[];
      readonly remoteChanged: readonly ComparedField[];
    }
  | { readonly kind: 'deleteConflict'; readonly remoteChanged: readonly ComparedField[] }
  | { readonly kind: 'removedConflict'; readonly reason: RemovedReason };

/**
 * Compares a remote version of an item with the device's state (SYNC-04, SYNC-05; docs/sync.md, section 4).
 * There is a conflict only if people changed the item since the version that this device last had, and only
 * in fields that both sides changed. The local time of each field is compared with updated_at, so it must be
 * in server time. All requests marked sent must have been answered, so that a new version is another user's.
 */
export function classifyRemote(local: LocalState, remote: Remote): MergeDecision {
  return remote.kind === 'removed'
    ? classifyRemoval(local, remote.reason)
    : classifyRow(local, remote.item);
}

function classifyRow(local: LocalState, remote: ServerItem): MergeDecision {
  const { base, isAsked = false } = local;
  // An action on an occurrence names its number, and applies over any change by others.
  const queued = local.queued.filter(({ kind }) => kind !== 'occurrence');
  if (base !== null && remote.rev <= base.rev) return { kind: 'ignore', reason: 'not_newer' };
  if (local.queued.length === 0)
    return { kind: 'apply', reason: base === null ? 'added' : 'changed' };
  if (base === null) return classifyUnbased(queued, remote);
  if (remote.version === base.version) return { kind: 'keepLocal', reason: 'same_version' };

  const remoteChanged = changedByOthers(base, remote);
  if (remoteChanged.length === 0) return { kind: 'keepLocal', reason: 'same_values' };

  const localSet = fieldsSet(queued);
  // A user is removed from everything below a campaign: only a user who assigned them meanwhile is asked.
  const isUnassigned = remote.assigned_to === null && remoteChanged.join() === 'assigned_to';
  if (isUnassigned && !localSet.has('assigned_to')) {
    return { kind: 'keepLocal', reason: 'unassigned' };
  }

  const shown = rebaseItem(asOptimistic(base), queued);
  if (shown === null || shown.deleted) return { kind: 'deleteConflict', remoteChanged };

  const localChanged = fieldsChangedBy(queued, base, shown);
  if (localChanged.every((field) => isAlike(field, shown, remote))) {
    return { kind: 'keepLocal', reason: 'same_values' };
  }
  const colliding = localChanged.filter(
    (field) => remoteChanged.includes(field) && !isAlike(field, shown, remote),
  );
  if (colliding.length === 0) return { kind: 'keepLocal', reason: 'other_fields' };
  const times = timesOfFields(base, queued);
  // A later change of another field does not make this one later.
  const isLater = (field: ComparedField): boolean => (times.get(field) ?? '') >= remote.updated_at;
  if (!isAsked && colliding.every(isLater)) {
    return { kind: 'keepLocal', reason: 'local_newer', replaced: colliding };
  }
  return { kind: 'updateConflict', localChanged, remoteChanged };
}

/**
 * The status belongs to an occurrence: in another occurrence it has changed, even if its value is the same.
 */
function changedByOthers(base: ServerItem, remote: ServerItem): readonly ComparedField[] {
  const changed = changedFields(base, remote);
  const isNext = occurrenceOf(base).occurrence !== occurrenceOf(remote).occurrence;
  return isNext && !changed.includes('status') ? [...changed, 'status'] : changed;
}

/**
 * The time at which operations set each of `comparedFields`, if they set or change it. Fields that depend on
 * each other have the oldest time.
 */
function timesOfFields(
  base: ServerItem,
  queued: readonly Operation[],
): ReadonlyMap<ComparedField, string> {
  const parts = new Map<EditableField, string>();
  let item: OptimisticItem | null = asOptimistic(base);
  for (const operation of queued) {
    const before: OptimisticItem | null = item;
    item = rebaseItem(before, [operation]);
    for (const field of editableFields) {
      const isChanged = (before?.[field] ?? null) !== (item?.[field] ?? null);
      const isSet = isChanged || (fieldsSetBy(operation).includes(field) && !parts.has(field));
      if (isSet) parts.set(field, timeOf(operation, field));
    }
  }
  const times = new Map<ComparedField, string>();
  for (const [field, at] of parts) {
    const lead = comparedFieldOf(field);
    const other = times.get(lead) ?? at;
    times.set(lead, at < other ? at : other);
  }
  return times;
}

function timeOf(operation: Operation, field: EditableField): string {
  return (operation.kind === 'patch' ? operation.setAt?.[field] : undefined) ?? operation.at;
}

/**
 * The fields that an operation sets, to any value. Removing a person ends assignments that depend on the
 * item.
 */
function fieldsSetBy(operation: Operation): readonly EditableField[] {
  if (operation.kind === 'patch') return Object.keys(operation.change) as EditableField[];
  return operation.kind === 'assign' ? ['assigned_to'] : [];
}

/**
 * The fields that operations change on the way from `base` to `shown`. A value that was set and reset counts
 * too, because it is sent.
 */
export function fieldsChangedBy(
  queued: readonly Operation[],
  base: Editable,
  shown: Editable,
): readonly ComparedField[] {
  const set = fieldsSet(queued);
  return comparedFields.filter((field) => !isAlike(field, shown, base) || set.has(field));
}

/** The `comparedFields` that operations set, to any value. */
function fieldsSet(queued: readonly Operation[]): ReadonlySet<string> {
  return new Set(queued.flatMap(fieldsSetBy).map(comparedFieldOf));
}

/**
 * Without a base, the item was hidden from this user and came back, so others' changes meanwhile are unknown.
 */
function classifyUnbased(queued: readonly Operation[], remote: ServerItem): MergeDecision {
  const shown = rebaseItem(asOptimistic(remote), queued);
  if (shown === null || shown.deleted) return { kind: 'deleteConflict', remoteChanged: [] };
  const localChanged = changedFields(remote, shown);
  if (localChanged.length === 0) return { kind: 'keepLocal', reason: 'same_values' };
  return { kind: 'updateConflict', localChanged, remoteChanged: [] };
}

/** The fields that both sides changed since `base`, to different values. */
export function collidingFields(
  base: Editable,
  local: Editable,
  remote: Editable,
): readonly ComparedField[] {
  const remoteChanged = changedFields(base, remote);
  return changedFields(base, local).filter(
    (field) => remoteChanged.includes(field) && !isAlike(field, local, remote),
  );
}

/**
 * Whether both sides of an update conflict can be kept: something was changed here, and some field that
 * either side changed does not collide. A value that was set and reset here is not a change to keep.
 */
export function canKeepBoth(base: Editable, local: Editable, remote: Editable): boolean {
  const changed = changedFields(base, local);
  const colliding = collidingFields(base, local, remote);
  const all = new Set([...changed, ...changedFields(base, remote)]);
  return changed.length > 0 && all.size > colliding.length;
}

function classifyRemoval({ queued }: LocalState, reason: RemovedReason): MergeDecision {
  // A queued restore takes effect together with any requests after it: it may restore other items too.
  const restores = queued.some((operation) => operation.kind === 'restore');
  if (restores && reason === 'deleted') return { kind: 'keepLocal', reason: 'restoring' };
  // Labels and a place are not a reason to keep a removed item, or to ask a question.
  const commutes = ({ kind }: Operation): boolean => kind === 'label' || kind === 'position';
  const isUnwanted = queued.every(commutes) || endsDeleted(queued);
  return isUnwanted ? { kind: 'remove', reason } : { kind: 'removedConflict', reason };
}

/** Whether the item is deleted after its operations, whatever its base is. */
function endsDeleted(queued: readonly Operation[]): boolean {
  const last = queued.findLast(({ kind }) => kind === 'delete' || kind === 'restore');
  return last?.kind === 'delete';
}

function asOptimistic(base: ServerItem): OptimisticItem {
  return { ...base, deleted: false };
}
