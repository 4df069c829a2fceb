// @ts-check

const accounts = 'apps/web/src/replica/client/account-manager.ts';
const accountState = 'apps/web/src/replica/client/account-state.ts';
const accountStore = 'apps/web/src/replica/client/account-store.ts';
const firstAccount = 'apps/web/src/replica/client/first-opening.ts';
const firstOpening = 'apps/web/src/replica/client/first-opening.test.ts';
const deletion = 'apps/web/src/replica/client/requested-deletion.ts';
const serverQuestion = 'apps/web/src/replica/client/server-question.ts';
const unusedSessions = 'apps/web/src/replica/client/unused-sessions.ts';
const waitingAccounts = 'apps/web/src/replica/client/waiting-accounts.ts';
const shownAccount = 'apps/web/src/replica/client/shown-account.ts';
const waitingNotice = 'apps/web/src/app/waiting-accounts.tsx';
const signOut = 'packages/sync/src/account/sign-out.ts';
const memory = 'packages/sync/src/account/stored-account-memory.ts';

/** Who is signed in, and what becomes of an account here. @type {readonly import('./violation.mjs').Violation[]} */
export const accountViolations = [
  {
    test: [firstOpening, 'follows a sign-in of another tab meanwhile'],
    what: 'a page whose code comes late misses a sign-in',
    edits: [
      [accounts, 'Promise.all([follow(), this.#lookForWaiting()])', 'this.#lookForWaiting()'],
    ],
  },
  {
    test: [firstOpening, 'so are those of who is signed in'],
    what: 'nothing is shown of who is signed in before the code that syncs it is here',
    edits: [[firstAccount, 'if (!isReady) return', 'if (!isReady || user !== null) return']],
  },
  {
    test: [firstOpening, 'so are those of who is signed in'],
    what: 'the counts of the last page are taken for none',
    edits: [
      [accountState, "state !== null || this.#opened?.device.account.kind !== 'user'", 'true'],
    ],
  },
  {
    test: [firstOpening, 'of a store that is not known to be the user’s'],
    what: 'items of somebody else under the same number are shown',
    edits: [[firstAccount, 'owner?.phone === user.phone', 'owner !== undefined']],
  },
  {
    test: [firstOpening, 'that a sign-out was leaving'],
    what: 'what a sign-out was leaving is shown',
    edits: [[firstAccount, ' && left === undefined', '']],
  },
  {
    test: ['apps/web/src/state/late-code.test.ts', 'when the network is back'],
    what: 'code that failed is not asked for when the network is back',
    edits: [['apps/web/src/state/late-code.ts', 'void (isOnline && goOn())', 'void isOnline']],
  },
  {
    row: 'PERF-01',
    what: 'notices and toasts are fetched with the first screen',
    edits: [
      [
        'apps/web/src/main.tsx',
        "import './ui/base.css';",
        "import './app/layers.tsx';\nimport './ui/base.css';",
      ],
    ],
  },
  {
    row: 'AUTH-01',
    what: 'a start does not check the session',
    edits: [[accounts, '    void this.#current.then(() => this.#checkSession());\n', '']],
  },
  {
    row: 'AUTH-01',
    what: 'a guest’s start ends a session on the server',
    edits: [[signOut, '  if (signedOutId === null) return true;\n', '']],
  },
  {
    row: 'AUTH-01',
    what: 'a check without an answer makes a guest',
    edits: [
      [
        unusedSessions,
        "if (reply.kind !== 'answer') return { kind: 'unknown' };",
        "if (reply.kind !== 'answer') return { kind: 'ended' };",
      ],
    ],
  },
  {
    row: 'AUTH-01',
    what: 'a 401 to the check changes nothing',
    edits: [
      [
        unusedSessions,
        "    if (reply.kind === 'refusal' && reply.status === 401) return { kind: 'ended' };\n",
        '',
      ],
    ],
  },
  {
    row: 'AUTH-02',
    what: 'a sign-in opens no account',
    edits: [
      [
        accounts,
        'if (!(await this.#switchAccount())) await this.ownName.set(reply.body.user);',
        'await this.ownName.set(reply.body.user);',
      ],
    ],
  },
  {
    row: 'AUTH-02',
    what: 'what a guest has made stays behind',
    edits: [[accounts, 'key === 0 ? 0 : await this.#prepareSync(opened, storage, guests)', '0']],
  },
  {
    row: 'AUTH-03',
    what: 'a log-out does not call the server',
    edits: [
      [
        accounts,
        '    void this.#checkSession();\n    if (begun.isDurable) return true;',
        '    if (begun.isDurable) return true;',
      ],
    ],
  },
  {
    row: 'AUTH-03',
    what: 'a log-out is over though the server did not answer',
    edits: [[signOut, '  if (!isOver) return false;\n', '']],
  },
  {
    row: 'AUTH-03',
    what: 'a reload after a log-out signs in again',
    edits: [[signOut, 'return { ...left, user: null, signedOutId: userId };', 'return left;']],
  },
  {
    row: 'AUTH-04',
    what: 'a 401 to a call keeps the session',
    edits: [
      [
        serverQuestion,
        "        if (reply.status === 401) await accounts.endSession('ended');\n",
        '',
      ],
    ],
  },
  {
    row: 'AUTH-04',
    what: 'a 401 to a run of the sync keeps the session',
    edits: [
      [
        accountState,
        "if (problem === 'signed_out') this.#events.onSessionLost('ended');\n    else if",
        'if',
      ],
    ],
  },
  {
    row: 'AUTH-04',
    what: 'a 401 to a call is answered as if nothing had been wrong',
    edits: [
      [
        serverQuestion,
        "if (reply.status === 401) await accounts.endSession('ended');",
        "if (reply.status === 401) {\n          await accounts.endSession('ended');\n          return err({ code: 'guest' });\n        }",
      ],
    ],
  },
  {
    row: 'AUTH-05',
    what: 'a page is a guest’s until the database has answered',
    edits: [
      [
        shownAccount,
        "session = new Observable<Session>({ kind: 'starting' });",
        "session = new Observable<Session>({ kind: 'guest' });",
      ],
    ],
  },
  {
    row: 'AUTH-05',
    what: 'localStorage decides against the database',
    edits: [
      [
        memory,
        'if (mirrored === null || mirrored.isCopy) return null;',
        'if (mirrored === null) return null;',
      ],
    ],
  },
  {
    row: 'AUTH-05',
    what: 'a browser killed during a log-out does not finish it',
    edits: [[signOut, 'leaving: [...others, leaving] };', 'leaving: others };']],
  },
  {
    row: 'AUTH-05',
    what: 'a sign-in is confirmed before it is on the disk',
    edits: [
      [
        memory,
        'const written = await guest.write(async (tx)',
        'const written = await guest.writeBulk(async (tx)',
      ],
    ],
  },
  {
    row: 'AUTH-06',
    what: 'waiting accounts have no phone number',
    edits: [
      [
        waitingAccounts,
        'found.push({ userId, phone: remembers || owner, changes,',
        'found.push({ userId, phone: null, changes,',
      ],
    ],
  },
  {
    row: 'AUTH-06',
    what: 'an account that is being erased is said to wait',
    edits: [
      [
        waitingAccounts,
        'const skipped = new Set([0, user?.id ?? 0, ...leaving.map(({ userId }) => userId)]);',
        'const skipped = new Set([0, user?.id ?? 0]);',
      ],
    ],
  },
  {
    row: 'AUTH-06',
    what: 'a guest has no Sign In beside what waits',
    edits: [
      [waitingNotice, "{isGuest && isSure && path !== '/login' && (", '{!isGuest && isSure && ('],
    ],
  },
  {
    row: 'AUTH-07',
    what: 'an account that the server has deleted keeps what was unsent',
    edits: [
      [
        accounts,
        "if (await this.#signOut(user, 'discard')) return;",
        "if (await this.#signOut(user, 'keep')) return;",
      ],
    ],
  },
  {
    row: 'AUTH-07',
    what: 'a 401 after the request erases what was unsent',
    edits: [
      [
        accounts,
        "if (await this.#signOut(shown, 'keep')) this.notices",
        "if (await this.#signOut(shown, 'discard')) this.notices",
      ],
    ],
  },
  {
    row: 'AUTH-07',
    what: 'the items of a deleted account come along into another',
    edits: [
      [
        accountStore,
        'if (isOwn && remembered.deletions.some(({ userId }) => userId === key)) {',
        'if (isOwn && key < 0) {',
      ],
    ],
  },
  {
    row: 'AUTH-07',
    what: 'a server that still knows the account does not end the request',
    edits: [[deletion, 'if (agoMs < 0 || agoMs >= underWayMs) await', 'if (agoMs < 0) await']],
  },
  {
    row: 'AUTH-08',
    what: 'the session of somebody else is adopted',
    edits: [
      [
        unusedSessions,
        "return isSamePerson(known, user) ? { kind: 'own', user: known } : { kind: 'replaced' };",
        "return { kind: 'own', user: isSamePerson(known, user) ? known : user };",
      ],
    ],
  },
  {
    row: 'AUTH-08',
    what: 'a sign-in is not named before it is sent',
    edits: [
      [
        unusedSessions,
        '      await this.#ports.memory.change((now) => withSignIn(now, name));\n',
        '',
      ],
    ],
  },
  {
    row: 'AUTH-08',
    what: 'a log-out signs out whom another tab has signed in',
    edits: [[signOut, '    if (now.user !== null && now.user.id !== userId) return left;\n', '']],
  },
];
