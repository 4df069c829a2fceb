import type {
  ActivityPage,
  ContactsSyncAnswer,
  MutualsAnswer,
  SessionsAnswer,
  TrashList,
  UserAnswer,
  WireItem,
} from '@foray/contract';
import type {
  AccountKey,
  AccountMirror,
  CallContext,
  CancelSignal,
  Connectivity,
  Ids,
  LocalStores,
  Locks,
  Reply,
  Transport,
  UnreadableRow,
  Visibility,
} from '@foray/sync';
import type { ReplicaPorts } from '../store/open-replica.ts';
import type { PushPort } from './push-port.ts';

/** How many requests are queued, and how many of them need attention. */
export interface QueueCounts {
  readonly pending: number;
  readonly blocked: number;
}

/** The counts that were shown last, for the time until the database has been read. */
export interface QueueCountsMemory {
  load(): QueueCounts;
  save(counts: QueueCounts): void;
}

/** What only the server knows, asked for while it can be reached; no call rejects. */
export interface ServerCalls {
  /** A page of a campaign's history, newest first. */
  listActivity(
    campaignUuid: string,
    page: number,
    context: CallContext,
  ): Promise<Reply<ActivityPage>>;
  searchItems(query: string, context: CallContext): Promise<Reply<WireItem[]>>;
  /** Adds phone numbers, digits each, to the person's own list. */
  importContacts(
    phones: readonly string[],
    context: CallContext,
  ): Promise<Reply<ContactsSyncAnswer>>;
  listMutuals(context: CallContext): Promise<Reply<MutualsAnswer>>;
}

/** One's own account on the server; no call rejects. */
export interface AccountCalls {
  rename(name: string, context: CallContext): Promise<Reply<UserAnswer>>;
  listSessions(context: CallContext): Promise<Reply<SessionsAnswer>>;
  endSession(id: number, context: CallContext): Promise<Reply<unknown>>;
  endAllSessions(context: CallContext): Promise<Reply<unknown>>;
  deleteAccount(context: CallContext): Promise<Reply<unknown>>;
  listTrash(before: string | null, context: CallContext): Promise<Reply<TrashList>>;
}

/** What hears of the server's news. */
export interface EventsListener {
  /** A connection stands, for the first time or again. */
  onOpen(): void;
  /** There is something newer. */
  onNewer(): void;
  /** Nothing comes any more: the connection was given up. */
  onEnd(): void;
}

/** The browser as the client needs it; `main.tsx` plugs the adapters in. */
export interface ClientPorts extends ReplicaPorts {
  readonly ids: Ids;
  readonly locks: Locks;
  readonly connectivity: Connectivity;
  readonly visibility: Visibility;
  readonly transport: Transport;
  readonly serverCalls: ServerCalls;
  readonly accountCalls: AccountCalls;
  readonly push: PushPort;
  /** Beside the databases: tells other tabs who is signed in. */
  readonly accountMirror: AccountMirror;
  readonly queueCounts: QueueCountsMemory;
  /**
   * The databases; `onUnreadable` hears of a row that had to be passed over, at each reading of it,
   * `onBlocked` when an opening waits for another tab and when it does so no more.
   */
  openStores(listener: {
    onUnreadable(account: AccountKey, row: UnreadableRow): void;
    onBlocked(isBlocked: boolean): void;
  }): LocalStores;
  /** Whose databases this browser has, as far as it tells; never rejects. */
  accountsHere(): Promise<readonly AccountKey[]>;
  /** Stores that last until the page is closed, for browsers without a usable database. */
  openMemoryStores(): Promise<LocalStores>;
  /** Listens to the server's news until the returned function is called. */
  openEvents(listener: EventsListener): () => void;
  /** Calls back when another tab has changed the mirror. */
  onAccountChangedElsewhere(listener: () => void): void;
  requestCode(phone: string, signal?: CancelSignal): Promise<Reply<unknown>>;
  /** Asks the browser to keep the data for good; asked once there is something to keep. */
  askToPersist(): Promise<void>;
  /** Erases what the app keeps outside the databases (theme, onboarding), but not who is signed in. */
  clearSettings(): void;
  reloadPage(): void;
}
