import { formatCount, plural } from '../../format.ts';

const items = (count: number) => plural(count, { one: 'item', other: 'items' });
const contactsWord = (count: number) => plural(count, { one: 'contact', other: 'contacts' });

/** Notifications and Contacts. */
export const people = {
  notifications: {
    heading: 'Recent Notifications',
    empty: 'No notifications yet.',
    emptyHint: 'Assignments to you and completions of your items appear here.',
    emptyHintGuest: 'Due items appear here, and with an account also what others do for you.',
    unread: 'New',
    someone: 'Someone',
    anItem: { campaign: 'a campaign', task: 'a task', todo: 'a todo' },
    named: (title: string) => `“${title}”`,
    assigned: (what: string) => `assigned ${what} to you`,
    assignedMany: (count: number) => `assigned ${items(count)} to you`,
    assignedOther: (what: string) => `assigned ${what} to somebody else`,
    assignedOtherMany: (count: number) => `assigned ${items(count)} of yours to others`,
    removed: (what: string) => `removed you from ${what}`,
    removedMany: (what: string, others: number) => `removed you from ${what} and ${others} more`,
    removedBy: (who: string, what: string) => `${who} removed you from ${what}.`,
    completed: (what: string) => `completed ${what}`,
    completedMany: (count: number) => `completed ${items(count)} of yours`,
    reopened: (what: string) => `reopened ${what}`,
    reopenedMany: (count: number) => `reopened ${items(count)} of yours`,
    mutual: 'is now a mutual contact',
    newDevices: (count: number) =>
      `Your account was signed in to on ${plural(count, { one: 'new device', other: 'new devices' })}.`,
    numberChanged: 'The phone number of your account was changed.',
    wrongCodes: (count: number) =>
      `${plural(count, { one: 'wrong code was', other: 'wrong codes were' })} entered elsewhere for your number before you signed in.`,
    notYou: 'If that was not you, log the device out under Your devices.',
    other: 'did something that concerns you',
    due: 'is due today',
    dueToday: 'today',
    dueItems: (count: number) => `${plural(count, { one: 'item is', other: 'items are' })} due`,
    dueItemsOverdue: (count: number) => `(${count} overdue)`,
    overdue: (day: string) => `has been overdue since ${day}`,
  },

  contacts: {
    signInRequired: 'Sign In Required',
    signInText: 'You need to sign in to manage contacts',
    signIn: 'Sign In',
    importTitle: 'Import Contacts',
    importText:
      'Find the people you know. Only their numbers are sent, and nobody learns whether a number has an account.',
    fromPhone: 'Import from Phone',
    fromCsv: 'Import from CSV',
    csvHint:
      'An exported address book, or a name and a phone number on each line: .csv, .txt or .vcf.',
    reading: 'Reading the file...',
    reviewTitle: 'Review Import',
    reviewText: (ready: number, found: number) =>
      ready === found
        ? `${contactsWord(found)} found.`
        : `${contactsWord(found)} found, ${formatCount(ready)} can be imported.`,
    reviewBeyond: (count: number) =>
      `${contactsWord(count)} cannot be imported, because one person can have 5,000.`,
    leftOutTitle: 'These were not imported',
    leftOutText: 'Everything else was.',
    onlyLeftOut: 'Show only what is left out',
    rowsLabel: 'Contacts found',
    noName: 'No name',
    noPhone: 'No number',
    outcomes: {
      ready: null,
      repeated: 'Listed twice',
      beyond: 'Beyond 5,000',
      invalid: 'No valid number',
      refused: 'Not a known number',
    },
    import: 'Import',
    importing: 'Importing...',
    offline: 'You are offline. Importing needs a connection.',
    imported: 'Contacts imported',
    importedText: (count: number) => `Successfully imported ${count} contacts`,
    importFailed: 'Import failed',
    importFailedText: 'Failed to import contacts. Please try again.',
    notSupported: 'Not supported',
    notSupportedText: 'Contact import is not supported on this device. Try CSV import instead.',
    cancelled: 'Import cancelled',
    cancelledText: 'Contact import was cancelled or failed',
    noneValid: 'No valid contacts found',
    noneValidText: 'Please ensure your CSV contains phone numbers',
    fileProblem: {
      title: 'This file cannot be imported',
      wrong_kind: 'Choose a file that ends in .csv, .txt or .vcf.',
      too_large: 'It is larger than 10 MB. Split it and import the parts.',
      unreadable: 'It could not be read. Choose it again.',
      binary_file:
        'It is not a text file, whatever its name says. Export your contacts as CSV or vCard and choose that file.',
    },
    yours: 'Your Contacts',
    yoursText: 'People who use the app, whom you imported and who imported you.',
    search: 'Search contacts',
    searchPlaceholder: 'Search contacts...',
    listLabel: 'Mutual contacts',
    count: contactsWord,
    noneFound: (query: string) => `No contacts found for "${query}"`,
    noneYet: 'No contacts yet',
    noneYetHint: 'Import the numbers you know. Anyone who imported yours too appears here.',
    loading: 'Loading contacts...',
  },
};
