/** The user's name and number, in Preferences. */
export const profile = {
  profile: {
    title: 'Profile',
    name: 'Name',
    phone: 'Phone number',
    invite: 'What should others call you?',
    inviteText: 'You are still “New user” to the people you work with.',
    save: 'Save name',
    saving: 'Saving...',
    saved: 'Name saved',
    failed: 'Failed to save your name. Please try again.',
    offline: 'Your name and number can be changed when you are online.',
    required: 'Please enter a name.',
    reserved: 'This name cannot be used. Please choose another.',
    changedElsewhere: (name: string) =>
      `Your name was changed to “${name}” on another device. Saving replaces it.`,
  },

  number: {
    change: 'Change number',
    text: 'Your items and contacts stay. People who know only your old number do not find you by the new one.',
    next: 'New phone number',
    goOn: 'Go on',
    nextCode: (phone: string) => `Code sent to ${phone}`,
    ownCode: (phone: string) => `Code sent to ${phone}, your number until now`,
    useSent: (phone: string) => `Use the code sent to ${phone}`,
    changed: 'Number changed',
    changedText: (phone: string) => `You sign in with ${phone} from now on.`,
    changedAndEnded: (phone: string) =>
      `You sign in with ${phone} from now on. Your other devices are logged out.`,
    taken: 'This number has an account already.',
    invalid: 'This phone number is not valid.',
    wrongCodes: 'One of the codes is not right.',
    failed: 'Failed to change your number. Please try again.',
    cancelled: 'Cancelled',
    unsure: 'If the server was asked already, your number is changed all the same.',
  },
};
