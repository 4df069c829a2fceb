import type { AuthMode, CodePurpose, WireItem } from '@foray/contract';
import { err, instantOf, ok, type Person, type Result } from '@foray/domain';
import {
  createItems,
  discardedWith,
  discardRequest,
  predictItem,
  readNotifications,
  retryRequest,
  type ActionResult,
  type CancelSignal,
  type SyncContext,
  type ResolutionChoice,
  type LocalItem,
  type NewItem,
  type NewItems,
  type QueuedRequest,
  type ShownConflict,
  replacedVersions,
  type ReplacedVersion,
} from '@foray/sync';
import { AccountManager } from './accounts/account-manager.ts';
import type { ChangedItemDialogController } from './undo/changed-item-dialog.ts';
import type { ClientPorts } from './state/client-ports.ts';
import { contactActions } from './server/contact-actions.ts';
import type { FirstOpening } from './accounts/first-opening.ts';
import { itemChanges, type ItemOutcome } from './undo/item-changes.ts';
import { accountActions } from './server/own-account.ts';
import { dataActions } from './server/local-data.ts';
import { pushActions } from './server/push-messages.ts';
import { serverAsker, type ServerFailure } from './server/server-question.ts';
import type { ShownAccount } from './accounts/shown-account.ts';
import { signInFailureOf, type SignInFailure } from './state/sign-in-failure.ts';
import { syncNowOf } from './server/sync-now.ts';
import { undoActions, type Perform } from './undo/undo-actions.ts';
import { UndoHistory } from './undo/undo-history.ts';
import type { LostSession } from './accounts/orphaned-sessions.ts';
import type { PendingAccount } from './accounts/pending-accounts.ts';

/**
 * Takes over the account that the start of the page has opened: the accounts of this browser, and the
 * actions on them.
 */
export function openAccounts(
  ports: ClientPorts,
  shown: ShownAccount,
  first: FirstOpening,
  changed: ChangedItemDialogController,
) {
  const accounts = new AccountManager(ports, shown, first);
  void accounts.erased.begin();
  return {
    actions: createActions(accounts, ports, changed),
    checkStoredData: (): Promise<void> => accounts.erased.look(),
    endSession: (how: LostSession): Promise<void> => accounts.endSession(how),
    updateNames: (people: readonly Person[]): Promise<void> => accounts.ownName.update(people),
  };
}

/** Whether an action found its store erased by the browser. */
function isGone(done: Awaited<ActionResult>): boolean {
  return !done.ok && done.error.code === 'store' && done.error.failure.code === 'closed';
}

/**
 * Everything a user can do with items, the account and the data of this device. No action on an item awaits
 * the network (invariant I14).
 */
function createActions(
  accounts: AccountManager,
  ports: ClientPorts,
  changed: ChangedItemDialogController,
) {
  const { watch } = accounts;
  const ask = serverAsker(accounts, ports.callServer);
  const push = pushActions(accounts, ports.push, ask);

  const history = new UndoHistory();

  /** Runs an action, and shows the predicted rows until it has finished. */
  const perform: Perform = async (action, predicted = []) => {
    const endPrediction = watch.predict(predicted.filter((row) => row !== null));
    let { device } = await accounts.current();
    let done = await action(device);
    if (isGone(done)) {
      await accounts.erased.look();
      ({ device } = await accounts.current());
      done = await action(device);
    }
    endPrediction();
    if (done.ok) watch.requestSync();
    else if (done.error.code === 'store' && done.error.failure.code === 'newer') {
      watch.showOutdated();
    }
    return { device, done };
  };

  /** As `perform`, for an action by the user, which can be undone. */
  function act(
    action: (device: SyncContext) => ActionResult,
    predicted: readonly (LocalItem | null)[] = [],
  ): ItemOutcome {
    const run = async (): ItemOutcome => {
      const { device, done } = await perform(action, predicted);
      if (!done.ok) return done;
      history.record(device, done.value);
      return ok(done.value.item);
    };
    return history.follow(run());
  }

  const row = (uuid: string): LocalItem | undefined => watch.replica.get().row(uuid);
  const now = (): string => instantOf(ports.clock.nowMs());

  let predictedItems = 0;
  // Numbers that no item has. They increase like stored ones, because the number orders items created at
  // the same time.
  const predictedFrom = Number.MAX_SAFE_INTEGER - 2 ** 32;
  function newId(): number {
    predictedItems += 1;
    return predictedFrom + predictedItems;
  }
  function predictNew(item: NewItem & { readonly uuid: string }): LocalItem | null {
    const session = accounts.session.get();
    return predictItem(item, row(item.parent_uuid ?? ''), {
      // A link with this number leads to the item as long as the page is open.
      id: newId(),
      uuid: item.uuid,
      userId: session.kind === 'user' ? session.user.id : undefined,
      at: now(),
    });
  }

  let hasAskedToPersist = false;
  async function makeAll(inputs: NewItems): ItemOutcome {
    const named = (input: NewItem) => ({ ...input, uuid: input.uuid ?? ports.ids.uuid() });
    const [first, ...others] = inputs;
    const items = [named(first), ...others.map(named)] as const;
    const made = await act((device) => createItems(device, items), items.map(predictNew));
    if (made.ok && !hasAskedToPersist) {
      hasAskedToPersist = true;
      void ports.askToPersist();
    }
    return made;
  }

  async function retryBlocked(requestId: string): Promise<void> {
    const { device } = await accounts.current();
    await retryRequest(device, requestId);
    watch.requestSync();
  }

  return {
    createItem: (input: NewItem): ItemOutcome => makeAll([input]),
    /** Creates several items in one write, in their order; all of them or none. */
    createItems: makeAll,
    ...itemChanges(act, changed, { row, now, zone: () => ports.clock.zone ?? 'UTC', newId }),
    ...undoActions(history, perform, { row, now }, () => accounts.current()),
    ...accountActions(accounts, ports.callServer),
    ...push,
    ...contactActions(accounts, ask),
    ...dataActions(accounts, ports, ask, act),
    signIn: accounts.signIn,
    /**
     * Asks the server to send a code for a purpose to the phone. `signal` aborts the call, here and below.
     */
    async requestCode(
      phone: string,
      purpose: CodePurpose,
      signal: CancelSignal,
    ): Promise<Result<void, SignInFailure>> {
      const reply = await ports.requestCode(phone, purpose, signal);
      return reply.kind === 'answer' ? ok(undefined) : err(signInFailureOf(reply));
    },
    /** How this server identifies people; null if it does not respond. */
    async authMode(): Promise<AuthMode | null> {
      const reply = await ports.transport.config();
      return reply.kind === 'answer' ? reply.body.auth : null;
    },
    /** Signs out at once, with or without a network; `discardUnsent` erases unsent changes. */
    signOut: (options?: { readonly discardUnsent?: boolean }): Promise<void> =>
      accounts.signOut(options?.discardUnsent ?? false),
    /** The number of changes that the server does not have yet. */
    unsentCount: () => accounts.unsentCount(),
    /** The number of unsent changes of other users of this browser. */
    unsentOfOthers: () => accounts.unsentOfOthers(),
    /** Erases the rest of a former account; false if it is still there, or differs from what was shown. */
    discardFormer: (shown: PendingAccount): Promise<boolean> => accounts.former.discard(shown),
    syncNow: syncNowOf(accounts, ports),
    retryBlocked,
    /**
     * The requests that discarding this one would also delete, to be listed first; null if they cannot be
     * read.
     */
    async discardedWith(requestId: string): Promise<readonly QueuedRequest[] | null> {
      const { device } = await accounts.current();
      const along = await discardedWith(device, requestId);
      return along.ok ? along.value : null;
    },
    /**
     * Discards a change, the first of those listed, with the requests that `discardedWith` names; those
     * that only waited for it continue. False if other requests would now be discarded.
     */
    async discardBlocked(shown: readonly QueuedRequest[]): Promise<boolean> {
      const { device } = await accounts.current();
      const discarded = await discardRequest(device, shown[0]?.id ?? '', shown);
      watch.requestSync();
      return discarded.ok || discarded.error !== 'changed';
    },
    /** changed: one of the sides differs from what was shown. failed: it could not be written. */
    async resolveConflict(
      shown: ShownConflict,
      keep: ResolutionChoice,
    ): Promise<'resolved' | 'changed' | 'failed'> {
      const { engine } = await accounts.current();
      const resolved = await engine?.resolve(shown.conflict.uuid, keep, shown);
      watch.requestSync();
      if (resolved === undefined || resolved.ok || resolved.error === 'not_found') {
        return 'resolved';
      }
      return resolved.error === 'changed' ? 'changed' : 'failed';
    },
    /** Marks all notifications read; this device's own ones of due items by their ids. */
    async readNotifications(dueIds: readonly string[]): Promise<void> {
      const { device } = await accounts.current();
      await readNotifications(device, dueIds);
      watch.requestSync();
    },
    /** A page of a campaign's history from the server. */
    listActivity: (campaignUuid: string, page: number, signal: CancelSignal) =>
      ask('listActivity', { params: { ref: campaignUuid }, query: { page } }, signal),
    /** A page of an item's history from the server. */
    listItemActivity: (uuid: string, page: number, signal: CancelSignal) =>
      ask('listItemActivity', { params: { ref: uuid }, query: { page } }, signal),
    /** Values of an item that later values of this device replaced, newest first. */
    async replacedVersions(uuid: string): Promise<readonly ReplacedVersion[]> {
      const { device } = await accounts.current();
      return replacedVersions(device, uuid);
    },
    /** The server's results for a query. */
    searchServer: (
      query: string,
      signal: CancelSignal,
    ): Promise<Result<readonly WireItem[], ServerFailure>> =>
      ask('searchItems', { query: { q: query } }, signal),
    retryUpgrade: (): Promise<void> => watch.retryUpgrade(retryBlocked),
    /** The last decisions of the engine with their reasons, for debugging: ids and codes only. */
    async syncLog(): Promise<string> {
      const { engine } = await accounts.current();
      return JSON.stringify(engine?.log() ?? [], null, 1);
    },
    /** Erases all data on this device and reloads the page; false if some is left. */
    async clearLocalData(): Promise<boolean> {
      if (ports.push.preference.isOn()) await push.stopPush();
      return accounts.clearLocalData();
    },
  };
}
