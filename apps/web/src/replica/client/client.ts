import { AccountManager } from './account-manager.ts';
import { ChangedItemDialogController } from './changed-item-dialog.ts';
import type { ClientPorts } from './client-ports.ts';
import { lateCode } from './late-code.ts';
import { lateMethods } from './late-methods.ts';
import type { NoticeListener } from './notices.ts';

/** The running app below the screens: who uses it, their data, and what they can do with it. */
export type Client = ReturnType<typeof createClient>;

/** Everything a person can do. */
export type ClientActions = Client['actions'];

/** Makes the client and opens the data of the person who used this browser last, network or not. */
export function createClient(ports: ClientPorts) {
  const accounts = new AccountManager(ports);
  const { watch } = accounts;
  const changed = new ChangedItemDialogController();
  accounts.notices.on(({ kind }) => {
    if (kind === 'accountLeft') changed.leave();
  });
  const actions = lateCode(async () => {
    const { createActions } = await import('./actions.ts');
    return createActions(accounts, ports, changed);
  }, ports);
  // What people do first is with what they see.
  void accounts.current().then(({ loaded }) => loaded.then(actions));

  return {
    session: accounts.session,
    sync: watch.sync,
    upgrade: watch.upgrade,
    replica: watch.replica,
    /** Requests in Needs attention, in the order in which they were made. */
    blocked: watch.blocked,
    conflicts: watch.conflicts,
    /** The mutual contacts and notifications that were pulled. */
    inbox: watch.inbox,
    /** Changes of accounts that nobody is signed in to, kept on this device until somebody is. */
    waiting: accounts.waiting,
    /** The conflict dialog is open; never without conflicts. */
    isResolvingConflicts: watch.controller.isOpen,
    /** What another tab changed while a form was open, to be decided; null for nothing. */
    changedQuestion: changed.question,
    /** Receives what happens without the user's doing until the returned function is called. */
    onNotice: (listener: NoticeListener): (() => void) => accounts.notices.on(listener),
    /** The same for the screen that shows them, which first receives those from before it was there. */
    showNotices: (listener: NoticeListener): (() => void) => accounts.notices.show(listener),
    /** The code of most of them comes after the items, or with the first call. */
    actions: lateMethods(
      {
        /** Opens the conflict dialog if there is anything to decide. */
        openConflicts: () => void watch.controller.open(),
        /** Closes the conflict dialog undecided; the rest syncs on. */
        setConflictsAside: () => watch.controller.cancel(),
        closeUpgrade: () => watch.closeUpgrade(),
        /** Whether push messages are switched on in this browser. */
        isPushOn: () => ports.push.preference.isOn(),
      },
      actions,
    ),
  };
}
