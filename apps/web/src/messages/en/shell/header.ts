import { product } from '../../product.ts';

/** The frame around every screen: header and bars. */
export const header = {
  /** Header titles by route. */
  titles: {
    home: 'Home',
    myList: 'My List',
    queue: 'Queue',
    active: 'Active',
    completed: 'Completed',
    campaigns: 'Campaigns',
    campaign: 'Campaign',
    task: 'Task',
    contacts: 'Contacts',
    notifications: 'Notifications',
    preferences: 'Preferences',
    onboarding: 'Welcome',
    login: 'Sign In',
    /** For any other path, whose page has a heading of its own. */
    other: product,
  },

  documentTitle: (title: string) => (title === product ? product : `${title} · ${product}`),

  shell: {
    skipToContent: 'Skip to content',
    mainNavigation: 'Main',
    bottomBar: { home: 'Home', myList: 'My List', queue: 'Queue', active: 'Active', done: 'Done' },
    bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} new`),
    account: 'Account',
    search: 'Search',
    localOnly: 'Local only',
    signIn: 'Sign In',
    add: 'Add item',
    newItem: 'New',
    preferences: 'Preferences',
    loadingScreen: 'Loading...',
    screenFailed: 'This screen could not be loaded.',
    screenFailedHint: 'Check your connection and try again. Your items are safe on this device.',
    crashed: 'Something went wrong on this screen.',
    crashedHint: 'Your items are safe. Reload to go on.',
    typed: 'You had typed:',
    reload: 'Reload',
  },
};
