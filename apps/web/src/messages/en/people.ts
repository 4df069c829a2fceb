/** Notifications and Contacts. */
export const people = {
  notifications: {
    heading: 'Recent Notifications',
    empty: 'No notifications yet.',
    emptyHint: 'When someone assigns to you or finishes what is yours, it appears here.',
  },

  contacts: {
    signInRequired: 'Sign In Required',
    signInText: 'You need to sign in to manage contacts',
    noneYet: 'No contacts yet',
    noneYetHint: 'People who use the app and whose number you know will be listed here.',
    signIn: 'Sign In',
  },
};
