import { product } from '../product.ts';

/** Signing in, and the move of a guest's items into an account. */
export const signIn = {
  login: {
    title: `Sign In to ${product}`,
    phone: 'Phone number',
    phonePlaceholder: '+1234567890',
    name: 'Name',
    namePlaceholder: 'Your name',
    submit: 'Sign In',
    submitting: 'Signing in...',
    or: 'or',
    withoutSigningIn: 'Continue without signing in',
    failed: 'Failed to login. Please try again.',
    phoneRequired: 'Please enter your phone number.',
    nameRequired: 'Please enter your name.',
    codeRequired: 'Please enter the code.',
    code: 'Verification code',
    codeHint: 'We sent a code to your phone.',
    invalidPhone: 'Failed to login. Please try again. The phone number is not valid.',
    invalidCode: 'Please enter the correct verification code',
    rateLimited: 'Too many tries. Please wait a minute.',
    sendAgain: 'Send a new code',
    codeSent: 'Code sent',
    codeSentText: 'Check your phone for the verification code',
    startTitle: 'There is something in this account',
    startText:
      'Your number was used here before it was verified, maybe by somebody else. You can keep what is in the account, or start empty: then it is deleted.',
    startKeep: 'Keep it',
    startEmpty: 'Start empty',
    benefits: [
      { title: 'Sync across devices', text: 'Start on your phone, finish at your desk.' },
      { title: 'Collaborate with others', text: 'Share a campaign and assign its parts.' },
      { title: 'Get notifications', text: 'Know when something is yours, or done.' },
    ],
  },

  upgrade: {
    title: 'Upgrading Your Account',
    preparing: 'Getting your items ready...',
    transferring: 'Transferring your local data...',
    syncing: 'Syncing with server...',
    finalizing: 'Finalizing upgrade...',
    complete: 'Upgrade complete!',
    failed: 'The upgrade could not be finished. Nothing is lost.',
    retry: 'Try again',
    later: 'Continue in the background',
  },
};
