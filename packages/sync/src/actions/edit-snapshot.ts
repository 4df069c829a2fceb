import {
  canKeepBoth,
  changeBetween,
  comparedFields,
  editableFields,
  isAlike,
  withChange,
} from '@foray/domain';
import type { ComparedField, EditableField, ItemChange } from '@foray/domain';
import type { Conflict } from '../store/meta.ts';
import { setByPeople } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * An item as it was shown when the editor, dialog or menu opened, with which a person's change is compared
 * when it is saved (decision 0063).
 */
export type EditSnapshot = Pick<LocalItem, EditableField | 'updated_at' | 'base'> &
  Partial<Pick<LocalItem, 'occurrence'>>;

/** A change after the comparison of the item's snapshot with its current state. */
export interface SnapshotComparison {
  /** Only the fields that the person changed. */
  readonly change: ItemChange;
  /** The fields that were changed meanwhile to a value other than the person's. */
  readonly colliding: readonly ComparedField[];
  /**
   * clear: nothing collides. server: the colliding values came from the server, which makes a conflict. here:
   * they were set on this device, in another tab or by a guest, so that no server version has them.
   */
  readonly outcome: 'clear' | 'server' | 'here';
}

/** Compares a change with the changes of the item since `snapshot`. */
export function compareWithSnapshot(
  row: LocalItem,
  snapshot: EditSnapshot,
  change: ItemChange,
): SnapshotComparison {
  const own = changeBetween(snapshot, withChange(snapshot, change));
  const wanted = { ...snapshot, ...own };
  const colliding = unseenChanges(snapshot, row).filter(
    (field) =>
      field in own && !isAlike(field, wanted, row) && !isAlike(field, wanted, setByPeople(row)),
  );
  return { change: own, colliding, outcome: outcomeOf(row, snapshot, colliding) };
}

/** As `compareWithSnapshot` for a delete, which collides with every change that was not seen. */
export function compareDeleteWithSnapshot(
  row: LocalItem,
  snapshot: EditSnapshot,
): Omit<SnapshotComparison, 'change'> {
  const colliding = unseenChanges(snapshot, row);
  return { colliding, outcome: outcomeOf(row, snapshot, colliding) };
}

/**
 * The fields that users have changed since the snapshot. A roll-up is not a user's change, and hides none.
 */
export function unseenChanges(snapshot: EditSnapshot, row: LocalItem): readonly ComparedField[] {
  const now = setByPeople(row);
  return comparedFields.filter(
    (field) => !isAlike(field, snapshot, now) && !(field === 'status' && isRolledUp(snapshot, row)),
  );
}

/**
 * Stores the conflict that an offline change of the snapshot would have led to: both sides start from the
 * snapshot, the local side is the row with the change, the server's is its base. `shown` is the row after the
 * change was queued.
 */
export async function storeSnapshotConflict(
  unit: UnitOfWork,
  shown: LocalItem,
  snapshot: EditSnapshot,
  kind: 'update' | 'delete',
): Promise<LocalItem> {
  const { uuid, base: server } = shown;
  const before = await unit.tx.meta('conflict', uuid);
  if (server === null) return shown;
  const base = baseOfSnapshot(snapshot, server);
  const conflict: Conflict = before ?? {
    uuid,
    kind,
    base,
    server,
    removal: null,
    canKeepBoth: kind === 'update' && canKeepBoth(base, setByPeople(shown), server),
    rev: server.rev,
    isAside: false,
    foundAt: unit.deviceNow(),
  };
  await unit.tx.putMeta('conflict', uuid, { ...conflict, isAside: false });
  const row: LocalItem = { ...shown, _conflictType: kind };
  unit.put(row);
  unit.touchQueue();
  return row;
}

/**
 * The server's row below the snapshot, with the displayed values. Its numbers may be of a history that has
 * ended since, and are left out.
 */
function baseOfSnapshot(
  snapshot: EditSnapshot,
  server: NonNullable<LocalItem['base']>,
): NonNullable<LocalItem['base']> {
  const shown = Object.fromEntries(editableFields.map((field) => [field, snapshot[field]]));
  return { ...(snapshot.base ?? server), ...shown, version: 0, rev: 0 };
}

function outcomeOf(
  row: LocalItem,
  snapshot: EditSnapshot,
  colliding: readonly ComparedField[],
): SnapshotComparison['outcome'] {
  if (colliding.length === 0) return 'clear';
  const { base } = row;
  const now = setByPeople(row);
  // A field that was set and reset here has the server's value, though the server did not send it.
  return base !== null &&
    colliding.every(
      (field) =>
        isAlike(field, now, base) &&
        !(snapshot.base !== null && isAlike(field, snapshot.base, base)),
    )
    ? 'server'
    : 'here';
}

/**
 * Whether only roll-ups changed the status: they leave `updated_at` and `version` unchanged, which a person's
 * change raises.
 */
function isRolledUp(snapshot: EditSnapshot, row: LocalItem): boolean {
  if (row.updated_at === snapshot.updated_at) return true;
  if (row.base === null) return row.rolled !== null;
  // An equal version number from another history has another time.
  const isSameVersion =
    row.base.version === snapshot.base?.version && row.base.updated_at === snapshot.base.updated_at;
  // If the snapshot had a roll-up, the server's status below it may already have been the same.
  const isAsBefore = row.rolled !== null && row.base.status === snapshot.base?.status;
  return isAsBefore || (isSameVersion && setByPeople(row).status === row.base.status);
}
