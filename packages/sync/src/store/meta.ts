import type { storedName } from './stored-names.ts';
import type { DeltaItem, Heartbeat, Removal } from '@foray/contract';
import type { EditableField, ItemType } from '@foray/domain';
import type { RequestData } from './queued-request.ts';
import type { RememberedAccount } from './remembered-account.ts';

/** The pulled streams; each has one cursor. */
export type Stream = 'campaign' | 'task' | 'todo' | 'changes';

/** All streams, in the order in which they are shown in diagnostics. */
export const streams: readonly Stream[] = ['campaign', 'task', 'todo', 'changes'];

/** Counters used by actions; in one row, so that an action reads and writes it once. */
export interface DeviceCounters {
  /** One step per write; rows are stamped with it. */
  readonly localSeq: number;
  /** One step per queued request. */
  readonly queueSeq: number;
  /** The last local id that was assigned: a timestamp for users, 1, 2, 3 for guests. */
  readonly lastLocalId: number;
}

/** The position up to which this device has read a stream. */
export interface StreamCursor {
  readonly cursor: number;
  /** In a full fetch: the localSeq at its start. Rows not touched since are removed at its end. */
  readonly fullSince: number | null;
  /** A full fetch has completed at least once: a row that is absent here is absent on the server. */
  readonly isComplete: boolean;
  /**
   * The protocol with which the changes were read from their start. A tab of an earlier release, which passes
   * over kinds of rows, leaves it out.
   */
  readonly protocol?: number;
}

/** A row of the person's own on this device (decision 0196). */
export interface LocalPrivateRow {
  /** The row as the person sees it; null once it is removed. */
  readonly value: RequestData | null;
  /** The server's row as last received; null if none was. */
  readonly base: { readonly value: RequestData | null; readonly rev: number } | null;
  /**
   * Set until a full fetch mentions the row. lost: the row belongs to a former history, and the server may lack
   * it. unmentioned: the server no longer has it if the fetch ends without it.
   */
  readonly state?: 'lost' | 'unmentioned';
  /** When it was removed, in server time; removed rows are forgotten after 30 days. */
  readonly removedAt?: string;
}

/**
 * The assignee of an item that was restored here, over the base of that rev, until the server has said whether
 * the assignment still exists. `with`: the uuid of the restored item whose delete included this one, which the
 * device has not received yet.
 */
export interface RestoredAssignee {
  readonly assigned_to: number;
  readonly rev: number;
  readonly with?: string;
}

/** A fetched row that waits for a decision, since requests about its item are queued. */
export type RemoteChange =
  | { readonly kind: 'row'; readonly row: DeltaItem }
  | {
      readonly kind: 'removal';
      readonly removal: Removal;
      /** A full fetch ended without the item: the reason is unknown. */
      readonly isAbsent?: true;
    };

/** The history of the server's database to which cursors, versions and revs belong. */
export interface Epoch {
  readonly epoch: string;
  /**
   * The position up to which this history contains everything that the device received in the one before.
   * Absent if the last release wrote it.
   */
  readonly knownHead?: number;
  /** The full fetch with which a new history begins has not ended, so nothing is sent. */
  readonly isPartial?: true;
  /** In 'former': the known head that came with the refusal, 0 for none. */
  readonly toldHead?: number;
  /**
   * In 'former': the position up to which each stream of items had been pulled. Absent if the release before
   * this one wrote it.
   */
  readonly receivedUpTo?: Readonly<Record<ItemType, number>>;
  /** In 'former': the server has lost something that the device received. */
  readonly isRefuted?: true;
}

/** An item that this user deleted and can restore for 30 days. */
export interface LocalTrashItem {
  readonly item: DeltaItem;
  /** The request that deleted it; items of one delete come back together. */
  readonly requestId: string;
  readonly deletedAt: string;
  /** Set if `item` is of an ended or unknown history: whether the current one may lack the item. */
  readonly isLost?: boolean;
  /** Whether the current history contains the delete. */
  readonly isKnown?: boolean;
  /** See `SharedHistory`. */
  readonly sharedUpTo?: number;
}

/**
 * A row that cannot be read: it is skipped everywhere without affecting other rows. It stays in place until a
 * readable row replaces it; then it is kept with the other unreadable rows.
 */
export interface UnreadableRow {
  readonly store: 'items' | 'users' | 'contacts' | 'syncQueue' | 'notifications' | 'meta';
  /** The row's key as text, the same at each read. */
  readonly key: string;
}

/** An unreadable row with its content, which the user may save elsewhere. */
export interface UnreadableContent extends UnreadableRow {
  readonly content: unknown;
}

/**
 * Concurrent changes of one item by two users that the device must not merge by itself (CONF-01). Stored in
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
   * The row from which both sides started: the last server row of this device, or the one on which an editor
   * was opened; null if the device had none.
   */
  readonly base: DeltaItem | null;
  /** The newest server row; null for removed. */
  readonly server: DeltaItem | null;
  /** The reason why the server has no row for this user; null unless removed. */
  readonly removal: 'deleted' | 'hidden' | null;
  /** When others deleted the item, and who did; absent if the server did not say. */
  readonly deletion?: { readonly at: string; readonly by: number | null };
  /**
   * The result of `canKeepBoth` when the conflict was stored, for tabs of an earlier release; later tabs
   * compute it again.
   */
  readonly canKeepBoth: boolean;
  /** The rev of the server's row or removal. */
  readonly rev: number;
  /** Cancelled in the dialog: the item is set aside, and everything else syncs. */
  readonly isAside: boolean;
  /** ISO time of this device at which the conflict was found. */
  readonly foundAt: string;
}

/** Values of the server that later values of this device replaced without asking. */
export interface ReplacedVersion {
  readonly values: Readonly<Partial<Record<EditableField, unknown>>>;
  /** The author of the version; null if the server did not say. */
  readonly by: number | null;
  /** When it was written, in server time. */
  readonly at: string;
  /** ISO time of this device. */
  readonly replacedAt: string;
}

/** The values of the store `meta`, by kind; its key is [kind, id]. Later kinds are added here. */
export interface MetaValues {
  /** id 'device' */
  counters: DeviceCounters;
  /** id = a Stream */
  cursor: StreamCursor;
  /** id 'server': the current epoch; 'former': the one before, until the current one is known. */
  epoch: Epoch;
  /**
   * id = a run of the server's database: the greatest head of this user's feed received in it. `place`
   * increases with each position that is received; absent if the last release wrote it.
   */
  position: { readonly head: number; readonly place?: number };
  /** id 'server': server time minus this device's time, in ms. */
  clock: { readonly offsetMs: number };
  /** id = uuid */
  [storedName.buffered]: RemoteChange;
  /** id = uuid: removed on the server but still shown, since a queued restore refers to the item. */
  restoring: Removal;
  /** id = uuid */
  conflict: Conflict;
  /** id = uuid: newest first. `isTold`: the newest was reported to the user. */
  replaced: { readonly versions: readonly ReplacedVersion[]; readonly isTold: boolean };
  /** id = uuid of a parent that shows a local roll-up. */
  rolled: { readonly uuid: string };
  /** id = uuid: deleted here and confirmed; hidden until the feed contains the removal. */
  deleting: {
    readonly requestId: string;
    readonly deletedAt: string;
    /** The copy of an occurrence that an undo removed: it cannot be restored. */
    readonly isUndone?: true;
  };
  /**
   * id = uuid: a confirmed removal has taken this assignee out of the base of that rev, until the feed
   * contains the server's result.
   */
  unassigned: { readonly assigned_to: number; readonly rev: number };
  /** id = uuid */
  restoredWith: RestoredAssignee;
  /** id = uuid */
  trash: LocalTrashItem;
  /**
   * id = uuid: the last title of an item that this user no longer sees, for the notification of it. Only of
   * the topmost one on which they had a right, and of those above it that they saw because of it (`isAbove`),
   * as long as notifications last.
   */
  lost: { readonly title: string; readonly at: string; readonly isAbove?: true };
  /**
   * id = the name of an upgrade: the guest generation that it copied into this account's store; null if the
   * upgrade was given up before, and copies nothing any more. `numbers`: the uuids of campaigns and tasks by
   * the numbers that they had there; absent if an earlier release wrote it.
   */
  importedGuest: {
    readonly generation: string | null;
    readonly numbers?: Readonly<Record<number, string>>;
  };
  /** In the guest's store. id 'guest': the name of this generation, given with its first item. */
  generation: { readonly generation: string };
  /**
   * In the guest's store. id 'guest': the upgrade that copies its data to that account; writes by the guest
   * are refused.
   */
  moved: { readonly toUserId: number; readonly upgrade: string };
  /** id 'store': the name that a database gets when it is created; a later database has another. */
  birth: { readonly name: string };
  /** id 'account': the phone number of the store's owner. */
  owner: { readonly phone: string };
  /**
   * id = a former id of this person: the localSeq of that id's store up to which its items have been moved
   * here.
   */
  brought: { readonly localSeq: number };
  /**
   * id 'account': a sign-out is erasing this store, or the items of a former store are being moved to the
   * user's current account: actions are refused. `by` names the movers; absent if the last release wrote it.
   */
  left: {
    readonly unsent: 'keep' | 'discard';
    readonly isFormer?: true;
    readonly by?: readonly string[];
  };
  /** id 'account': the number of sign-outs that were decided here and kept this store. */
  signOuts: { readonly decided: number };
  /**
   * In the guest's store. id 'browser': the signed-in user, the work left by sign-outs, and the names of
   * those last writes of localStorage that were not copies of this.
   */
  account: RememberedAccount & { readonly heard?: readonly string[] };
  /** id = `due:<uuid>:<day>`: this device's own notification of a due item has been read. */
  dueRead: { readonly at: string };
  /**
   * id = the name of an import's chunk: the uuids that it assigned. An item that is not on the device was
   * deleted since.
   */
  imported: { readonly uuids: readonly string[] };
  /**
   * id 'server': the last self-check, on this device's clock, and the time at which the server last agreed,
   * in server time; null if it has disagreed since.
   */
  selfCheck: { readonly checkedAt: string; readonly inStepAt: string | null };
  /** id 'server': the last heartbeat of the event stream, and when it arrived, on this device's clock. */
  heartbeat: Heartbeat & { readonly heardAt: string };
  /**
   * id 'run': the end of the last complete cycle, in server time as known then. id 'failing': the first cycle
   * that has failed since, on this device's clock.
   */
  lastSync: { readonly at: string };
  /** id = kind and id, see `privateKeyOf` */
  private: LocalPrivateRow;
  /** An unreadable row that a readable one has replaced; internal to the store, listed by `unreadable`. */
  unreadable: UnreadableContent;
}

/** A kind of meta row. */
export type MetaKind = keyof MetaValues;

/** A meta row as stored; `putMeta` writes one at a time. */
export interface MetaRow<K extends MetaKind = MetaKind> {
  readonly kind: K;
  readonly id: string;
  readonly value: MetaValues[K];
}
