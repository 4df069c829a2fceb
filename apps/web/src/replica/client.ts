import type { ActivityPage, AuthMode, ContactsSyncAnswer, WireItem } from '@foray/contract';
import {
  err,
  ok,
  requestTimeoutMs,
  type ItemStatus,
  type Person,
  type Result,
} from '@foray/domain';
import {
  assignItem,
  createItem,
  deleteItem,
  discardedWith,
  discardRequest,
  editItem,
  moveItem,
  readNotifications,
  restoreItem,
  retryRequest,
  setStatus,
  type ActionFailure,
  type ActionResult,
  type Conflict,
  type Device,
  type ItemEdit,
  type Keep,
  type LocalItem,
  type LoginCredentials,
  type NewItem,
  type QueuedRequest,
} from '@foray/sync';
import { AccountSwitch } from './account-switch.ts';
import type { ClientPorts } from './client-ports.ts';
import type { ClientNotice, Session, SyncView, UpgradeView } from './client-state.ts';
import type { News } from './news.ts';
import type { Observable } from './observable.ts';
import type { Replica } from './replica.ts';
import { accountActions, type AccountActions } from './own-account.ts';
import { pushActions, type PushActions } from './push-messages.ts';
import { lateDataActions } from './late-data.ts';
import type { DataActions } from './own-data.ts';
import { askServer, type ServerFailure } from './server-question.ts';
import { signInFailureOf, type SignInFailure } from './sign-in-failure.ts';

/** The outcome of an action on an item; it resolves when the write is durable, and never rejects. */
type ItemOutcome = Promise<Result<LocalItem, ActionFailure>>;

/** Everything a person can do. No action on an item awaits the network (invariant I14). */
export interface ClientActions extends AccountActions, DataActions, PushActions {
  createItem(item: NewItem): ItemOutcome;
  updateItem(uuid: string, edit: ItemEdit): ItemOutcome;
  setStatus(uuid: string, status: ItemStatus): ItemOutcome;
  /** Null unassigns. */
  assign(uuid: string, userId: number | null): ItemOutcome;
  /** Null moves to the top. */
  moveItem(uuid: string, parentUuid: string | null): ItemOutcome;
  /** Deletes the item alone, or with exactly the children named. */
  deleteItem(uuid: string, withChildren?: readonly string[]): ItemOutcome;
  restoreItem(uuid: string): ItemOutcome;
  signIn(credentials: LoginCredentials): Promise<Result<Person, SignInFailure>>;
  /** Asks the server to send a code to the phone. */
  requestCode(phone: string): Promise<Result<void, SignInFailure>>;
  /** How this server knows who signs in; null if it does not answer. */
  authMode(): Promise<AuthMode | null>;
  /** Signs out at once, with or without a network; `discardUnsent` erases what was never sent. */
  signOut(options?: { readonly discardUnsent?: boolean }): Promise<void>;
  /** Starts a run and tells its outcome by a notice. */
  syncNow(): Promise<void>;
  retryParked(requestId: string): Promise<void>;
  /** What a discard would take along, to be told before it; null if it cannot be read. */
  discardedWith(requestId: string): Promise<readonly QueuedRequest[] | null>;
  /** Gives a change up with what `discardedWith` names; what only waited for it goes on. */
  discardParked(requestId: string): Promise<void>;
  /** False if it could not be written, and the conflict is still there. */
  resolveConflict(uuid: string, keep: Keep): Promise<boolean>;
  /** Opens the conflict dialog if there is anything to decide. */
  openConflicts(): void;
  /** Closes the conflict dialog undecided; the rest syncs on. */
  setConflictsAside(): void;
  /** How many changes the server does not have yet. */
  unsentCount(): Promise<number>;
  /** Marks all notifications read, and this device's own ones of what is due by their ids. */
  readNotifications(dueIds: readonly string[]): Promise<void>;
  /** Sends phone numbers to be known by; the mutual contacts come with the sync that follows. */
  importContacts(phones: readonly string[]): Promise<Result<ContactsSyncAnswer, ServerFailure>>;
  /** A page of a campaign's history as the server tells it. */
  listActivity(campaignUuid: string, page: number): Promise<Result<ActivityPage, ServerFailure>>;
  /** What the server finds for a query. */
  searchServer(query: string): Promise<Result<readonly WireItem[], ServerFailure>>;
  retryUpgrade(): Promise<void>;
  closeUpgrade(): void;
  /** What the engine decided last and why, for whoever is to find a fault: ids and codes only. */
  flightRecord(): Promise<string>;
  /** How many changes of others who used this browser no server has. */
  unsentOfOthers(): Promise<number>;
  /** Erases everything kept on this device and reloads the page; false if something is left. */
  clearLocalData(): Promise<boolean>;
}

/** The running app below the screens: who uses it, their data, and what they can do with it. */
export interface Client {
  readonly session: Observable<Session>;
  readonly sync: Observable<SyncView>;
  readonly upgrade: Observable<UpgradeView>;
  readonly replica: Observable<Replica>;
  /** Requests in Needs attention, in the order in which they were made. */
  readonly parked: Observable<readonly QueuedRequest[]>;
  readonly conflicts: Observable<readonly Conflict[]>;
  /** Mutual contacts and notifications, as the sync brought them. */
  readonly news: Observable<News>;
  /** The conflict dialog is open; never without conflicts. */
  readonly isResolvingConflicts: Observable<boolean>;
  readonly actions: ClientActions;
  /** Hears of what happens without the user's doing until the returned function is called. */
  onNotice(listener: (notice: ClientNotice) => void): () => void;
}

/** Makes the client and opens the data of whoever used this browser last, network or not. */
export function createClient(ports: ClientPorts): Client {
  const accounts = new AccountSwitch(ports);
  const { watch } = accounts;
  const push = pushActions(accounts, ports.push);

  async function act(action: (device: Device) => ActionResult): ItemOutcome {
    const { device } = await accounts.current();
    const done = await action(device);
    if (!done.ok) {
      if (done.error.code === 'store' && done.error.failure.code === 'newer') watch.showOutdated();
      return done;
    }
    watch.nudge();
    return ok(done.value.item);
  }

  const restore = (uuid: string) => act((device) => restoreItem(device, uuid));

  let hasAskedToPersist = false;
  async function make(item: NewItem): ItemOutcome {
    const made = await act((device) => createItem(device, item));
    if (made.ok && !hasAskedToPersist) {
      hasAskedToPersist = true;
      void ports.askToPersist();
    }
    return made;
  }

  async function retryParked(requestId: string): Promise<void> {
    const { device } = await accounts.current();
    await retryRequest(device, requestId);
    watch.nudge();
  }

  return {
    session: accounts.session,
    sync: watch.sync,
    upgrade: watch.upgrade,
    replica: watch.replica,
    parked: watch.parked,
    conflicts: watch.conflicts,
    news: watch.news,
    isResolvingConflicts: watch.desk.isOpen,
    onNotice: (listener) => accounts.onNotice(listener),
    actions: {
      createItem: make,
      updateItem: (uuid, edit) => act((device) => editItem(device, uuid, edit)),
      setStatus: (uuid, status) => act((device) => setStatus(device, uuid, status)),
      assign: (uuid, userId) => act((device) => assignItem(device, uuid, userId)),
      moveItem: (uuid, parentUuid) => act((device) => moveItem(device, uuid, parentUuid)),
      deleteItem: (uuid, withChildren = []) =>
        act((device) => deleteItem(device, uuid, withChildren)),
      restoreItem: restore,
      ...accountActions(accounts, ports.accountCalls),
      ...push,
      ...lateDataActions(accounts, ports, ports.accountCalls, restore),
      signIn: (credentials) => accounts.signIn(credentials),
      async requestCode(phone) {
        const reply = await ports.requestCode(phone, requestTimeoutMs);
        return reply.kind === 'answer' ? ok(undefined) : err(signInFailureOf(reply));
      },
      async authMode() {
        const reply = await ports.transport.config(requestTimeoutMs);
        return reply.kind === 'answer' ? reply.body.auth : null;
      },
      signOut: (options) => accounts.signOut(options?.discardUnsent ?? false),
      unsentCount: () => accounts.unsentCount(),
      unsentOfOthers: () => accounts.unsentOfOthers(),
      async syncNow() {
        const { engine } = await accounts.current();
        watch.desk.open();
        const outcome = await engine?.run('sync_now');
        if (outcome?.kind === 'complete') accounts.notify({ kind: 'syncComplete' });
        if (outcome?.kind === 'failed') accounts.notify({ kind: 'syncFailed' });
      },
      retryParked,
      async discardedWith(requestId) {
        const { device } = await accounts.current();
        const along = await discardedWith(device, requestId);
        return along.ok ? along.value : null;
      },
      async discardParked(requestId) {
        const { device } = await accounts.current();
        await discardRequest(device, requestId);
        watch.nudge();
      },
      async resolveConflict(uuid, keep) {
        const { engine } = await accounts.current();
        const resolved = await engine?.resolve(uuid, keep);
        watch.nudge();
        return resolved === undefined || resolved.ok || resolved.error === 'not_found';
      },
      openConflicts: () => void watch.desk.open(),
      setConflictsAside: () => watch.desk.cancel(),
      async readNotifications(dueIds) {
        const { device } = await accounts.current();
        await readNotifications(device, dueIds);
        watch.nudge();
      },
      async importContacts(phones) {
        const answer = await askServer(accounts, (context) =>
          ports.serverCalls.importContacts(phones, context),
        );
        if (answer.ok) watch.nudge();
        return answer;
      },
      listActivity: (campaignUuid, page) =>
        askServer(accounts, (context) =>
          ports.serverCalls.listActivity(campaignUuid, page, context),
        ),
      searchServer: (query) =>
        askServer(accounts, (context) => ports.serverCalls.searchItems(query, context)),
      retryUpgrade: () => watch.retryUpgrade(retryParked),
      closeUpgrade: () => watch.closeUpgrade(),
      async flightRecord() {
        const { engine } = await accounts.current();
        return JSON.stringify(engine?.flight() ?? [], null, 1);
      },
      async clearLocalData() {
        if (push.isPushOn()) await push.stopPush();
        return accounts.clearLocalData();
      },
    },
  };
}
