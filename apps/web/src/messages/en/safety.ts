import type { SecurityEventKind } from '@foray/contract';
import { plural } from '../format.ts';

/** What keeps an account safe. */
export const safety = {
  accountHistory: {
    title: 'Account history',
    text: 'Sign-ins and other things done with your account in the last year. Only you can see them. If one was not you, log that device out.',
    show: 'Show history',
    more: 'Show more',
    loading: 'Loading the history...',
    offline: 'Your account history can be seen when you are online.',
    failed: 'The history could not be loaded.',
    thisDevice: 'This device',
    times: (count: number) => plural(count, { one: 'time', other: 'times' }),
    between: (first: string, last: string) => `${first} to ${last}`,
    kinds: {
      signed_in: 'Signed in',
      signed_in_new_device: 'Signed in on a new device',
      wrong_codes: 'Wrong code tried for your number',
      signed_out: 'Logged out',
      session_ended: 'Logged out from another device',
      signed_out_everywhere: 'Logged out everywhere',
      push_started: 'Notifications switched on',
      push_ended: 'Notifications switched off',
      contacts_imported: 'Contacts imported',
      contact_blocked: 'Contact blocked',
      data_exported: 'Account data exported',
      number_changed: 'Phone number changed',
      recovery_codes_made: 'New recovery codes made',
      recovery_code_used: 'Recovery code used',
      wrong_recovery_code: 'Wrong recovery code tried for your number',
    } satisfies Readonly<Record<SecurityEventKind, string>> as Readonly<Record<string, string>>,
    unknown: 'Something that a newer version of the app can name',
  },
};
