import type { SecurityEventKind } from '@foray/contract';
import { plural } from '../../format.ts';

/** The safety of an account: its history, its codes, its sessions. */
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
      other_sessions_ended: 'Other devices logged out',
      push_started: 'Notifications switched on',
      push_ended: 'Notifications switched off',
      contacts_imported: 'Contacts imported',
      contact_blocked: 'Contact blocked',
      data_exported: 'Account data exported',
      number_changed: 'Phone number changed',
      recovery_codes_made: 'New recovery codes made',
      recovery_code_used: 'Recovery code used',
      wrong_recovery_code: 'Wrong recovery code tried for your number',
      operator_acted: 'The operator acted on this account',
    } satisfies Readonly<Record<SecurityEventKind, string>> as Readonly<Record<string, string>>,
    unknown: 'An event that only a newer version of the app can name',
  },
  recovery: {
    title: 'Recovery codes',
    text: 'Each signs you in once without your phone, or lets you change a number that you have lost.',
    count: 'See how many are left',
    counting: 'Asking...',
    left: (count: number) =>
      count === 0
        ? 'You have no recovery codes.'
        : plural(count, { one: 'code is left.', other: 'codes are left.' }),
    make: 'Make new codes',
    making: 'Making codes...',
    replaces: 'You get ten. Those that you have from before stop working.',
    offline: 'Recovery codes come from the server, and you are offline.',
    none: 'Nobody needs a code to sign in here, so there are no recovery codes.',
    failed: 'Failed to make recovery codes.',
    unsure: 'It is not certain whether new codes were made. Make them again to be sure.',
    countFailed: 'Failed to count your recovery codes.',
    othersEnded: 'Your other devices are logged out.',
    once: 'Copy or save these codes now: they are shown only this once. Keep them where you find them without your phone.',
    list: 'Your new recovery codes',
    copy: 'Copy',
    copied: 'Recovery codes copied',
    save: 'Save as file',
    done: 'I have kept them',
  },
};
