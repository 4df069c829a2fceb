import type { Notification } from '@foray/contract';
import type { ItemType, Person, Result } from '@foray/domain';
import type { LocalItem } from './local-item.ts';
import type { MetaKind, MetaRow, MetaValues, UnreadableContent, UnreadableRow } from './meta.ts';
import type { QueuedRequest } from './queued-request.ts';
import type { RememberedAccount } from './remembered-account.ts';

export type { CallContext, CancelSignal, Reply } from './call.ts';
export type { LoginCredentials, Transport } from './transport.ts';

/** The reason why the local store failed; nothing of the transaction was stored. */
export interface StoreFailure {
  /**
   * unavailable: this browser has no IndexedDB (private mode). quota: no space left. newer: a newer version
   * of the app has left a row that this one does not know. closed: the handle is gone, reopening may help.
   * broken: the database fails otherwise.
   */
  readonly code: 'unavailable' | 'quota' | 'newer' | 'closed' | 'broken';
  /** For the log; never shown, never contains user data. */
  readonly detail: string;
}

/**
 * One account's data on this device. Implementations: memory (testing) and IndexedDB; `localStoreContract`
 * holds for each.
 *
 * `work` may await only the methods of the transaction it is given, and may start several at once. If it
 * throws, the transaction aborts, nothing is stored, and the promise rejects with that error.
 */
export interface LocalStore {
  /** A consistent read of everything that `work` reads. */
  read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<Result<T, StoreFailure>>;
  /**
   * One serialised readwrite transaction over all stores with strict durability. It resolves only when the
   * transaction is complete: a confirmed write survives a crash.
   */
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<Result<T, StoreFailure>>;
  /** As `write` with relaxed durability, for data that the server can send again (fetched pages). */
  writeBulk<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<Result<T, StoreFailure>>;
  /** The newest `limit` rows of a list by its index, newest created_at first: the first paint. */
  newestItems(list: StartList, limit: number): Promise<Result<readonly LocalItem[], StoreFailure>>;
  /** Every item row in chunks of about `chunkRows`, each awaited before the next is read. */
  eachItem(
    chunkRows: number,
    chunk: (rows: readonly LocalItem[]) => void | Promise<void>,
  ): Promise<Result<void, StoreFailure>>;
  /**
   * The unreadable rows of these stores, including replaced ones, in no particular order. With `meta`, the
   * replaced rows of all stores are listed.
   */
  unreadable(
    stores: readonly UnreadableRow['store'][],
  ): Promise<Result<readonly UnreadableContent[], StoreFailure>>;
  /** Erases the named rows that are still unreadable, and replaced ones of the same name. */
  eraseUnreadable(rows: readonly UnreadableRow[]): Promise<Result<void, StoreFailure>>;
  /** Releases the handle; further calls fail with `closed`. */
  close(): Promise<void>;
  /**
   * Closes and erases everything except the remembered account of this browser (meta `account`). Resolves
   * when nothing else is left readable. Handles opened before fail with `closed` from then on, and leave
   * a store that is opened later unchanged.
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
  /** The existing store of an account, or else the error `closed`: it never creates one. */
  openExisting(account: AccountKey): Promise<Result<LocalStore, StoreFailure>>;
}

/** 0 for the guest, else the user's id. */
export type AccountKey = number;

/**
 * The reads of a transaction. Rows are immutable. An unreadable row is treated as absent, except by
 * `queueSize`, `lastQueueSeq` and `itemIds`.
 */
export interface ReadTransaction {
  itemByUuid(uuid: string): Promise<LocalItem | undefined>;
  itemById(id: number): Promise<LocalItem | undefined>;
  /** In the order of the ids, undefined for missing ones; cheap if all are missing. */
  itemsById(ids: readonly number[]): Promise<readonly (LocalItem | undefined)[]>;
  /** In the order of the uuids, undefined for missing ones. */
  itemsByUuid(uuids: readonly string[]): Promise<readonly (LocalItem | undefined)[]>;
  /** All rows with that parent_uuid, including locally deleted ones, in no particular order. */
  childrenOf(uuid: string): Promise<readonly LocalItem[]>;
  /**
   * Rows with _localVersion greater than `localSeq`, which a tab has missed. Erased rows are not included.
   */
  itemsNewerThan(localSeq: number): Promise<readonly LocalItem[]>;
  allItems(): Promise<readonly LocalItem[]>;
  /** The rows from an id on, ascending, at most `limit` if given. */
  itemsFrom(id: number, limit?: number): Promise<readonly LocalItem[]>;
  /** The ids of all rows, without reading the rows: other rows that a tab shows have been erased. */
  itemIds(): Promise<readonly number[]>;
  /** The whole queue with blocked requests, ascending by seq; requests are always `upcastRequest`ed. */
  queue(): Promise<readonly QueuedRequest[]>;
  /** The requests whose `touches` contains the uuid, with blocked ones, ascending by seq. */
  queueOf(uuid: string): Promise<readonly QueuedRequest[]>;
  request(id: string): Promise<QueuedRequest | undefined>;
  /** The number of stored requests, including unreadable ones, none of which the server has yet. */
  queueSize(): Promise<number>;
  /**
   * The greatest used place in the queue up to `maxCounted`, including unreadable requests; 0 if there is
   * none.
   */
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
 * The writes of a transaction; reads see its own writes. They resolve when the write is accepted. An item or
 * request replaces an unreadable row that has its key, its uuid or its `seq`, and that row is kept among the
 * unreadable ones.
 */
export interface WriteTransaction extends ReadTransaction {
  /** Inserts or replaces by id. Throws if two readable rows would share a uuid. */
  putItems(items: readonly LocalItem[]): Promise<void>;
  deleteItem(id: number): Promise<void>;
  /** Inserts or replaces by id. Throws if two readable requests would share a `seq`. */
  putRequest(request: QueuedRequest): Promise<void>;
  deleteRequest(id: string): Promise<void>;
  put<S extends keyof PlainRows>(store: S, row: PlainRows[S]): Promise<void>;
  delete(store: keyof PlainRows, id: number): Promise<void>;
  putMeta<K extends MetaKind>(kind: K, id: string, value: MetaValues[K]): Promise<void>;
  deleteMeta(kind: MetaKind, id: string): Promise<void>;
  /** Empties items, queue, users, contacts and notifications; meta stays. */
  clearData(): Promise<void>;
}

/** Rows that are stored by their id, without further checks. */
export interface PlainRows {
  users: Person;
  contacts: LocalContact;
  notifications: Notification;
}

/** A mutual contact as stored on the device. */
export interface LocalContact {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly contact_phone: string;
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
  /** Calls `work` once after `delayMs`; the returned function cancels that. */
  after(delayMs: number, work: () => void): () => void;
  /** Calls `work` every `periodMs`; the returned function ends it. */
  every(periodMs: number, work: () => void): () => void;
}

/** Fresh ids and random numbers. */
export interface Ids {
  /** A random UUID (version 4 or 7), lower case. */
  uuid(): string;
  /** A number in [0, 1) for jitter. */
  random(): number;
}

/** Mutual exclusion between the tabs of a browser, only for speed: nothing is unsafe without it. */
export interface Locks {
  /** Runs `work` while holding `name`; returns null at once if another holder has it. */
  ifFree<T>(name: string, work: () => Promise<T>): Promise<T | null>;
}

/** The effect of one committed write; memory and other tabs apply it as a whole. */
export interface LocalChange {
  /** One step per write: a receiver that notices a gap reads `itemsNewerThan` its own. */
  readonly localSeq: number;
  /** The complete current rows. A row with `_deleted` is shown nowhere. */
  readonly rows: readonly LocalItem[];
  /** Rows erased from the device. */
  readonly goneUuids: readonly string[];
  /** Local ids that were replaced by the server's, so that an open page can follow. */
  readonly rekeyed: readonly {
    readonly uuid: string;
    readonly oldId: number;
    readonly id: number;
  }[];
  readonly users: readonly Person[];
  /** Whether the queue, Needs attention or conflicts changed, so that their counts have to be read again. */
  readonly hasQueueChanged: boolean;
  /**
   * Whether mutual contacts or notifications changed, so that both have to be read again. Absent if neither
   * did.
   */
  readonly inboxChanged?: true;
}

/** Publishes a committed change to this tab's memory and to the other tabs of the same account. */
export interface ChangeFeed {
  publish(change: LocalChange): void;
}

/** Whether the device believes that it has a network: a hint, never a proof. */
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

/** The account of this browser, kept where all tabs find it. */
export interface AccountMemory {
  load(): Promise<RememberedAccount>;
  /**
   * Replaces the remembered account by the result of `change`; concurrent changes of two tabs are both kept.
   * Durable when it resolves with success. After a failure the change applies only to this page, and the next
   * one tries to make it durable too, so `change` may run more than once.
   */
  change(change: AccountChange): Promise<Result<RememberedAccount, StoreFailure>>;
}

/** Returns the new remembered account; returning the same object changes nothing. */
export type AccountChange = (now: RememberedAccount) => RememberedAccount;

/** The prefix of the detail of every unexpected failure: a defect that damages no data. */
export const unexpectedDetail = 'unexpected';

/** The store failure that stands for an unexpected error: for the user, the local data cannot be used. */
export function unexpected(error: unknown): StoreFailure {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { code: 'broken', detail: `${unexpectedDetail}: ${text}` };
}
