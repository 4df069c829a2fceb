// @ts-check

const screen = 'apps/web/src/features/auth/login-screen.tsx';
const useSignIn = 'apps/web/src/sign-in/use-sign-in.tsx';
const longWait = 'apps/web/src/ui/long-wait.tsx';
const unusedSessions = 'apps/web/src/replica/client/unused-sessions.ts';
const phoneNumber = 'apps/server/src/http/phone-number.ts';
const texts = 'apps/web/src/messages/en/sign-in.ts';

/** The sign-in screen, and waits for the server. @type {readonly import('./violation.mjs').Violation[]} */
export const signInViolations = [
  {
    row: 'LOGIN-01',
    what: 'the screen does not name the product',
    edits: [[texts, 'title: `Sign In to ${product}`', "title: product && 'Sign In'"]],
  },
  {
    row: 'LOGIN-02',
    what: 'the phone field is one of text',
    edits: [[screen, 'type="tel"', 'type="text"']],
  },
  {
    row: 'LOGIN-02',
    what: 'the placeholder of the phone field has no plus sign',
    edits: [[texts, "phonePlaceholder: '+1234567890'", "phonePlaceholder: '1234567890'"]],
  },
  {
    row: 'LOGIN-02',
    what: 'the name is optional',
    edits: [
      [
        screen,
        'placeholder={login.namePlaceholder}\n            required\n',
        'placeholder={login.namePlaceholder}\n',
      ],
    ],
  },
  {
    row: 'LOGIN-03',
    what: 'the button says the same while it is busy',
    edits: [[screen, '            busyLabel={login.submitting}\n', '']],
  },
  {
    row: 'LOGIN-04',
    what: 'a benefit is missing',
    edits: [[screen, 'login.benefits.map(', 'login.benefits.slice(1).map(']],
  },
  {
    row: 'LOGIN-05',
    what: 'who is signed in is offered to continue without signing in',
    edits: [[screen, "{session.kind === 'guest' && (", "{session.kind !== 'starting' && ("]],
  },
  {
    row: 'LOGIN-05',
    what: 'a guest who continues without signing in is at Home',
    edits: [[screen, "navigate('/campaigns')", "navigate('/')"]],
  },
  {
    row: 'LOGIN-05',
    what: 'there is no divider',
    edits: [[screen, '              {login.or}\n', '']],
  },
  {
    row: 'LOGIN-06',
    what: 'a sign-in leads to the campaigns',
    edits: [[screen, "navigateTo('/', {", "navigateTo('/campaigns', {"]],
  },
  {
    row: 'LOGIN-07',
    what: 'a failed sign-in says something else',
    edits: [[texts, "failed: 'Failed to login. Please try again.'", "failed: 'Please try again.'"]],
  },
  {
    row: 'LOGIN-07',
    what: 'a failed sign-in empties the phone field',
    edits: [[screen, '    setRefusal(next);\n', "    setRefusal(next);\n    setPhone('');\n"]],
  },
  {
    row: 'LOGIN-08',
    what: 'a sign-in leaves the tutorial ahead',
    edits: [[screen, '      endTutorial();\n      // Back', '      // Back']],
  },
  {
    row: 'LOGIN-08',
    what: 'continuing without an account leaves the tutorial ahead',
    edits: [[screen, '                endTutorial();\n', '']],
  },
  {
    row: 'LOGIN-08',
    what: 'a sign-in counts as having been through the tutorial',
    edits: [[screen, 'tutorial.skip()', 'tutorial.complete()']],
  },
  {
    row: 'LOGIN-09',
    what: 'a long wait is one of 20 seconds',
    edits: [[longWait, 'longMs = 10_000', 'longMs = 20_000']],
  },
  {
    row: 'LOGIN-09',
    what: 'a long wait has no Cancel',
    edits: [[longWait, '{isLong && giveUp && <Cancel', '{isLong && !giveUp && <Cancel']],
  },
  {
    row: 'LOGIN-09',
    what: 'a long sign-in does not say so',
    edits: [[screen, '          <LongWait {...waiting} />\n', '']],
  },
  {
    row: 'LOGIN-09',
    what: 'a long wait of the tutorial does not say so',
    edits: [
      ['apps/web/src/features/onboarding/step-form.tsx', '      <LongWait {...waiting} />\n', ''],
    ],
  },
  {
    row: 'LOGIN-09',
    what: 'a long search does not say so',
    edits: [
      ['apps/web/src/features/search/search-box.tsx', '        <LongWait {...waiting} />\n', ''],
    ],
  },
  {
    row: 'LOGIN-09',
    what: 'a long look for contacts does not say so',
    edits: [
      [
        'apps/web/src/features/contacts/review-panel.tsx',
        '        <LongWait {...waiting} />\n',
        '',
      ],
    ],
  },
  {
    row: 'LOGIN-09',
    what: 'a long list of devices does not say so',
    edits: [['apps/web/src/ui/server-only.tsx', '      <LongWait {...reading} />\n', '']],
  },
  {
    row: 'LOGIN-09',
    what: 'a long log-out of a device does not say so',
    edits: [
      [
        'apps/web/src/features/preferences/devices-panel.tsx',
        '      <LongWait {...ending} />\n',
        '',
      ],
    ],
  },
  {
    row: 'LOGIN-09',
    what: 'a long log-out everywhere does not say so',
    edits: [
      [
        'apps/web/src/features/preferences/end-all-dialog.tsx',
        '        <LongWait isWaiting={waiting.isWaiting} />\n',
        '',
      ],
    ],
  },
  {
    row: 'LOGIN-09',
    what: 'a long deletion of the account does not say so',
    edits: [
      [
        'apps/web/src/features/preferences/delete-account-panel.tsx',
        '          <LongWait isWaiting={waiting.isWaiting} />\n',
        '',
      ],
    ],
  },
  {
    row: 'LOGIN-09',
    what: 'a long list of deleted items does not say so',
    edits: [
      [
        'apps/web/src/features/preferences/trash-panel.tsx',
        '        <LongWait {...waiting} />\n',
        '',
      ],
    ],
  },
  {
    row: 'LOGIN-09',
    what: 'a long wait for push messages does not say so',
    edits: [
      ['apps/web/src/features/preferences/push-panel.tsx', '      <LongWait {...waiting} />\n', ''],
    ],
  },
  {
    row: 'LOGIN-09',
    what: 'a long change of the name does not say so',
    edits: [
      [
        'apps/web/src/features/preferences/profile-panel.tsx',
        '      <LongWait {...waiting} />\n',
        '',
      ],
    ],
  },
  {
    row: 'LOGIN-09',
    what: 'a long wait for the activity does not say so',
    edits: [
      ['apps/web/src/items/activity-feed.tsx', 'rows={6} />\n        {longWait}', 'rows={6} />'],
    ],
  },
  {
    row: 'LOGIN-09',
    what: 'a sign-in whose screen is left goes on',
    edits: [[useSignIn, "useWait('giveUp')", "useWait('goOn')"]],
  },
  {
    row: 'LOGIN-09',
    what: 'a sign-in without an answer leaves a session',
    edits: [
      [
        unusedSessions,
        '    if (!signal.aborted) await sendSignOut(this.#ports.memory, this.#ports.transport, signal);\n',
        '',
      ],
    ],
  },
  {
    row: 'LOGIN-10',
    what: 'a server that sends codes accepts what is no phone number',
    edits: [
      [
        phoneNumber,
        "valid !== null || mode === 'code' || !isPhoneEntry",
        'valid !== null || !isPhoneEntry',
      ],
    ],
  },
  {
    row: 'LOGIN-10',
    what: 'seven digits are a phone number',
    edits: [[phoneNumber, 'digits.length >= 8', 'digits.length >= 7']],
  },
  {
    row: 'LOGIN-10',
    what: 'sixteen digits are a phone number',
    edits: [[phoneNumber, 'digits.length <= 15', 'digits.length <= 16']],
  },
  {
    row: 'LOGIN-10',
    what: 'fewer than ten characters are a phone number',
    edits: [[phoneNumber, ' || !isPhoneEntry(typed)) return valid', ') return valid']],
  },
];
