import { canKeepBoth, changedFields, collidingFields, isAlike, may } from '@foray/domain';
import type { ComparedField, Editable } from '@foray/domain';
import { setByPeople, type Conflict, type LocalItem } from '@foray/sync';

/** One side of a conflict: its editable fields, and when it was changed. */
export type ConflictVersion = Editable & { readonly updated_at: string };

/** A conflict in its displayed form. */
export interface ConflictVersions {
  /** The title on this device, as the person knows the item. */
  readonly title: string;
  /** The kind of the changes on both sides. */
  readonly happened: 'update' | 'delete' | 'deleted' | 'hidden';
  /** Null if the device has no version. */
  readonly local: LocalItem | null;
  /** Null if the server has none for this user. */
  readonly server: Conflict['server'];
  /** The effect of keeping the local version. */
  readonly localMeans: 'change' | 'delete' | 'restore' | 'newItem';
  /** The fields shown on both sides: title, description and status always, others if the sides differ. */
  readonly fields: readonly ComparedField[];
  /** If both can be kept: the fields that keep each side's change, and the colliding ones; otherwise null. */
  readonly both: {
    readonly local: readonly ComparedField[];
    readonly server: readonly ComparedField[];
    readonly colliding: readonly ComparedField[];
  } | null;
}

const alwaysShown: readonly ComparedField[] = ['title', 'description', 'status'];

/** The versions of a conflict; `row` is the item on this device, deleted or not. */
export function conflictVersions(conflict: Conflict, row: LocalItem | undefined): ConflictVersions {
  const { base, server } = conflict;
  // If the server has no version now, its last one is compared.
  const other = server ?? base;
  const differing = row && other ? changedFields(other, row) : [];
  return {
    title: (row ?? server ?? base)?.title ?? '',
    happened: conflict.kind === 'removed' ? (conflict.removal ?? 'hidden') : conflict.kind,
    local: row ?? null,
    server,
    localMeans: localMeans(conflict, row),
    fields: [...alwaysShown, ...differing.filter((field) => !alwaysShown.includes(field))],
    both:
      conflict.kind === 'update' && row && base && server
        ? bothOf(base, setByPeople(row), server)
        : null,
  };
}

function bothOf(base: Editable, local: Editable, server: Editable): ConflictVersions['both'] {
  if (!canKeepBoth(base, local, server)) return null;
  const colliding = collidingFields(base, local, server);
  const isFree = (field: ComparedField): boolean => !colliding.includes(field);
  const differs = (field: ComparedField): boolean => !isAlike(field, local, server);
  return {
    colliding,
    local: changedFields(base, local).filter((field) => isFree(field) && differs(field)),
    server: changedFields(base, server).filter((field) => isFree(field) && differs(field)),
  };
}

function localMeans(
  conflict: Conflict,
  row: LocalItem | undefined,
): ConflictVersions['localMeans'] {
  if (conflict.kind === 'delete') return 'delete';
  if (conflict.kind === 'update' || row === undefined) return 'change';
  const canRestore =
    conflict.removal === 'deleted' && row.base !== null && may(row.permission, 'restore');
  return canRestore ? 'restore' : 'newItem';
}
