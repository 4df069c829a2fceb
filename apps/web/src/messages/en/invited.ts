/** Signing in by an invitation; the file is loaded with its panel. */
export const invited = {
  title: 'You are invited',
  reading: 'Reading the invitation...',
  phone: 'Phone number',
  name: 'Your name',
  nameRequired: 'Please enter your name.',
  text: 'This link signs you in once, without a code. Only go on if the number is yours.',
  accept: 'Sign in',
  accepting: 'Signing in...',
  signedInAs: (name: string) =>
    `${name} is signed in here. Log out first, then open the link again: it stays valid.`,
  ends: {
    used: 'This invitation was used before. Sign in with a code, or ask for another invitation.',
    expired: 'This invitation has expired. Ask for another one.',
    revoked: 'This invitation was withdrawn. Ask for another one.',
    unknown: 'This invitation is not known here. Check that the link is complete.',
  },
  taken: 'This number has an account already. Sign in with a code.',
  offline: 'The server cannot be reached. The invitation stays valid: try again with a connection.',
  retry: 'Try again',
  other: 'Sign in with a code',
};
