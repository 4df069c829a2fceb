/**
 * The text that the browser shows for a push message, by its kind. The message passes through the service
 * of the browser's vendor, so no text may name a person or an item (decision 0036). The service worker
 * reads only this file, so that the other texts need not be stored twice.
 */
export const pushed: Readonly<Record<string, string>> = {
  assigned: 'Something was assigned to you.',
  assigned_other: 'Somebody was assigned to an item in your campaign or task.',
  removed: 'Your access to something has ended.',
  completed: 'Something of yours was completed.',
  reopened: 'Something of yours was reopened.',
  mutual: 'Someone you know is a mutual contact now.',
  new_device: 'Your account was signed in to on a new device.',
  number_changed: 'The number of your account was changed.',
  wrong_codes: 'Wrong codes were entered for your number.',
};

/** For kinds that this version does not know, and for messages that cannot be read. */
export const pushedOther = 'There is something new for you.';
