import type { DeltaItem } from '@foray/contract';
import { itemOf, listOf, orderOfList, sortKey } from '@foray/domain';
import type { Item, ItemStatus, Permission, Timed } from '@foray/domain';

/**
 * A row of the device's store `items`: what is shown of an item, with what it was folded from.
 * The fields of `Item` are the fold of `base` through the item's queued requests and `rolled`
 * (design: sync, section 3). `parent_id` is null for top-level here; only the IndexedDB adapter
 * writes 0 in its place. Fields with a leading underscore are the specification's client-only
 * markers (section 3); none of them, nor `base`, `rolled`, `top` or `sortKey`, is ever sent.
 */
export interface LocalItem extends Item {
  /** What this user may do, re-judged after each queued change; guests may do everything. */
  readonly permission: Permission;
  /** The server's last row for this user; null while no server has confirmed the item, and for guests. */
  readonly base: DeltaItem | null;
  /**
   * Set while the server's present history has not told of an item that an earlier one had; null, without
   * a base, where nothing is left but its user's own words of what went out of sight.
   */
  readonly former?: FormerBase | null;
  /** The status that the roll-up of queued changes below gives this parent; null where there is none. */
  readonly rolled: RolledStatus | null;
  /** pending if and only if a queued request touches the item (invariant I11). */
  readonly _syncStatus: 'pending' | 'synced';
  /** Deleted here: in no list. The row stays until the server confirms (specification, section 4). */
  readonly _deleted: boolean;
  /** The request (for guests: the action) that deleted it; null while it lives. */
  readonly deletedBy: string | null;
  /** The localSeq of the write that last touched the row; other tabs re-read what is newer than theirs. */
  readonly _localVersion: number;
  /** Set while a conflict about the item is stored: what the server's side of it is. */
  readonly _conflictType?: 'update' | 'delete';
  /** 1 if the item is an orphan (no parent that this device shows), else 0: index [top, created_at]. */
  readonly top: 0 | 1;
  /** The time by which the item's list orders it, newest first: index [status, sortKey]. */
  readonly sortKey: string;
}

/**
 * The last row of an item in a history that the server has left (decision 0070). Local changes are
 * shown over it; none of its numbers means anything in the present history, so no request is based on it.
 */
export interface FormerBase {
  readonly base: DeltaItem;
  /** It was told after the last place that both histories share: the server may lack what it says. */
  readonly isLost: boolean;
  /** See {@link Shared}. */
  readonly sharedUpTo?: number;
  /** It was one side of a conflict whose local changes start from nothing known: nobody has agreed to it. */
  readonly isUnseen?: true;
}

/**
 * Up to which number of the feed the histories are the same that the server has had since a row was told.
 * Absent where only the present one came after, whose epoch says it.
 */
export type Shared = Pick<FormerBase, 'sharedUpTo'>;

/** A parent's status as the roll-up of not yet confirmed changes shows it. */
export interface RolledStatus {
  readonly status: ItemStatus;
  readonly completed_at: string | null;
}

/**
 * The time by which an item's list orders it, newest first (specification, section 9): Queue by
 * created_at, Active by updated_at, Completed by completed_at, else updated_at.
 */
export function sortKeyOf(item: Timed & Pick<Item, 'status'>): string {
  return sortKey(orderOfList[listOf(item.status)], item);
}

/** The last row that any history of the server told of an item; null for one that none has told. */
export function lastServerRowOf({ base, former }: LocalItem): DeltaItem | null {
  return base ?? former?.base ?? null;
}

/** The row of an item that this device has just made; its fold and place are settled by the write. */
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

/** The row of an item as the server has it, nothing queued; `top` is settled by who knows the parent. */
export function localItemOf(base: DeltaItem): LocalItem {
  return {
    ...itemOf(base),
    permission: base.permission,
    base,
    rolled: null,
    _syncStatus: 'synced',
    _deleted: false,
    deletedBy: null,
    _localVersion: 0,
    top: 1,
    sortKey: sortKeyOf(base),
  };
}
