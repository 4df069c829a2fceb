import { ChangedItemDialogController } from './undo/changed-item-dialog.ts';
import type { LazyPorts, PagePorts } from './state/client-ports.ts';
import { openFirst } from './accounts/first-opening.ts';
import { lazyCode, lazyMethods, networkBack } from '../../state/lazy-code.ts';
import type { NoticeListener } from './state/notices.ts';
import type { Replica } from '../store/replica.ts';
import { ShownAccount } from './accounts/shown-account.ts';

/** The running app below the screens: its user, their data, and everything they can do with it. */
export type Client = ReturnType<typeof createClient>;

/** Everything a person can do; see `createActions`. */
export type ClientActions = Client['actions'];

/**
 * Creates the client and opens the data of the last user of this browser, with or without a network.
 * `lazyPorts` loads the code that calls the server, and that of settings which follow the person.
 */
export function createClient(ports: PagePorts, lazyPorts: () => Promise<LazyPorts>) {
  const shown = new ShownAccount(ports, {
    onStoreGone: () => void accounts.load().then((to) => to.checkStoredData()),
    onPeople: (people) => void accounts.load().then((to) => to.updateNames(people)),
  });
  const { watch, notices } = shown;
  const changed = new ChangedItemDialogController();
  notices.on(({ kind }) => {
    if (kind === 'accountLeft') changed.closeAccount();
  });
  const first = openFirst(ports, shown);
  const accounts = lazyCode(
    async () => {
      const [{ openAccounts }, lazy] = await Promise.all([import('./actions.ts'), lazyPorts()]);
      return openAccounts({ ...ports, ...lazy }, shown, await first, changed);
    },
    () => networkBack(ports),
  );
  // The account manager opens an account that the start could not show. Otherwise it waits until the items
  // have loaded.
  void first.then(({ opened }) => void (opened === null && accounts.load()));

  return {
    /** Resolves when the items that Home shows first are in memory; at once if they cannot be read yet. */
    firstItems: first.then(({ opened }) => opened && untilFirst(opened.replica)),
    session: shown.session,
    sync: watch.sync,
    upgrade: watch.upgrade,
    replica: watch.replica,
    /** Requests in Needs attention, in the order in which they were made. */
    blocked: watch.blocked,
    conflicts: watch.conflicts,
    /** The mutual contacts and notifications that were pulled. */
    inbox: watch.inbox,
    /** Unsent changes on this device in accounts that nobody is signed in to. */
    pendingAccounts: shown.pendingAccounts,
    /** Whether the conflict dialog is open; it is never open without conflicts. */
    isResolvingConflicts: watch.isResolvingConflicts,
    /** The pending question about a change made in another tab while a form was open; null for none. */
    changedQuestion: changed.question,
    /** Loads the code that a first screen does not need: the accounts of this browser, and the actions. */
    preload: (): void => void accounts.load(),
    /** Receives events without a user action until the returned function is called. */
    onNotice: (listener: NoticeListener): (() => void) => notices.on(listener),
    /** Like `onNotice`, for the screen that shows notices: it first receives earlier events. */
    showNotices: (listener: NoticeListener): (() => void) => notices.show(listener),
    /** The code of most actions is loaded after the items, or with the first call. */
    actions: lazyMethods(
      {
        /** Opens the conflict dialog if there is anything to decide. */
        openConflicts: () => void watch.syncing?.controller.open(),
        /** Closes the conflict dialog without a decision; everything else continues to sync. */
        setConflictsAside: () => watch.syncing?.controller.cancel(),
        closeUpgrade: () => watch.closeUpgrade(),
        /** Dismisses the message about erased data. */
        dismissErased: () => watch.showErased(null),
        /** Whether push messages are switched on in this browser. */
        isPushOn: () => ports.push.preference.isOn(),
      },
      async () => (await accounts.load()).actions,
    ),
  };
}

/** Resolves when the first items are in memory. */
function untilFirst(replica: Replica): Promise<void> {
  return new Promise((resolve) => {
    if (replica.stage !== 'nothing') return resolve();
    const end = replica.subscribe('stage', () => {
      end();
      resolve();
    });
  });
}
