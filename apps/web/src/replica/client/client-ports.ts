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

/** Receives the server's events. */
export interface EventsListener {
  /** A connection is open, for the first time or again. */
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
  /** Beside the databases: publishes the signed-in user to other tabs. */
  readonly accountMirror: AccountMirror;
  readonly queueCounts: QueueCountsMemory;
  /**
   * The databases; `onUnreadable` receives a skipped row at each read of it, `onBlocked` is called when an
   * opening starts and stops waiting for another tab.
   */
  openStores(listener: {
    onUnreadable(account: AccountKey, row: UnreadableRow): void;
    onBlocked(isBlocked: boolean): void;
  }): LocalStores;
  /** The accounts that have a database in this browser, as far as it lists them; never rejects. */
  accountsHere(): Promise<readonly AccountKey[]>;
  /** Stores that last until the page is closed, for browsers without a usable database. */
  openMemoryStores(): Promise<LocalStores>;
  /** Listens to the server's events until the returned function is called. */
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
