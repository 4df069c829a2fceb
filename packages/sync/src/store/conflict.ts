import type { DeltaItem } from '@foray/contract';

/**
 * Concurrent changes of one item by two users that the device must not merge by itself (CONF-01). Kept in
 * meta, kind 'conflict', id = the item's uuid, until it is resolved. The local side is the item's row.
 */
export interface Conflict {
  readonly uuid: string;
  /**
   * update: changed here and by others. delete: deleted here, changed by others.
   * removed: changed here, deleted by others or no longer visible to this user.
   */
  readonly kind: 'update' | 'delete' | 'removed';
  /**
   * What both sides started from: the last server row of this device, or what an editor was opened
   * on; null where the device had no server row.
   */
  readonly base: DeltaItem | null;
  /** The newest server row; null for removed. */
  readonly server: DeltaItem | null;
  /** Why the server has no row for this user; null unless removed. */
  readonly removal: 'deleted' | 'hidden' | null;
  /** Not every changed field collides, so both can be kept; colliding fields are asked alone. */
  readonly canKeepBoth: boolean;
  /** The rev of the server's row or removal. */
  readonly rev: number;
  /** Cancelled in the dialog: the item stands aside, and the rest syncs on. */
  readonly isAside: boolean;
  /** ISO time of this device at which it was found. */
  readonly foundAt: string;
}
