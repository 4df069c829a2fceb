import type { WireItem } from '@foray/contract';
import type { Person, Result } from '@foray/domain';
import {
  readNotifications,
  replacedVersions,
  type CancelSignal,
  type ReplacedVersion,
} from '@foray/sync';
import { AccountManager } from './accounts/account-manager.ts';
import type { FirstOpening } from './accounts/first-opening.ts';
import type { LostSession } from './accounts/orphaned-sessions.ts';
import type { ShownAccount } from './accounts/shown-account.ts';
import { securityActions } from './server/account-security.ts';
import { followedSettings } from './inbox/followed-settings.ts';
import { contactActions } from './server/contact-actions.ts';
import { dataActions } from './server/local-data.ts';
import { accountActions } from './server/own-account.ts';
import { pushActions } from './server/push-messages.ts';
import { serverAsker, type ServerFailure } from './server/server-question.ts';
import { sessionActions } from './server/session-actions.ts';
import { syncActions } from './server/sync-actions.ts';
import type { ClientPorts } from './state/client-ports.ts';
import { indexTexts } from '../store/item-search.ts';
import { createActionRunner } from './undo/action-runner.ts';
import type { ChangedItemDialogController } from './undo/changed-item-dialog.ts';
import { itemChanges } from './undo/item-changes.ts';
import { newItemActions } from './undo/new-items.ts';
import { predictionBaseOf } from './undo/prediction-base.ts';
import { undoActions } from './undo/undo-actions.ts';

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
  const { replica } = shown.watch;
  const index = () => void indexTexts(replica.get(), ports.nextTask);
  replica.subscribe(index);
  index();
  void accounts.erased.begin();
  return {
    actions: createActions(accounts, ports, changed),
    checkStoredData: (): Promise<void> => accounts.erased.look(),
    endSession: (how: LostSession): Promise<void> => accounts.endSession(how),
    updateNames: (people: readonly Person[]): Promise<void> => accounts.ownName.update(people),
  };
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
  const ask = serverAsker(accounts, ports.callServer);
  const push = pushActions(accounts, ports.push, ask);
  const { history, perform, act } = createActionRunner(accounts);
  const shown = predictionBaseOf(accounts, ports);

  return {
    ...newItemActions(accounts, ports, act, shown),
    ...itemChanges(act, changed, shown),
    ...undoActions(history, perform, shown, () => accounts.current()),
    ...accountActions(accounts, ports.callServer),
    ...push,
    ...contactActions(accounts, ask),
    ...dataActions(accounts, ports, ask, act),
    ...securityActions(accounts, ask),
    ...sessionActions(accounts, ports),
    ...syncActions(accounts, ports),
    ...followedSettings(accounts, ports),
    /** Marks all notifications read; this device's own ones of due items by their ids. */
    async readNotifications(dueIds: readonly string[]): Promise<void> {
      const { device } = await accounts.current();
      await readNotifications(device, dueIds);
      accounts.watch.requestSync();
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
    /** Tries all items on the query of a list, with a pause for the page between the parts. */
    async tryAll(list: { tryMore(): boolean }): Promise<void> {
      do await ports.nextTask();
      while (list.tryMore());
    },
    /** Erases all data on this device and reloads the page; false if some is left. */
    async clearLocalData(): Promise<boolean> {
      if (ports.push.preference.isOn()) await push.stopPush();
      return accounts.clearLocalData();
    },
  };
}
