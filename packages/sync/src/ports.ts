import type {
  BatchAnswer,
  BatchRequest,
  ChangesDelta,
  ConfigAnswer,
  ItemsDelta,
  Notification,
  SelfCheck,
  UserAnswer,
  WireError,
} from '@foray/contract';
import type { ItemType, Person, Result } from '@foray/domain';
import type { LocalItem } from './local-item.ts';
import type { MetaKind, MetaRow, MetaValues } from './meta.ts';
import type { QueuedRequest } from './queued-request.ts';

/** Why the local store did not do what was asked; nothing of the transaction was kept. */
export interface StoreFailure {
  /**
   * unavailable: this browser gives no IndexedDB (private mode). quota: no room left.
   * newer: a newer version of the app has been at work. closed: the handle is gone, reopening may help.
   * broken: the database refuses otherwise.
   */
  readonly code: 'unavailable' | 'quota' | 'newer' | 'closed' | 'broken';
  /** For the log; never shown, never holds user data. */
  readonly detail: string;
}

/** A row that could not be read; it was skipped, and everything else goes on. */
export interface UnreadableRow {
  readonly store: 'items' | 'users' | 'contacts' | 'syncQueue' | 'notifications' | 'meta';
  readonly key: string;
}

/**
 * One account's data on this device (design: sync, section 3). Implementations: memory (testing)
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
  /** Releases the handle; further calls fail with `closed`. */
  close(): Promise<void>;
  /**
   * Closes and erases all of it. Resolves when nothing is left readable. Other handles opened before
   * fail with `closed` from then on, and erase nothing of a store opened after.
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

/** What a transaction can read. Rows are values: nobody changes one after handing it over. */
export interface ReadTransaction {
  itemByUuid(uuid: string): Promise<LocalItem | undefined>;
  itemById(id: number): Promise<LocalItem | undefined>;
  /** In the order asked, undefined for those not held; cheap when none of the ids is held. */
  itemsById(ids: readonly number[]): Promise<readonly (LocalItem | undefined)[]>;
  /** In the order asked, undefined for those not held. */
  itemsByUuid(uuids: readonly string[]): Promise<readonly (LocalItem | undefined)[]>;
  /** All rows with that parent_uuid, locally deleted ones too, in no particular order. */
  childrenOf(uuid: string): Promise<readonly LocalItem[]>;
  /** Rows with _localVersion greater than `localSeq`: what a tab missed. Erased rows are not told. */
  itemsNewerThan(localSeq: number): Promise<readonly LocalItem[]>;
  allItems(): Promise<readonly LocalItem[]>;
  /** The ids of all rows, at the cost of no row: what a tab shows beyond them has been erased. */
  itemIds(): Promise<readonly number[]>;
  /** The whole queue, parked ones too, ascending seq; requests are always `upcastRequest`ed. */
  queue(): Promise<readonly QueuedRequest[]>;
  /** The requests whose `touches` contains the uuid, parked ones too, ascending seq. */
  queueOf(uuid: string): Promise<readonly QueuedRequest[]>;
  request(id: string): Promise<QueuedRequest | undefined>;
  queueSize(): Promise<number>;
  user(id: number): Promise<Person | undefined>;
  users(): Promise<readonly Person[]>;
  contacts(): Promise<readonly LocalContact[]>;
  /** Newest first. */
  notifications(): Promise<readonly Notification[]>;
  meta<K extends MetaKind>(kind: K, id: string): Promise<MetaValues[K] | undefined>;
  metaOf<K extends MetaKind>(kind: K): Promise<readonly MetaRow<K>[]>;
}

/** What a transaction can write; reads see its own writes. Resolves when the write is accepted. */
export interface WriteTransaction extends ReadTransaction {
  /** Inserts or replaces by id. Two rows never share a uuid: violating that throws. */
  putItem(item: LocalItem): Promise<void>;
  putItems(items: readonly LocalItem[]): Promise<void>;
  deleteItem(id: number): Promise<void>;
  putRequest(request: QueuedRequest): Promise<void>;
  deleteRequest(id: string): Promise<void>;
  putUser(user: Person): Promise<void>;
  putContact(contact: LocalContact): Promise<void>;
  deleteContact(id: number): Promise<void>;
  putNotification(notification: Notification): Promise<void>;
  deleteNotification(id: number): Promise<void>;
  putMeta<K extends MetaKind>(kind: K, id: string, value: MetaValues[K]): Promise<void>;
  deleteMeta(kind: MetaKind, id: string): Promise<void>;
  /** Empties items, queue, users, contacts and notifications; meta stays. */
  clearData(): Promise<void>;
}

/** A mutual contact as kept on the device (specification, section 3: store `contacts`). */
export interface LocalContact {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly contact_phone: string;
}

/** Who speaks, carried by every call but config, csrf and login (X-Actor, X-Epoch). */
export interface CallContext {
  readonly actor: number;
  /** Null until the first answer told one. */
  readonly epoch: string | null;
  /** The adapter aborts the call then and answers `noAnswer`. */
  readonly timeoutMs: number;
}

/**
 * What came of a call; a transport never rejects.
 * answer: 2xx with the expected body. refusal: any other status. garbled: a 2xx whose body is not
 * what the contract says (captive portals), or an unreadable one. noAnswer: nothing came.
 * `serverNow` is X-Server-Time, null if absent.
 */
export type Reply<T> =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: T;
      readonly serverNow: string | null;
    }
  | {
      readonly kind: 'refusal';
      readonly status: number;
      /** The contract's error object, null where the body was something else (a proxy's page). */
      readonly error: WireError | null;
      readonly serverNow: string | null;
      /** From Retry-After; null if absent. */
      readonly retryAfterMs: number | null;
    }
  | { readonly kind: 'garbled'; readonly status: number }
  | { readonly kind: 'noAnswer'; readonly why: 'network' | 'timeout' };

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
  /** What the server's streams come to; `differs` tells what an earlier check found different. */
  selfCheck(differs: readonly string[], context: CallContext): Promise<Reply<SelfCheck>>;
  /** A request that no batch may carry (reading notifications), with its Idempotency-Key. */
  sendOne(request: QueuedRequest, context: CallContext): Promise<Reply<unknown>>;
  config(timeoutMs: number): Promise<Reply<ConfigAnswer>>;
  /** The session's user, for the check at start (specification, section 4). */
  me(timeoutMs: number): Promise<Reply<UserAnswer>>;
  login(credentials: LoginCredentials, timeoutMs: number): Promise<Reply<UserAnswer>>;
  logout(timeoutMs: number): Promise<Reply<unknown>>;
}

/**
 * What a person types to sign in; `code` only where the server asks for one, `start` only after it asked
 * what to do with what the account held before its phone was verified.
 */
export interface LoginCredentials {
  readonly phone: string;
  readonly name: string;
  readonly code?: string;
  readonly start?: 'keep' | 'empty';
}

/** This device's clock, which may be wrong by years (invariant I16). */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
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
  readonly hasNews?: true;
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

/** What this browser remembers outside the databases, in 'local-data-storage' (decision: sync). */
export interface AccountMemory {
  load(): RememberedAccount;
  /** Durable when it returns. */
  save(remembered: RememberedAccount): void;
}

/** The account last used, and whether a sign-out is still to be told to the server. */
export interface RememberedAccount {
  /** Null for a guest, and on a browser that never signed in. */
  readonly user: Person | null;
  /** The id of the user who signed out here; while it stands no session check runs. */
  readonly signedOutId: number | null;
  /** Sign-outs whose data may still be here: to be finished before anything is opened. */
  readonly leaving: readonly Leaving[];
}

/** A sign-out on its way: whose it is, and what the person decided about unsent changes. */
export interface Leaving {
  readonly userId: number;
  readonly unsent: 'keep' | 'discard';
}
