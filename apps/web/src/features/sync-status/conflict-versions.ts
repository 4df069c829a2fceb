import { changedFields, collidingFields, may } from '@foray/domain';
import type { Editable, EditableField } from '@foray/domain';
import type { Conflict, LocalItem } from '@foray/sync';

/** One side of a conflict, as it is shown: all that a person may have changed, and when. */
export type Version = Editable & { readonly updated_at: string };

/** A conflict laid out for a decision. */
export interface ConflictVersions {
  readonly title: string;
  /** What happened on both sides. */
  readonly happened: 'update' | 'delete' | 'deleted' | 'hidden';
  /** Null where the device has no version of its own (any more). */
  readonly local: Version | null;
  /** Null where the server has none for this user. */
  readonly server: Version | null;
  /** What keeping the local version does beyond changing the item. */
  readonly localMeans: 'change' | 'delete' | 'restore' | 'newItem';
  /** Shown on both sides: title, description and status always, the rest where the sides differ. */
  readonly fields: readonly EditableField[];
  /** Whose change each field keeps if both are kept, and which are asked alone; null where they cannot be. */
  readonly both: {
    readonly local: readonly EditableField[];
    readonly server: readonly EditableField[];
    readonly colliding: readonly EditableField[];
  } | null;
}

const alwaysShown: readonly EditableField[] = ['title', 'description', 'status'];

/** Lays out a conflict; `row` is the item as this device has it, deleted or not. */
export function conflictVersions(conflict: Conflict, row: LocalItem | undefined): ConflictVersions {
  const { base, server } = conflict;
  // Against what the server last had, where it has nothing now.
  const other = server ?? base;
  const differing = row && other ? changedFields(other, row) : [];
  return {
    title: (server ?? row ?? base)?.title ?? '',
    happened: conflict.kind === 'removed' ? (conflict.removal ?? 'hidden') : conflict.kind,
    local: row ?? null,
    server,
    localMeans: localMeans(conflict, row),
    fields: [...alwaysShown, ...differing.filter((field) => !alwaysShown.includes(field))],
    both: conflict.canKeepBoth && row && base && server ? bothOf(base, row, server) : null,
  };
}

function bothOf(base: Editable, local: Editable, server: Editable): ConflictVersions['both'] {
  const colliding = collidingFields(base, local, server);
  const isFree = (field: EditableField): boolean => !colliding.includes(field);
  const differs = (field: EditableField): boolean => local[field] !== server[field];
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
