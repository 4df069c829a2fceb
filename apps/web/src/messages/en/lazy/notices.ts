import type { EditableField } from '@foray/domain';
import { plural } from '../../format.ts';
import { isolated } from '../../bidi-isolation.ts';

const replacedNames: Readonly<Partial<Record<EditableField, string>>> = {
  title: 'title',
  description: 'description',
  status: 'status',
  assigned_to: 'assignee',
  parent_uuid: 'place',
  due_date: 'due date',
  end_date: 'end date',
  priority: 'priority',
};

/** The name of the one field that people compare, or of several. */
function replacedName(fields: readonly EditableField[]): string {
  const names = new Set(fields.flatMap((field) => replacedNames[field] ?? []));
  const [name = 'change'] = names;
  return names.size > 1 ? 'changes' : name;
}

/** Notices, banners and the keyboard help. */
export const notices = {
  notices: {
    signedOut: 'You have been signed out',
    signedOutWaiting: (count: number) =>
      count === 0
        ? 'Sign in again to sync.'
        : `${plural(count, { one: 'change waits', other: 'changes wait' })} on this device. Sign in again to sync.`,
    waiting: (count: number, phone: string | null) => {
      const whose = phone ?? 'another account';
      return plural(count, {
        one: `change of ${whose} is waiting.`,
        other: `changes of ${whose} are waiting.`,
      });
    },
    mayWait: (phone: string | null) => `Changes of ${phone ?? 'another account'} may be waiting.`,
    mayWaitHint:
      'The data of that account on this device cannot be opened now. It stays here, and the next start tries again.',
    waitingHint: 'Not on the server yet. Sign in with this number to send what is waiting.',
    waitingHintSignedIn: 'Log out and sign in with this number to send what is waiting.',
    waitingHintDeleted:
      'You had asked to delete this account. If it is gone, signing in with its number erases what is waiting. So does Clear Local Data in Preferences.',
    formerRest: (count: number) =>
      `${plural(count, { one: 'change', other: 'changes' })} of your earlier account cannot be sent.`,
    formerRestHint:
      'The server no longer has that account. Your own items were copied to this account; changes to other people’s items could not be.',
    formerDeletedHint:
      'You had asked to delete that account, and the server no longer has it. None of its data is copied.',
    formerToMove: (count: number) =>
      plural(count, {
        one: 'change of your earlier account is waiting.',
        other: 'changes of your earlier account are waiting.',
      }),
    formerToMoveHint:
      'Not all of it could be copied to this account yet. It stays on this device, and the next start tries again.',
    formerSave: 'Save a copy',
    formerSaving: 'Saving...',
    formerDiscard: 'Discard',
    formerDiscardTitle: 'Discard what is left?',
    formerDiscardText: (count: number) =>
      `${plural(count, { one: 'change was', other: 'changes were' })} never sent. All that this device still has of your earlier account is erased, for good. Save a copy first if you may need it.`,
    formerDiscarded: 'Discarded',
    formerDiscardFailed: 'Failed to discard it. Please try again.',
    signOutUnsent: (count: number) =>
      `${plural(count, { one: 'change has', other: 'changes have' })} not reached the server yet. What waits stays on this device and is sent when you sign in again here.`,
    signOutTitle: 'Log out now?',
    signOutErase: 'Log out and erase them',
    accountGone: 'You have been logged out',
    accountGoneText: (waiting: number) =>
      waiting === 0
        ? 'You had asked to delete your account. Everything of it is erased from this device.'
        : `You had asked to delete your account. ${plural(waiting, { one: 'change was never sent and is', other: 'changes were never sent and are' })} still on this device.`,
    dataErased: 'The browser erased the data of this app',
    dataErasedText: (lost: number | null) => {
      if (lost === null)
        return 'Your items on this device are gone. If you saved them as a file, import it.';
      const unsent = plural(lost, { one: 'change that was', other: 'changes that were' });
      const rest = lost === 0 ? '' : ` ${unsent} not sent yet may be lost.`;
      return `Your items are loaded again from the server.${rest}`;
    },
    dataErasedAction: 'Import',
    dataErasedDismiss: 'Dismiss',
    signOutUnsaved: 'This device could not remember that you logged out.',
    signOutUnsavedHint:
      'The next start may show your account. Make room on the device, then log out once more.',
    blocked: (count: number) =>
      `${plural(count, { one: 'change needs', other: 'changes need' })} your attention`,
    blockedHint: 'The server did not accept it. Open Preferences to see why.',
    blockedAction: 'Show',
    conflicts: (count: number) =>
      `${plural(count, { one: 'item was', other: 'items were' })} changed here and on the server`,
    /** `whose`: the author of the replaced value, or null if unknown. */
    replaced: (fields: readonly EditableField[], whose: string | null) => {
      const replaced = `Your ${replacedName(fields)} replaced `;
      if (whose === 'you') return `${replaced}an earlier one of yours`;
      return `${replaced}${whose === null ? 'somebody' : isolated(whose)}'s`;
    },
    /** `names` of the people whom a restore left out, null for each unknown one. */
    leftOut: (names: readonly (string | null)[]) => {
      const [first = 'somebody', second, ...others] = names.map((name) =>
        name === null ? 'somebody' : isolated(name),
      );
      if (second === undefined) return `Brought back without ${first}`;
      return others.length === 0
        ? `Brought back without ${first} and ${second}`
        : `Brought back without ${first} and ${others.length + 1} others`;
    },
    leftOutText: 'They cannot be assigned there any more.',
    leftOutHint: 'The item’s Activity lists who was left out.',
    replacedAction: 'See',
    replacedHint: 'The item’s Activity lists what was replaced.',
    conflictsHint: 'Choose which version to keep.',
    storageMemory: 'This browser cannot keep data for the app.',
    storageMemoryHint:
      'Private mode or a full disk may be the reason. What you enter lasts until you close the page.',
    storageBlocked: 'Another tab of this app is out of date.',
    storageBlockedHint:
      'Close or reload it: it keeps your items locked. They appear here after that.',
    noRoom: 'There is no room left on this device.',
    noRoomHint: 'What the server sent could not be kept. Make room, then sync again.',
    storeFailed: 'Sync stopped: the data saved on this device could not be used.',
    storeFailedHint:
      'Nothing is deleted. Reload the page; if this stays, export your data in Preferences.',
    syncFails: (since: string) => `Sync has failed since ${since}.`,
    syncFailsHint: 'The app keeps trying. Changes by others arrive once it succeeds.',
    waits: (titles: readonly string[], others: number) => {
      const quoted = titles.map((title) => `“${isolated(title)}”`).join(', ');
      if (others === 0) return `Kept on this device until it is sent: ${quoted}.`;
      return `Kept on this device until it is sent: ${quoted} and ${others} more.`;
    },
    storageDamaged: (rows: number) =>
      `${plural(rows, { one: 'saved record', other: 'saved records' })} could not be read.`,
    storageDamagedHint:
      'Everything else works and syncs. They stay on this device until you decide.',
    storageDamagedAction: 'Show',
  },

  update: {
    title: 'A new version is ready',
    description: 'Reload when it suits you. Your items are kept.',
    action: 'Reload',
    needed: 'This version of the app is too old',
    neededByServer: 'Reload to go on syncing. Your changes are kept until then.',
    neededByStorage: 'A newer one has been used in this browser. Reload to see your items.',
  },

  keyboard: {
    title: 'Keyboard shortcuts',
    groups: {
      everywhere: 'Everywhere',
      pages: 'Pages',
      lists: 'On an item',
      forms: 'In forms',
    },
    search: 'Search items',
    newItem: 'Create an item',
    undo: 'Undo your last action',
    redo: 'Redo what was undone',
    help: 'Show this help',
    toasts: 'Move to messages',
    closeLayer: 'Close a dialog or menu',
    edit: 'Save a title being edited',
    cancelEdit: 'Leave a title as it was',
    open: 'Show all of it',
    neighbours: 'Next or previous item',
    controls: 'Buttons of the item',
    priorities: 'High, medium or low priority',
    noPriority: 'No priority',
    otherDay: 'Plan for another day, in Today and Upcoming',
    otherPlace: 'Move up or down, in a campaign or task',
    goTo: (page: string) => `Go to ${page}`,
    submit: 'Create a todo from quick-add',
  },
};
