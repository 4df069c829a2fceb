import { maxReportChars } from '@foray/domain';

/** Removing, blocking and reporting contacts. */
export const blocks = {
  contact: {
    moreNamed: (name: string) => `More for ${name}`,
    offline: 'You are offline. This needs a connection.',
    failed: 'That did not work. Please try again.',
    noContact: (name: string) => `${name} is not one of your contacts any more.`,
    cancelled: 'Cancelled',
    mayHaveHappened:
      'It may have worked all the same. The lists show the result when they are loaded next.',
    remove: 'Remove contact',
    removeTitle: (name: string) => `Remove ${name}?`,
    removeText: (name: string) =>
      `You and ${name} are no longer contacts until you import the number again. Nobody is notified.`,
    removeConfirm: 'Remove',
    removed: (name: string) => `${name} is no longer a contact.`,
    block: 'Block',
    blockTitle: (name: string) => `Block ${name}?`,
    blockText: (name: string) =>
      `You are no longer contacts, and neither of you can assign to the other or is notified of the other. ${name} is not told.`,
    blocked: (name: string) => `${name} is blocked.`,
    blockAndLeave: 'Block and leave everything of theirs',
    leaveText: (name: string) =>
      `If you also leave everything of theirs, you are taken off all that ${name} owns, and nothing of it reaches you any more. What you made there stays with ${name}.`,
    blockedAndLeft: (name: string) => `${name} is blocked, and you have left everything of theirs.`,
    stays: (name: string) =>
      `What you share already stays shared. To end that, remove ${name} under People on the page of a campaign or task.`,
  },

  reporting: {
    report: 'Report',
    title: (name: string) => `Report ${name}`,
    text: 'The person who runs this server reads it. Nobody else is told.',
    reason: 'Reason',
    reasons: {
      spam: 'Spam or advertising',
      harassment: 'Harassment',
      impersonation: 'Pretends to be somebody else',
      other: 'Something else',
    },
    details: 'What happened',
    detailsHint: `If you like. Up to ${maxReportChars} characters.`,
    tooLong: `Shorten it to ${maxReportChars} characters.`,
    andBlock: (name: string) => `Block ${name} too`,
    send: 'Send report',
    sent: 'Report sent',
    sentText: 'Thank you. The person who runs this server will look at it.',
    tooMany: 'You have sent many reports today. Try again tomorrow.',
  },

  blockedList: {
    title: 'Blocked',
    text: 'Neither of you can assign to the other or is notified of the other.',
    listLabel: 'Blocked people',
    none: 'You have blocked nobody.',
    loading: 'Loading blocked people...',
    offline: 'You are offline. The people you have blocked appear once you are online.',
    needsConnection: 'You are offline. Nobody can be unblocked until you are online.',
    notLoaded: 'The people you have blocked could not be loaded.',
    unblock: 'Unblock',
    unblockNamed: (name: string) => `Unblock ${name}`,
    unblocked: (name: string) => `${name} is no longer blocked.`,
  },
};
