import type {
  CodePurpose,
  DeviceRouteId,
  Heartbeat,
  Newer,
  PushSubscriptionBody,
  RouteAnswer,
  RouteInput,
} from '@foray/contract';
import type {
  AccountKey,
  AccountMemory,
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
import type { ReplicaPorts } from '../../store/open-replica.ts';

/** The number of queued requests, and of those that need attention. */
export interface QueueCounts {
  readonly pending: number;
  readonly blocked: number;
}

/** The last displayed counts, shown again until the database has been read. */
export interface QueueCountsMemory {
  load(): QueueCounts;
  save(counts: QueueCounts): void;
}

/** Calls a route of the server for data that only the server has; never rejects. */
export type CallServer = <Id extends DeviceRouteId>(
  id: Id,
  input: RouteInput<Id> & { readonly context: CallContext },
) => Promise<Reply<RouteAnswer<Id>>>;

/** Push messages to this browser (decision 0048); no call rejects. */
export interface PushPort {
  /** Whether push messages are switched on in this browser. */
  readonly preference: { isOn(): boolean; set(isOn: boolean): void };
  /** The browser's push service, whose code is loaded when it is needed. */
  browser(): Promise<{
    subscribe(key: string): Promise<PushSubscriptionBody | null>;
    unsubscribe(): Promise<string | null>;
  }>;
}

/** Receives the server's events. */
export interface EventsListener {
  /** A connection is open, for the first time or again. */
  onOpen(): void;
  /** The server has something newer, up to `place`; null if that is not known. */
  onNewer(place: Newer | null): void;
  /** The server names the head of the account's feed. */
  onHeartbeat(heartbeat: Heartbeat): void;
  /** The connection was given up: no further event comes. */
  onEnd(): void;
}

/** The server as the client uses it, and the code that calls it, which local data does not need. */
export interface ServerPorts {
  readonly transport: Transport;
  readonly callServer: CallServer;
  /** Listens to the server's events until the returned function is called. */
  openEvents(listener: EventsListener): () => void;
  requestCode(phone: string, purpose: CodePurpose, signal?: CancelSignal): Promise<Reply<unknown>>;
}

/** The settings of this browser that follow a person (decision 0196). */
export interface FollowedSettings {
  /** Applies what the person has set on any device; a setting that this release does not know is left alone. */
  applySetting(id: string, value: Readonly<Record<string, unknown>>): void;
}

/** The browser as the client uses it; `main.tsx` connects the adapters. */
export interface PagePorts extends ReplicaPorts {
  readonly ids: Ids;
  readonly locks: Locks;
  readonly connectivity: Connectivity;
  readonly visibility: Visibility;
  readonly push: PushPort;
  /** Publishes the signed-in user to other tabs, beside the databases. */
  readonly accountMirror: AccountMirror;
  readonly queueCounts: QueueCountsMemory;
  /** Whether a guest of this browser has items, stored beside the databases. */
  readonly guestMark: { isOn(): boolean; set(isOn: boolean): void };
  /** Whether the browser holds a cookie of the server, which only a sign-in sets. */
  mayHaveSession(): boolean;
  /**
   * The databases. `onUnreadable` receives a skipped row at each read of it; `onNewer` is called at each
   * read that fails because it finds a newer app's row; `onBlocked` is called when an opening starts and
   * stops waiting for another tab.
   */
  openStores(listener: {
    onUnreadable(account: AccountKey, row: UnreadableRow): void;
    onNewer(account: AccountKey): void;
    onBlocked(isBlocked: boolean): void;
  }): LocalStores;
  /** The accounts that have a database in this browser, as far as it lists them; never rejects. */
  listAccountDatabases(): Promise<readonly AccountKey[]>;
  /** Stores that last until the page is closed, for browsers without a usable database. */
  openMemoryStores(): Promise<LocalStores>;
  /** Calls back when another tab has changed the mirror. */
  onAccountChangedElsewhere(listener: () => void): void;
  /** Asks the browser to keep the data permanently; called once there is something to keep. */
  askToPersist(): Promise<unknown>;
  /** Erases the settings outside the databases (theme, onboarding), but not the remembered account. */
  clearSettings(): void;
  reloadPage(): void;
}

/** The ports that the first screen does not need. */
export interface LazyPorts extends ServerPorts, FollowedSettings {}

/** The browser and the server. */
export interface ClientPorts extends PagePorts, LazyPorts {}

/**
 * The ports with which accounts are opened, kept and ended: the browser, its databases, and the remembered
 * account.
 */
export interface AccountPorts extends ClientPorts {
  readonly stores: LocalStores;
  readonly memory: AccountMemory;
}
