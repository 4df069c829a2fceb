import type {
  BatchAnswer,
  BatchRequest,
  ChangesDelta,
  ConfigAnswer,
  ItemsDelta,
  Notification,
  SelfCheck,
  UserAnswer,
} from '@foray/contract';
import type { ItemType, Person, Result } from '@foray/domain';
import type { CallContext, CancelSignal, Reply } from './call.ts';
import type { LocalItem } from './local-item.ts';
import type { MetaKind, MetaRow, MetaValues, UnreadableContent, UnreadableRow } from './meta.ts';
import type { QueuedRequest } from './queued-request.ts';
import type { RememberedAccount } from './remembered-account.ts';

export type { CallContext, CancelSignal, Reply } from './call.ts';

/** Why the local store did not do what was asked; nothing of the transaction was kept. */
export interface StoreFailure {
  /**
   * unavailable: this browser gives no IndexedDB (private mode). quota: no room left.
   * newer: a newer version of the app has been at work, and left a row that this one does not know. closed: the handle is gone, reopening may help.
   * broken: the database refuses otherwise.
   */
  readonly code: 'unavailable' | 'quota' | 'newer' | 'closed' | 'broken';
  /** For the log; never shown, never holds user data. */
  readonly detail: string;
}

/**
 * One account's data on this device. Implementations: memory (testing)
 * and IndexedDB; `localStoreContract` holds for each.
 *
 * `work` may await only the methods of the transaction it is given, and may start several at once.
 * If it throws, the transaction aborts, nothing is kept, and the promise rejects with that error.
 */
export interface LocalStore {
  /** One consistent read of everything asked for inside `work`. */
  read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<Result<T, StoreFailure>>;
  /**
   * One serialised readwrite transaction over all stores with strict durability. It resolves only
   * when the transaction is complete: what it confirms survives a crash.
   */
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<Result<T, StoreFailure>>;
  /** As `write` with relaxed durability, for what the server can give again (fetched pages). */
  writeBulk<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<Result<T, StoreFailure>>;
  /** The newest `limit` rows of a list by its index, newest created_at first: the first paint. */
  newestItems(list: StartList, limit: number): Promise<Result<readonly LocalItem[], StoreFailure>>;
  /** Every item row in chunks of about `chunkRows`, each awaited before the next is read. */
  eachItem(
    chunkRows: number,
    chunk: (rows: readonly LocalItem[]) => void | Promise<void>,
  ): Promise<Result<void, StoreFailure>>;
  /**
   * The rows of these stores that cannot be read, also those that have given way to others, in no
   * particular order. `meta` names all that have given way, whichever store they are of.
   */
  unreadable(
    stores: readonly UnreadableRow['store'][],
  ): Promise<Result<readonly UnreadableContent[], StoreFailure>>;
  /** Erases the rows named, as far as they still cannot be read, and those of the name that have given way. */
  eraseUnreadable(rows: readonly UnreadableRow[]): Promise<Result<void, StoreFailure>>;
  /** Releases the handle; further calls fail with `closed`. */
  close(): Promise<void>;
  /**
   * Closes and erases all of it but who is signed in here (meta `account`). Resolves when nothing else is
   * left readable. Other handles opened before fail with `closed` from then on, and erase nothing of a
   * store opened after.
   */
  destroy(): Promise<Result<void, StoreFailure>>;
}

/** The lists that a start reads first: [top, created_at] or [type, created_at]. */
export type StartList =
  | { readonly kind: 'top' }
  | { readonly kind: 'type'; readonly type: ItemType };

/** Opens an account's store: `foray` for the guest, `foray-<user id>` otherwise. */
export interface LocalStores {
  open(account: AccountKey): Promise<Result<LocalStore, StoreFailure>>;
  /** The store of an account that has one here, else `closed`: it makes none. */
  openExisting(account: AccountKey): Promise<Result<LocalStore, StoreFailure>>;
}

/** 0 for the guest, else the user's id. */
export type AccountKey = number;

/**
 * What a transaction can read. Rows are immutable. An unreadable row is treated as absent, except by
 * `queueSize`, `lastQueueSeq` and `itemIds`.
 */
export interface ReadTransaction {
  itemByUuid(uuid: string): Promise<LocalItem | undefined>;
  itemById(id: number): Promise<LocalItem | undefined>;
  /** In the order asked, undefined for those not held; cheap when none of the ids is held. */
  itemsById(ids: readonly number[]): Promise<readonly (LocalItem | undefined)[]>;
  /** In the order asked, undefined for those not held. */
  itemsByUuid(uuids: readonly string[]): Promise<readonly (LocalItem | undefined)[]>;
  /** All rows with that parent_uuid, locally deleted ones too, in no particular order. */
  childrenOf(uuid: string): Promise<readonly LocalItem[]>;
  /** Rows with _localVersion greater than `localSeq`: what a tab missed. Erased rows are not included. */
  itemsNewerThan(localSeq: number): Promise<readonly LocalItem[]>;
  allItems(): Promise<readonly LocalItem[]>;
  /** The rows from an id on, ascending, at most `limit` if given. */
  itemsFrom(id: number, limit?: number): Promise<readonly LocalItem[]>;
  /** The ids of all rows, at the cost of no row: what a tab shows beyond them has been erased. */
  itemIds(): Promise<readonly number[]>;
  /** The whole queue with blocked requests, ascending seq; requests are always `upcastRequest`ed. */
  queue(): Promise<readonly QueuedRequest[]>;
  /** The requests whose `touches` contains the uuid, with blocked ones, ascending seq. */
  queueOf(uuid: string): Promise<readonly QueuedRequest[]>;
  request(id: string): Promise<QueuedRequest | undefined>;
  /** How many requests are stored, unreadable ones too: what is here is not yet elsewhere. */
  queueSize(): Promise<number>;
  /** The greatest place in the queue up to `mostCounted` that is taken, by unreadable requests too; 0 if none is. */
  lastQueueSeq(): Promise<number>;
  user(id: number): Promise<Person | undefined>;
  users(): Promise<readonly Person[]>;
  contacts(): Promise<readonly LocalContact[]>;
  /** Newest first. */
  notifications(): Promise<readonly Notification[]>;
  meta<K extends MetaKind>(kind: K, id: string): Promise<MetaValues[K] | undefined>;
  /** Ascending by id. */
  metaOf<K extends MetaKind>(kind: K): Promise<readonly MetaRow<K>[]>;
}

/**
 * What a transaction can write; reads see its own writes. Resolves when the write is accepted. An item
 * or request takes the place of an unreadable row that holds its key, its uuid or its `seq`, and that row
 * is kept among the unreadable ones.
 */
export interface WriteTransaction extends ReadTransaction {
  /** Inserts or replaces by id. Two readable rows never share a uuid: violating that throws. */
  putItems(items: readonly LocalItem[]): Promise<void>;
  deleteItem(id: number): Promise<void>;
  /** Inserts or replaces by id. Two readable requests never share a `seq`: violating that throws. */
  putRequest(request: QueuedRequest): Promise<void>;
  deleteRequest(id: string): Promise<void>;
  put<S extends keyof PlainRows>(store: S, row: PlainRows[S]): Promise<void>;
  delete(store: keyof PlainRows, id: number): Promise<void>;
  putMeta<K extends MetaKind>(kind: K, id: string, value: MetaValues[K]): Promise<void>;
  deleteMeta(kind: MetaKind, id: string): Promise<void>;
  /** Empties items, queue, users, contacts and notifications; meta stays. */
  clearData(): Promise<void>;
}

/** Rows that are stored as they come, by their id. */
export interface PlainRows {
  users: Person;
  contacts: LocalContact;
  notifications: Notification;
}

/** A mutual contact as kept on the device. */
export interface LocalContact {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly contact_phone: string;
}

/** The server, as the engine sees it. Bodies are checked by the contract's guards in the adapter. */
export interface Transport {
  fetchItems(
    type: ItemType,
    since: number,
    limit: number,
    context: CallContext,
  ): Promise<Reply<ItemsDelta>>;
  fetchChanges(since: number, limit: number, context: CallContext): Promise<Reply<ChangesDelta>>;
  sendBatch(batch: BatchRequest, context: CallContext): Promise<Reply<BatchAnswer>>;
  /** The checksums of the server's streams; `differs` reports the differences of an earlier check. */
  selfCheck(differs: readonly string[], context: CallContext): Promise<Reply<SelfCheck>>;
  /** A request that no batch may carry (reading notifications), with its Idempotency-Key. */
  sendOne(request: QueuedRequest, context: CallContext): Promise<Reply<unknown>>;
  config(): Promise<Reply<ConfigAnswer>>;
  /** The session's user, for the check at start. */
  me(): Promise<Reply<UserAnswer>>;
  /** Ends without an answer when the person gives up. */
  login(credentials: LoginCredentials, signal?: CancelSignal): Promise<Reply<UserAnswer>>;
  /** Ends without an answer when it is given up. */
  logout(signal?: CancelSignal): Promise<Reply<unknown>>;
}

/**
 * What a person types to sign in; `code` or `recovery_code` only where the server asks for one, `start` only after
 * it asked what to do with what the account held before its phone was verified.
 */
export interface LoginCredentials {
  readonly phone: string;
  readonly name: string;
  readonly code?: string;
  readonly recovery_code?: string;
  readonly start?: 'keep' | 'empty';
}

/** This device's clock, which may be wrong by years (invariant I16). */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** The time zone of the person, an IANA name; UTC if absent. */
  readonly zone?: string;
}

/** Delayed and repeated work; the only source of waiting. */
export interface Scheduler {
  /** Calls `work` once after `delayMs`; the returned function takes that back. */
  after(delayMs: number, work: () => void): () => void;
  /** Calls `work` every `periodMs`; the returned function ends it. */
  every(periodMs: number, work: () => void): () => void;
}

/** Fresh names. */
export interface Ids {
  /** A random UUID (version 4 or 7), lower case. */
  uuid(): string;
  /** A number in [0, 1) for jitter. */
  random(): number;
}

/** Exclusion between the tabs of a browser; only for speed, nothing is unsafe without. */
export interface Locks {
  /** Runs `work` while holding `name`, or answers null at once if another holder has it. */
  ifFree<T>(name: string, work: () => Promise<T>): Promise<T | null>;
}

/** What one committed write changed; memory and other tabs apply it as a whole. */
export interface LocalChange {
  /** One step a write: a receiver that sees a gap re-reads `itemsNewerThan` its own. */
  readonly localSeq: number;
  /** The rows as they are now, complete. A row with `_deleted` is shown nowhere. */
  readonly rows: readonly LocalItem[];
  /** Rows erased from the device. */
  readonly goneUuids: readonly string[];
  /** Local ids that became the server's, so that an open page can follow. */
  readonly rekeyed: readonly {
    readonly uuid: string;
    readonly oldId: number;
    readonly id: number;
  }[];
  readonly users: readonly Person[];
  /** The queue, Needs attention or conflicts changed: counts are to be read again. */
  readonly hasQueueChanged: boolean;
  /** Mutual contacts or notifications changed: both are to be read again. Absent: they did not. */
  readonly inboxChanged?: true;
}

/** Says a committed change to this tab's memory and to the other tabs of the same account. */
export interface ChangeFeed {
  publish(change: LocalChange): void;
}

/** Whether the device believes it has a network: a hint, never a proof. */
export interface Connectivity {
  isOnline(): boolean;
  /** Calls back on every change; the returned function ends it. */
  subscribe(listener: (isOnline: boolean) => void): () => void;
}

/** Whether a person is looking at this tab. */
export interface Visibility {
  isVisible(): boolean;
  subscribe(listener: (isVisible: boolean) => void): () => void;
}

/** Who is signed in in this browser, kept where all tabs find it. */
export interface AccountMemory {
  load(): Promise<RememberedAccount>;
  /**
   * Replaces what is remembered by what `change` makes of it; two tabs that change it lose nothing of
   * each other. Durable when it resolves with success. After a failure it holds for this page alone, and
   * the next change tries to make it durable too; so `change` may run more than once.
   */
  change(change: AccountChange): Promise<Result<RememberedAccount, StoreFailure>>;
}

/** Makes what is to be remembered of what is; the same object changes nothing. */
export type AccountChange = (now: RememberedAccount) => RememberedAccount;

/** Begins the detail of every failure that no code expects: a defect, where no data is damaged. */
export const unexpectedDetail = 'unexpected';

/** What an error that no code expects is to a person: what is stored here cannot be worked with. */
export function unexpected(error: unknown): StoreFailure {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { code: 'broken', detail: `${unexpectedDetail}: ${text}` };
}
