import type { storedName } from './stored-names.ts';
import type { DeltaItem, Heartbeat, Removal } from '@foray/contract';
import type { EditableField, ItemType } from '@foray/domain';
import type { RememberedAccount } from './remembered-account.ts';

/** The reading streams; each has one cursor. */
export type Stream = 'campaign' | 'task' | 'todo' | 'changes';

/** All streams, in the order in which they are shown in diagnostics. */
export const streams: readonly Stream[] = ['campaign', 'task', 'todo', 'changes'];

/** Counters that actions draw from; one row, so that an action reads and writes it once. */
export interface Counters {
  /** One step a write; rows are stamped with it. */
  readonly localSeq: number;
  /** One step a queued request. */
  readonly queueSeq: number;
  /** The last local id given: a timestamp for users, 1, 2, 3 for guests. */
  readonly lastLocalId: number;
}

/** How far this device has read a stream. */
export interface StreamCursor {
  readonly cursor: number;
  /** In a full fetch: the localSeq at its start. Rows not touched since are removed at its end. */
  readonly fullSince: number | null;
  /** A full fetch has ended once: what is absent here is absent on the server. */
  readonly isComplete: boolean;
}

/** A fetched row that waits for a decision, since requests about its item are queued. */
export type BufferedRow =
  | { readonly kind: 'row'; readonly row: DeltaItem }
  | {
      readonly kind: 'removal';
      readonly removal: Removal;
      /** A full fetch ended without a word of it: why it is not there is not known. */
      readonly isAbsent?: true;
    };

/** The history of the server's database that cursors, versions and revs belong to. */
export interface Epoch {
  readonly epoch: string;
  /**
   * The position up to which this history contains what the device received in the one before it. Absent
   * if the last release wrote it.
   */
  readonly knownHead?: number;
  /** The full fetch that a new history begins with has not ended: nothing is sent. */
  readonly isPartial?: true;
  /** Of 'former': the known head that came with the refusal, 0 for none. */
  readonly toldHead?: number;
  /**
   * Of 'former': how far each stream of items had been pulled in it. Absent if the release before
   * this one wrote it.
   */
  readonly receivedUpTo?: Readonly<Record<ItemType, number>>;
  /** Of 'former': the server has lost something that the device received in it. */
  readonly isRefuted?: true;
}

/** An item of mine that I deleted and that can be restored for 30 days. */
export interface TrashedItem {
  readonly item: DeltaItem;
  /** The request that deleted it; items of one delete come back together. */
  readonly requestId: string;
  readonly deletedAt: string;
  /** Only if `item` is of a history that is over, or of one that is unknown: whether the present one may lack it. */
  readonly isLost?: boolean;
  /** The present history contains the delete. */
  readonly isKnown?: boolean;
  /** See `Shared`. */
  readonly sharedUpTo?: number;
}

/**
 * A row that cannot be read: it is skipped everywhere without affecting other rows. It stays in place until
 * a readable row replaces it; then it is kept beside the others.
 */
export interface UnreadableRow {
  readonly store: 'items' | 'users' | 'contacts' | 'syncQueue' | 'notifications' | 'meta';
  /** The row's key as text, the same each time it is met. */
  readonly key: string;
}

/** An unreadable row with what is stored there, for a person to keep elsewhere. */
export interface UnreadableContent extends UnreadableRow {
  readonly content: unknown;
}

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
  /** When others deleted it, and who; absent where the server did not say. */
  readonly deletion?: { readonly at: string; readonly by: number | null };
  /** What `canKeepBoth` said when it was stored, for tabs of an earlier release; later ones ask it again. */
  readonly canKeepBoth: boolean;
  /** The rev of the server's row or removal. */
  readonly rev: number;
  /** Cancelled in the dialog: the item stands aside, and the rest syncs on. */
  readonly isAside: boolean;
  /** ISO time of this device at which it was found. */
  readonly foundAt: string;
}

/** Values of the server that later ones of this device replaced, without a question. */
export interface ReplacedVersion {
  readonly values: Readonly<Partial<Record<EditableField, unknown>>>;
  /** The author of the version; null if the server did not say. */
  readonly by: number | null;
  /** When it was made, in server time. */
  readonly at: string;
  /** ISO time of this device. */
  readonly replacedAt: string;
}

/** What the store `meta` holds, by kind; its key is [kind, id]. Later kinds are added here. */
export interface MetaValues {
  /** id 'device' */
  counters: Counters;
  /** id = a Stream */
  cursor: StreamCursor;
  /** id 'server': the present one; 'former': the one before, while the present one is being asked for. */
  epoch: Epoch;
  /**
   * id = a run of the server's database: the greatest head of this user's feed received in it. `place`
   * grows with each that is received; absent if the last release wrote it.
   */
  position: { readonly head: number; readonly place?: number };
  /** id 'server': server time minus this device's time, in ms. */
  clock: { readonly offsetMs: number };
  /** id = uuid */
  [storedName.buffered]: BufferedRow;
  /** id = uuid: the server has removed it; still shown, since a queued restore refers to it. */
  restoring: Removal;
  /** id = uuid */
  conflict: Conflict;
  /** id = uuid: newest first. `isTold`: the person has been told of the newest. */
  replaced: { readonly versions: readonly ReplacedVersion[]; readonly isTold: boolean };
  /** id = uuid of a parent that shows a local roll-up. */
  rolled: { readonly uuid: string };
  /** id = uuid: deleted here and confirmed; hidden until the feed contains the removal. */
  deleting: {
    readonly requestId: string;
    readonly deletedAt: string;
    /** The copy of an occurrence, which its undo took away: it cannot be restored. */
    readonly isUndone?: true;
  };
  /**
   * id = uuid: a confirmed removal has taken this assignee out of the base of that revision, until the feed
   * says what the server did.
   */
  unassigned: { readonly assigned_to: number; readonly rev: number };
  /** id = uuid */
  trash: TrashedItem;
  /**
   * id = the name of an upgrade: the guest generation that it copied into this account's store; null if it
   * was abandoned before, and no longer copies anything. `numbers`: the uuids of campaigns and tasks by the
   * numbers that they had there; absent if an earlier release wrote it.
   */
  importedGuest: {
    readonly generation: string | null;
    readonly numbers?: Readonly<Record<number, string>>;
  };
  /** In the guest's store. id 'guest': the name of this generation, made with its first item. */
  generation: { readonly generation: string };
  /** In the guest's store. id 'guest': the upgrade that copies its data to that account; guest writes are refused. */
  moved: { readonly toUserId: number; readonly upgrade: string };
  /** id 'store': the name that a database is given when it is made; one made later has another. */
  birth: { readonly name: string };
  /** id 'account': the phone number of whom this store belongs to. */
  owner: { readonly phone: string };
  /** id = a former id of this person: up to this localSeq of its store the items came along from there. */
  brought: { readonly localSeq: number };
  /**
   * id 'account': a sign-out is erasing this store, or, as a former one, its items are being moved to the
   * user's present account: actions are refused. `by` names the movers; absent if the last release wrote it.
   */
  left: {
    readonly unsent: 'keep' | 'discard';
    readonly isFormer?: true;
    readonly by?: readonly string[];
  };
  /** id 'account': how many sign-outs came to a decision here and left this store. */
  signOuts: { readonly decided: number };
  /**
   * In the guest's store. id 'browser': who is signed in, what sign-outs have left to be done, and the names
   * of the last writings of localStorage about it that were no copies of this.
   */
  account: RememberedAccount & { readonly heard?: readonly string[] };
  /** id = `due:<uuid>:<day>`: this device's own notification of what is due has been read. */
  dueRead: { readonly at: string };
  /** id = name of a chunk of an import: the uuids that it gave. One that is not held was deleted since. */
  imported: { readonly uuids: readonly string[] };
  /**
   * id 'server': the last self-check, on this device's clock, and when the server last agreed, in its
   * own time; null since it did not.
   */
  selfCheck: { readonly checkedAt: string; readonly inStepAt: string | null };
  /** id 'server': the last heartbeat of the event stream, and when it came, on this device's clock. */
  heartbeat: Heartbeat & { readonly heardAt: string };
  /**
   * id 'run': the end of the last complete run, in server time as known then. id 'failing': the first run that has
   * failed since, on this device's clock.
   */
  lastSync: { readonly at: string };
  /** An unreadable row that a readable one has replaced; internal to the store, listed by `unreadable`. */
  unreadable: UnreadableContent;
}

/** A kind of meta row. */
export type MetaKind = keyof MetaValues;

/** A meta row as stored; several are written by `putMeta` one at a time. */
export interface MetaRow<K extends MetaKind = MetaKind> {
  readonly kind: K;
  readonly id: string;
  readonly value: MetaValues[K];
}
