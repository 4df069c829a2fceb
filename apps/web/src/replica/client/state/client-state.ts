import type { EditableField, ItemType, Person } from '@foray/domain';
import type { OperationKind, Account } from '@foray/sync';

/** The user of this browser. `starting` lasts until the remembered user is known, before any call. */
export type Session =
  | { readonly kind: 'starting' }
  | { readonly kind: 'guest' }
  | { readonly kind: 'user'; readonly user: Person };

/** The state of the local database; the app shows it and continues in every case. */
export type StorageState =
  | { readonly kind: 'ok' }
  /** There is no usable IndexedDB: changes last until the page is closed. */
  | { readonly kind: 'memory' }
  /** Another tab has the data open in an older version of the app; this one continues once it is closed. */
  | { readonly kind: 'blocked' }
  /** A newer version of the app has written here: this page can no longer read the data. */
  | { readonly kind: 'newer' }
  /** Unreadable rows were skipped. */
  | { readonly kind: 'damaged'; readonly rows: number };

/**
 * A failure that keeps this device from syncing until the user acts; the queue keeps everything. tooOld:
 * the server requires a newer app. noRoom: the disk is full. storeFailed: the local database fails
 * otherwise, or its content cannot be used.
 */
export type SyncTrouble = 'tooOld' | 'noRoom' | 'storeFailed';

/** The state of sync in the connectivity badge and Preferences. */
export interface SyncView {
  readonly online: boolean;
  readonly syncing: boolean;
  /** Whether the last finished cycle failed. */
  readonly hasFailed: boolean;
  /** Queued requests. */
  readonly pending: number;
  /** Requests in Needs attention. */
  readonly blocked: number;
  readonly conflicts: number;
  /** The end of the last cycle that reached the server, ISO 8601. */
  readonly lastSyncAt: string | null;
  /** When the server last confirmed that this device has exactly the data that it should, ISO 8601. */
  readonly inStepAt: string | null;
  readonly storage: StorageState;
  readonly trouble: SyncTrouble | null;
  /**
   * While syncs fail for a reason other than the network: the start of the first failed one since a
   * success, by this device's clock, ISO 8601.
   */
  readonly failingSince: string | null;
  /**
   * The browser has erased this device's data, and the message was not dismissed yet; undefined until it is
   * known whether a session is left of such data.
   */
  readonly erased: ErasedView | null | undefined;
}

/** `lost`: the number of a user's unsent changes; null if a guest's items are gone. */
export interface ErasedView {
  readonly lost: number | null;
}

/** The move of a guest's items into an account; `complete` only once the server has everything. */
export type UpgradeView =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly total: number; readonly left: number }
  | { readonly kind: 'complete' }
  | { readonly kind: 'error' };

/** A change that the server refused permanently, with the HTTP status of its response. */
export interface RefusedChange {
  readonly change: OperationKind;
  readonly type: ItemType;
  readonly status: number;
}

/** An event without a user action that the shell shows in a toast. */
export type ClientNotice =
  /** Another account, or none, is about to be shown. */
  | { readonly kind: 'accountLeft' }
  | { readonly kind: 'signedOut'; readonly waiting: number }
  /**
   * The session of a user ended who had requested the deletion of their account, which may be gone. This
   * number of unsent changes is kept, and everything else is erased.
   */
  | { readonly kind: 'accountGone'; readonly waiting: number }
  /** This device could not store the sign-out: the next start may show the account. */
  | { readonly kind: 'signOutUnsaved' }
  | { readonly kind: 'syncComplete' }
  | { readonly kind: 'syncFailed' }
  /** `refused` is the refused change, if there is only one. */
  | { readonly kind: 'blocked'; readonly count: number; readonly refused: RefusedChange | null }
  | { readonly kind: 'conflicts'; readonly count: number }
  /** Values of this device replaced earlier values by others; `by` is their author, if known. */
  | {
      readonly kind: 'replaced';
      readonly uuid: string;
      readonly fields: readonly EditableField[];
      readonly by: Person | 'you' | null;
    }
  /**
   * Restored items came back without these people, as far as they are known; `item` is one of the items.
   */
  | {
      readonly kind: 'leftOut';
      readonly uuid: string;
      readonly people: readonly (Person | null)[];
    }
  | { readonly kind: 'signedIn'; readonly wasGuest: boolean };

/** No account. */
const guest: Account = { kind: 'guest' };

/** The account of a user, or the guest's for null. */
export function accountOf(user: Person | null): Account {
  return user === null ? guest : { kind: 'user', user };
}

/** The user of the account; null for a guest's, and while it is unknown. */
export function personOf(account: Account | { readonly kind: 'starting' }): Person | null {
  return account.kind === 'user' ? account.user : null;
}
