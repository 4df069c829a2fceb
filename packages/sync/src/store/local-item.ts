import type { DeltaItem } from '@foray/contract';
import {
  addedFieldNames,
  itemOf,
  labelsOf,
  listOf,
  localIdFloor,
  occurrenceOf,
  orderOfList,
  plainOf,
  sortKey,
} from '@foray/domain';
import type { Item, ItemStatus, Permission, Timed } from '@foray/domain';
import { requireKnownShape } from './row-shape.ts';

/** The format in which rows of items are written now; rows of the first format do not name it. */
export const itemShape = 1;

/**
 * A row of the device's store `items`: the optimistic state of an item, and the values from which it is
 * computed. The fields of `Item` are `base` with the item's queued requests and `rolled` applied. `parent_id`
 * is null for the top level here; only the IndexedDB adapter writes 0 instead. Fields with a leading
 * underscore are the client-only markers of DATA-11; none of them, nor `base`, `rolled`, `top` or `sortKey`,
 * is ever sent.
 */
export interface LocalItem extends Item {
  /** This user's permission, recomputed after each queued change; guests may do everything. */
  readonly permission: Permission;
  /** The server's last row for this user; null while no server has confirmed the item, and for guests. */
  readonly base: DeltaItem | null;
  /**
   * Set while the server's current history does not contain an item of an earlier or unknown one, or while
   * the server has sent no row for a confirmed create. Null, without a base, if only the user's own text of a
   * hidden item is left.
   */
  readonly former?: FormerBase | null;
  /** The status that the roll-up of queued changes below gives this parent; null for none. */
  readonly rolled: RolledStatus | null;
  /** The item's number here before the server assigned its own: addresses with it still lead to the item. */
  readonly localId?: number;
  /** pending if and only if a queued request touches the item (invariant I11). */
  readonly _syncStatus: 'pending' | 'synced';
  /** Deleted here, so in no list. The row stays until the server confirms. */
  readonly _deleted: boolean;
  /** The request (for guests: the action) that deleted the item; null while it lives. */
  readonly deletedBy: string | null;
  /**
   * The localSeq of the write that last touched the row; other tabs read again every row newer than theirs.
   */
  readonly _localVersion: number;
  /** Set while a conflict about the item is stored: the kind of the server's side. */
  readonly _conflictType?: 'update' | 'delete';
  /** 1 if the item is an orphan (no parent that this device shows), else 0: index [top, created_at]. */
  readonly top: 0 | 1;
  /** The time by which the item's list orders it, newest first: index [status, sortKey]. */
  readonly sortKey: string;
}

/**
 * The last row of an item in a history that the server has left (decision 0070). Local changes are shown over
 * it; none of its numbers means anything in the current history, so no request is based on it.
 */
export interface FormerBase {
  readonly base: DeltaItem;
  /**
   * Whether the row was received after the last position that both histories share: the server may lack it.
   */
  readonly isLost: boolean;
  /** See {@link SharedHistory}. */
  readonly sharedUpTo?: number;
  /** Whether the row was the server's side of a conflict, which the user has not accepted. */
  readonly isUnseen?: true;
}

/**
 * The position up to which all histories of the server since a row was received agree, as far as this device
 * had received the item. Absent if only the current history followed, whose epoch contains it.
 */
export type SharedHistory = Pick<FormerBase, 'sharedUpTo'>;

/** The status of a parent by the roll-up of changes that are not confirmed yet. */
export interface RolledStatus {
  readonly status: ItemStatus;
  readonly completed_at: string | null;
}

/**
 * The time by which an item's list orders it, newest first: Queue by
 * created_at, Active by updated_at, Completed by completed_at, else updated_at.
 */
export function sortKeyOf(item: Timed & Pick<Item, 'status'>): string {
  return sortKey(orderOfList[listOf(item.status)], item);
}

/** The last row of an item in any history of the server; null if it had none. */
export function lastServerRowOf({
  base,
  former,
}: Pick<LocalItem, 'base' | 'former'>): DeltaItem | null {
  return base ?? former?.base ?? null;
}

/**
 * The author of the last change that a row shows: the account's user, if their change waits here or no server
 * has the item; null if unknown.
 */
export function changerOf(
  row: Pick<LocalItem, 'base' | 'former' | 'updated_at'>,
  ownId: number,
): number | null {
  const base = lastServerRowOf(row);
  if (base === null || base.updated_at !== row.updated_at) return ownId;
  return base.updated_by ?? null;
}

/**
 * The item without local roll-ups, with the status that people have set, as far as the server has sent it.
 */
export function setByPeople(row: LocalItem): LocalItem {
  return row.rolled === null || row.base === null ? row : { ...row, status: row.base.status };
}

/**
 * The row without the delete that included it, for a delete that leaves the queue without effect: an item
 * that no server has confirmed is its own base, and would stay deleted.
 */
export function withoutDelete(row: LocalItem): LocalItem {
  return { ...row, _deleted: false, deletedBy: null };
}

/** The row with its former local number from `before`, if the server has assigned its own since. */
export function withLocalId(row: LocalItem, before: LocalItem | undefined): LocalItem {
  const isNumbered = before !== undefined && before.id !== row.id && before.id >= localIdFloor;
  const localId = isNumbered ? before.id : before?.localId;
  return localId === undefined ? row : { ...row, localId };
}

/** The row of an item that this device has just created; the write computes its state and sort position. */
export function newLocalItem(item: Item): LocalItem {
  return {
    ...item,
    permission: 'manage',
    base: null,
    rolled: null,
    _syncStatus: 'synced',
    _deleted: false,
    deletedBy: null,
    _localVersion: 0,
    top: 1,
    sortKey: sortKeyOf(item),
  };
}

/**
 * The row of an item as on the server, without queued requests; the caller, which knows the parent, sets
 * `top`.
 */
export function localItemOf(base: DeltaItem): LocalItem {
  return { ...newLocalItem(itemOf(base)), permission: base.permission, base };
}

/**
 * A row with the fields that were added since it was written. No queued request of such a row sets them, so
 * they come from the server's row, which a tab of an earlier release keeps whole. If nothing is queued,
 * present fields come from there, too: such a tab leaves fields that it does not know as they were shown,
 * even once their request has left or the server has sent others. Every LocalStore does this at each read,
 * and every tab with the rows that other tabs send. Throws `NewerRow` for a row of a later format, as for
 * requests.
 */
export function upcastItem(row: LocalItem): LocalItem {
  requireKnownShape(row, itemShape);
  const base = lastServerRowOf(row);
  const isAsTold = row._syncStatus === 'synced' && row.base !== null;
  const isOld = (name: (typeof addedFieldNames)[number]): boolean =>
    row[name] === undefined || (isAsTold && row[name] !== (base?.[name] ?? null));
  const missing = addedFieldNames.filter(isOld);
  const labels = labelsOf(isAsTold || row.labels === undefined ? (base ?? {}) : row);
  const isUnnumbered = isAsTold || row.occurrence === undefined;
  const done = row.repeat_done === undefined ? base?.repeat_done : row.repeat_done;
  const series = isUnnumbered ? (base ?? {}) : { ...row, repeat_done: done ?? null };
  const isUnplaced = isAsTold || row.position === undefined;
  const { position = null }: Partial<Item> = isUnplaced ? (base ?? {}) : row;
  if (missing.length === 0 && row.position === position && isLike(row, labels, series)) return row;
  const added = Object.fromEntries(missing.map((name) => [name, base?.[name] ?? null]));
  // An earlier release that clears the date leaves the time in the server's row.
  return { ...row, ...plainOf({ ...row, ...added }), labels, position, ...occurrenceOf(series) };
}

function isLike(
  row: Partial<LocalItem>,
  labels: readonly string[],
  { occurrence = 1, occurrence_of: of = null, repeat_done: done = null }: Partial<Item>,
): boolean {
  if (row.occurrence !== occurrence || row.occurrence_of !== of || row.repeat_done !== done) {
    return false;
  }
  return (
    row.labels?.length === labels.length && labels.every((one, at) => row.labels?.[at] === one)
  );
}
