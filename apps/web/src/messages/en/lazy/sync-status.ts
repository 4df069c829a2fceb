import { plural } from '../../format.ts';

/** Conflicts, and changes that the server refused. */
export const syncStatus = {
  conflicts: {
    title: 'Sync Conflicts Detected',
    text: 'Some items were modified both locally and on the server. Please choose which version to keep.',
    resolve: 'Resolve Conflicts',
    resolving: 'Saving...',
    resolved: 'Your choices are saved.',
    failed: 'Your choice could not be saved on this device. Please try again.',
    undecided: (count: number) =>
      `${plural(count, { one: 'item', other: 'items' })} left to decide`,
    decided: 'Nothing left to decide',
    forAll: 'For all:',
    allLocal: 'Keep all local',
    allServer: 'Keep all from server',
    versions: (title: string) => `Which version of “${title}” to keep`,
    happened: {
      update: 'Changed on this device and on the server',
      delete: 'Deleted on this device, changed on the server',
      deleted: 'Changed on this device, deleted on the server',
      hidden: 'Changed on this device, but no longer shared with you',
    },
    keepLocal: 'Keep Local Version',
    keepServer: 'Keep Server Version',
    keepBoth: 'Keep both changes',
    bothCollide: (field: string) => `${field}: which one?`,
    fromDevice: 'From this device',
    fromServer: 'From the server',
    keepAsNew: 'Keep my text as a new item',
    discard: 'Discard',
    modified: (moment: string, by: string) => `Modified: ${moment}, by ${by}`,
    deleted: (moment: string, by: string) => `Deleted: ${moment}, by ${by}`,
    you: 'you',
    youElsewhere: 'you on another device',
    somebody: 'somebody',
    deletedHere: 'Deleted on this device. It will be deleted on the server too.',
    deletedThere: 'Deleted on the server. Your changes to it are dropped.',
    hiddenThere: 'It leaves this device, with your changes to it.',
    restores: 'Brings the item back with your changes.',
    becomesNew: 'You no longer have access to the item; this text becomes a new item of yours.',
    bothText: (local: string, server: string, colliding: string) =>
      [
        local && `From this device: ${local}.`,
        server && `From the server: ${server}.`,
        colliding && `You choose: ${colliding}.`,
      ]
        .filter(Boolean)
        .join(' '),
    changedMeanwhile: 'It was changed once more. Please choose again.',
    fields: {
      title: 'Title',
      description: 'Description',
      status: 'Status',
      assigned_to: 'Assignee',
      parent_uuid: 'Place',
      due_date: 'Due date',
      end_date: 'End date',
      priority: 'Priority',
    },
    noDescription: 'No description',
    noDate: 'None',

    unknownPlace: 'Another place',
  },

  /** An item that another tab of this device changed while a form was open. */
  changed: {
    title: 'Changed in the meantime',
    text: (title: string) =>
      `“${title}” was changed elsewhere while you were working on it. Which version do you want to keep?`,
    deleteText: (title: string) =>
      `“${title}” was changed elsewhere before you deleted it. This is how it is now:`,
    mine: 'Your change',
    other: 'As it is now',
    keepMine: 'Keep my change',
    keepOther: 'Keep it as it is',
    deleteAnyway: 'Delete anyway',
    keepItem: 'Keep the item',
  },

  blocked: {
    create: (title: string) => `Create “${title}”`,
    change: (title: string) => `Change “${title}”`,
    assign: (title: string) => `Assign “${title}”`,
    delete: (title: string) => `Delete “${title}”`,
    restore: (title: string) => `Bring back “${title}”`,
    readNotifications: 'Mark notifications as read',
    settings: 'Change your settings',
    reasons: {
      waiting: 'It waits to be sent.',
      serverErrors: 'The server failed three times. It is retried from time to time.',
      undelivered:
        'Something between this device and the server did not let it through three times. It is retried from time to time.',
      unanswered:
        'The server did not answer when it was sent, though it answered other calls. It is retried from time to time.',
      dependency: 'It depends on another change in this list.',
      refused: (status: number) => `The server refused it (${status}).`,
    },
    /** By the server's error code. */
    refusals: {
      invalid: 'Something in it is not allowed, for example a title that is too long.',
      illegal_parent: 'It cannot be put there.',
      unknown_assignee: 'This person cannot be assigned here.',
      not_found: 'The item is no longer there, or no longer shared with you.',
      forbidden: 'You may not change this item.',
      parent_gone: 'The item that it belongs to no longer exists.',
      limit: 'There are too many items in one place.',
      items_per_account:
        'The account that owns it has reached its limit of items. Deleted items stop counting after 30 days.',
      bytes_per_account:
        'The account that owns it has reached its limit of text. Shorter texts count less at once, and deleted items stop counting after 30 days.',
      assignments_per_day:
        'You have assigned 50 items to this person in a day. More can be sent tomorrow.',
      copies_per_item:
        'It was completed many times ahead of its dates. Somebody who manages the item can complete it again now, and you can once it is due.',
      too_large: 'It is too large.',
      gone: 'It was imported or came from an earlier account before, and was deleted on another device. To have it again, discard this and import or create it once more.',
      uuid_taken: 'Another item has its identity.',
    } as Readonly<Record<string, string>>,
  },
};
