import type { ActivityPage, AuthMode, ContactsSyncAnswer, WireItem } from '@foray/contract';
import { err, ok, type Result } from '@foray/domain';
import {
  createItem,
  discardedWith,
  discardRequest,
  readNotifications,
  restoreItem,
  retryRequest,
  type ActionResult,
  type CancelSignal,
  type Conflict,
  type SyncContext,
  type Keep,
  type LocalContact,
  type NewItem,
  type QueuedRequest,
  type ShownConflict,
} from '@foray/sync';
import { AccountManager } from './account-manager.ts';
import { ChangedItemDialogController, type ChangedQuestion } from './changed-item-dialog.ts';
import type { ClientPorts } from './client-ports.ts';
import type { ClientNotice, Session, SyncView, UpgradeView } from './client-state.ts';
import { itemChanges, type ItemChanges, type ItemOutcome } from './item-changes.ts';
import type { Inbox } from './inbox.ts';
import type { Observable } from './observable.ts';
import type { Replica } from '../store/replica.ts';
import { accountActions, type AccountActions } from './own-account.ts';
import { pushActions, type PushActions } from './push-messages.ts';
import { lateDataActions } from './late-data.ts';
import type { DataActions } from './own-data.ts';
import { askServer, type ServerFailure } from './server-question.ts';
import { signInFailureOf, type SignInFailure, type SignIn } from './sign-in-failure.ts';
import { syncNowOf } from './sync-now.ts';
import type { WaitingAccount } from './waiting-accounts.ts';

/** Everything a person can do. No action on an item awaits the network (invariant I14). */
export interface ClientActions extends AccountActions, DataActions, ItemChanges, PushActions {
  createItem(item: NewItem): ItemOutcome;
  restoreItem(uuid: string): ItemOutcome;
  /** `signal` gives up the call, here and below. */
  readonly signIn: SignIn;
  /** Asks the server to send a code to the phone. */
  requestCode(phone: string, signal: CancelSignal): Promise<Result<void, SignInFailure>>;
  /** How this server knows who signs in; null if it does not answer. */
  authMode(): Promise<AuthMode | null>;
  /** Signs out at once, with or without a network; `discardUnsent` erases what was never sent. */
  signOut(options?: { readonly discardUnsent?: boolean }): Promise<void>;
  /** Runs once no other run is under way, and tells its outcome by a notice. */
  syncNow(): Promise<void>;
  retryBlocked(requestId: string): Promise<void>;
  /** What a discard would take along, to be told before it; null if it cannot be read. */
  discardedWith(requestId: string): Promise<readonly QueuedRequest[] | null>;
  /**
   * Gives a change up, the first of those shown, with what `discardedWith` names; what only waited for
   * it goes on. False if these are not what would go now.
   */
  discardBlocked(shown: readonly QueuedRequest[]): Promise<boolean>;
  /** changed: one of its sides is not what was shown any more. failed: it could not be written. */
  resolveConflict(shown: ShownConflict, keep: Keep): Promise<'resolved' | 'changed' | 'failed'>;
  /** Opens the conflict dialog if there is anything to decide. */
  openConflicts(): void;
  /** Closes the conflict dialog undecided; the rest syncs on. */
  setConflictsAside(): void;
  /** How many changes the server does not have yet. */
  unsentCount(): Promise<number>;
  /** Marks all notifications read, and this device's own ones of what is due by their ids. */
  readNotifications(dueIds: readonly string[]): Promise<void>;
  /** Sends phone numbers to be known by; the mutual contacts come with the sync that follows. */
  importContacts(
    phones: readonly string[],
    signal: CancelSignal,
  ): Promise<Result<ContactsSyncAnswer, ServerFailure>>;
  /** All mutual contacts as the server has them now. */
  listMutuals(signal: CancelSignal): Promise<Result<readonly LocalContact[], ServerFailure>>;
  /** A page of a campaign's history as the server tells it. */
  listActivity(
    campaignUuid: string,
    page: number,
    signal: CancelSignal,
  ): Promise<Result<ActivityPage, ServerFailure>>;
  /** What the server finds for a query. */
  searchServer(
    query: string,
    signal: CancelSignal,
  ): Promise<Result<readonly WireItem[], ServerFailure>>;
  retryUpgrade(): Promise<void>;
  closeUpgrade(): void;
  /** What the engine decided last and why, for anyone who is to find a fault: ids and codes only. */
  syncLog(): Promise<string>;
  /** How many changes of others who used this browser no server has. */
  unsentOfOthers(): Promise<number>;
  /**
   * Erases what is left of a former account, as it was shown; false if it is still there, or not what was
   * shown any more.
   */
  discardFormer(shown: WaitingAccount): Promise<boolean>;
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
  readonly blocked: Observable<readonly QueuedRequest[]>;
  readonly conflicts: Observable<readonly Conflict[]>;
  /** Mutual contacts and notifications, as the sync brought them. */
  readonly news: Observable<Inbox>;
  /** Changes of accounts that nobody is signed in to, kept on this device until somebody is. */
  readonly waiting: Observable<readonly WaitingAccount[]>;
  /** The conflict dialog is open; never without conflicts. */
  readonly isResolvingConflicts: Observable<boolean>;
  /** What another tab changed while a form was open, to be decided; null for nothing. */
  readonly changedQuestion: Observable<ChangedQuestion | null>;
  readonly actions: ClientActions;
  /** Hears of what happens without the user's doing until the returned function is called. */
  onNotice(listener: (notice: ClientNotice) => void): () => void;
  /** The same for the screen that shows them, which hears first of what was told before it was there. */
  showNotices(listener: (notice: ClientNotice) => void): () => void;
}

/** Makes the client and opens the data of the person who used this browser last, network or not. */
export function createClient(ports: ClientPorts): Client {
  const accounts = new AccountManager(ports);
  const { watch } = accounts;
  const push = pushActions(accounts, ports.push);
  const changed = new ChangedItemDialogController();
  accounts.notices.on(({ kind }) => {
    if (kind === 'accountLeft') changed.leave();
  });

  async function act(action: (device: SyncContext) => ActionResult): ItemOutcome {
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

  async function retryBlocked(requestId: string): Promise<void> {
    const { device } = await accounts.current();
    await retryRequest(device, requestId);
    watch.nudge();
  }

  return {
    session: accounts.session,
    sync: watch.sync,
    upgrade: watch.upgrade,
    replica: watch.replica,
    blocked: watch.blocked,
    conflicts: watch.conflicts,
    news: watch.news,
    waiting: accounts.waiting,
    isResolvingConflicts: watch.controller.isOpen,
    changedQuestion: changed.question,
    onNotice: (listener) => accounts.notices.on(listener),
    showNotices: (listener) => accounts.notices.show(listener),
    actions: {
      createItem: make,
      ...itemChanges(act, changed),
      restoreItem: restore,
      ...accountActions(accounts, ports.accountCalls),
      ...push,
      ...lateDataActions(accounts, ports, ports.accountCalls, restore),
      signIn: accounts.signIn,
      async requestCode(phone, signal) {
        const reply = await ports.requestCode(phone, signal);
        return reply.kind === 'answer' ? ok(undefined) : err(signInFailureOf(reply));
      },
      async authMode() {
        const reply = await ports.transport.config();
        return reply.kind === 'answer' ? reply.body.auth : null;
      },
      signOut: (options) => accounts.signOut(options?.discardUnsent ?? false),
      unsentCount: () => accounts.unsentCount(),
      unsentOfOthers: () => accounts.unsentOfOthers(),
      discardFormer: (shown) => accounts.former.discard(shown),
      syncNow: syncNowOf(accounts, ports),
      retryBlocked,
      async discardedWith(requestId) {
        const { device } = await accounts.current();
        const along = await discardedWith(device, requestId);
        return along.ok ? along.value : null;
      },
      async discardBlocked(shown) {
        const { device } = await accounts.current();
        const discarded = await discardRequest(device, shown[0]?.id ?? '', shown);
        watch.nudge();
        return discarded.ok || discarded.error !== 'changed';
      },
      async resolveConflict(shown, keep) {
        const { engine } = await accounts.current();
        const resolved = await engine?.resolve(shown.conflict.uuid, keep, shown);
        watch.nudge();
        if (resolved === undefined || resolved.ok || resolved.error === 'not_found') {
          return 'resolved';
        }
        return resolved.error === 'changed' ? 'changed' : 'failed';
      },
      openConflicts: () => void watch.controller.open(),
      setConflictsAside: () => watch.controller.cancel(),
      async readNotifications(dueIds) {
        const { device } = await accounts.current();
        await readNotifications(device, dueIds);
        watch.nudge();
      },
      async listMutuals(signal) {
        const session = accounts.session.get();
        const answer = await askServer(accounts, ports.serverCalls.listMutuals, signal);
        if (!answer.ok) return answer;
        const ownId = session.kind === 'user' ? session.user.id : 0;
        return ok(
          answer.value.mutuals.map(({ id, name, phone }) => ({
            id,
            user_id: ownId,
            name,
            contact_phone: phone,
          })),
        );
      },
      async importContacts(phones, signal) {
        const answer = await askServer(
          accounts,
          (context) => ports.serverCalls.importContacts(phones, context),
          signal,
        );
        if (answer.ok) watch.nudge();
        return answer;
      },
      listActivity: (campaignUuid, page, signal) =>
        askServer(
          accounts,
          (context) => ports.serverCalls.listActivity(campaignUuid, page, context),
          signal,
        ),
      searchServer: (query, signal) =>
        askServer(accounts, (context) => ports.serverCalls.searchItems(query, context), signal),
      retryUpgrade: () => watch.retryUpgrade(retryBlocked),
      closeUpgrade: () => watch.closeUpgrade(),
      async syncLog() {
        const { engine } = await accounts.current();
        return JSON.stringify(engine?.log() ?? [], null, 1);
      },
      async clearLocalData() {
        if (push.isPushOn()) await push.stopPush();
        return accounts.clearLocalData();
      },
    },
  };
}
