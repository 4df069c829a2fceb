import { plural } from '../../format.ts';

/** Words of many later screens and layers. */
export const lazyWords = {
  takesLong: 'This takes longer than usual.',
  cancel: 'Cancel',
  save: 'Save',
  delete: 'Delete',
  dismiss: 'Dismiss',
  wrongYear: (field: string) => `${field}: choose a year from 1900 to 2200.`,
  retry: 'Try again',
  typeNames: { campaign: 'Campaign', task: 'Task', todo: 'Todo' },
  progressRemaining: (percent: number, remaining: number) =>
    `${percent}% complete, ${remaining} remaining`,
  toastLabel: 'Message',
  toastRegion: 'Messages ({hotkey})',
};

/**
 * The later parts of the frame around a screen: Back, the account's menu and sheet, the badge, a missing
 * screen.
 */
export const frame = {
  frame: {
    back: 'Back',
    logOut: 'Log out',
    signedInAs: 'Signed in as',
    usingLocally: 'You are using the app locally',
    localOnlyMode: 'Local only mode',
    signInToSync: 'Sign In to Sync',
    notFound: 'There is nothing at this address.',
    notFoundHint: 'The link may be old, or the address mistyped.',
    goHome: 'Go to Home',
  },

  connectivity: {
    offline: 'Offline',
    online: 'Online',
    onlinePending: (pending: number) => `Online (${pending} pending)`,
    syncing: 'Syncing...',
    conflicts: (count: number) => plural(count, { one: 'conflict', other: 'conflicts' }),
    blocked: (count: number) => `${plural(count, { one: 'needs', other: 'need' })} attention`,
  },
};
