// @ts-check

const codes = 'apps/server/src/db/login-codes.ts';
const limits = 'apps/server/src/http/limits.ts';
const cookies = 'apps/server/src/http/cookies.ts';
const account = 'apps/server/src/routes/account.ts';
const owner = 'packages/authority/src/account/account.ts';
const method = 'apps/server/src/routes/sign-in-method.ts';
const proofs = 'apps/server/src/http/proofs.ts';
const sessions = 'apps/server/src/db/sessions.ts';
const calls = 'apps/web/src/adapters/server-calls.ts';
const work = 'apps/web/src/adapters/proof-of-work.ts';
const notice = 'apps/web/src/features/notifications/notification-row.tsx';

/** Sign-in codes. @type {readonly import('./violation.mjs').Violation[]} */
export const signInCodeViolations = [
  {
    row: 'SIGN-01',
    what: 'a code works in any browser',
    edits: [
      [
        codes,
        "          .where((of) =>\n            of.or([of('device_hash', 'in', deviceHashes(device)), of('device_hash', 'is', null)]),\n          )\n",
        '',
      ],
    ],
  },
  {
    row: 'SIGN-02',
    what: 'only one of the codes is compared',
    edits: [[codes, 'const found = living.find(', 'const found = living.slice(-1).find(']],
  },
  {
    row: 'SIGN-03',
    what: 'codes stay short',
    edits: [[codes, 'const manyWrong = 20;', 'const manyWrong = 21;']],
  },
  {
    row: 'SIGN-03',
    what: 'signing in does not forget what was wrong before',
    edits: [
      [
        codes,
        ".deleteFrom('code_guesses')\n          .where('phone_hash', 'in', numberHashes(keys, phone))",
        ".deleteFrom('code_guesses')\n          .where('phone_hash', 'in', numberHashes(keys, 'none'))",
      ],
    ],
  },
  {
    row: 'SIGN-03',
    what: 'a try without a code counts',
    edits: [[codes, 'if (living.length > 0) {', 'if (living.length >= 0) {']],
  },
  {
    row: 'SIGN-04',
    what: 'a known browser is counted with strangers',
    edits: [[limits, "if (standing === 'device') {", 'if (standing !== standing) {']],
  },
  {
    row: 'SIGN-04',
    what: 'no browser is ever known',
    edits: [[account, '      await signedIn(user.id);\n', '']],
  },
  {
    row: 'SIGN-04',
    what: 'each address of a network gets five',
    edits: [[limits, '`${networkOf(asker.address)}\\n${phone}`', '`${asker.address}\\n${phone}`']],
  },
  {
    row: 'SIGN-05',
    what: 'unknown numbers get all of it',
    edits: [[limits, 'isKnown ? bound.most : Math.ceil(bound.most / 2)', 'bound.most']],
  },
  {
    row: 'SIGN-05',
    what: 'what is refused uses up what known numbers get',
    edits: [
      [
        limits,
        '      where rate_limits.count < ${most}\n      returning count`;',
        '      returning case when count <= ${most} then count end as count`;',
      ],
    ],
  },
  {
    row: 'SIGN-05',
    what: 'many people get as few codes as few',
    edits: [[limits, 'Math.max(perDay, Math.ceil(members / 10))', 'perDay']],
  },
  {
    row: 'SIGN-17',
    what: 'one network gets all that is sent to a prefix',
    edits: [[limits, '[shareOf(prefix), ', '[{ ...shareOf(prefix), most: prefix.most }, ']],
  },
  {
    row: 'SIGN-17',
    what: 'one network gets all that is sent in a day',
    edits: [[limits, '[shareOf(day), ', '[{ ...shareOf(day), most: day.most }, ']],
  },
  {
    row: 'SIGN-09',
    what: 'a bound is warned of when it is used up',
    edits: [[limits, 'const nearShare = 0.8;', 'const nearShare = 1;']],
  },
  {
    row: 'SIGN-09',
    what: 'every code beyond 80 % is warned of',
    edits: [[limits, 'if (warned.count !== null) onNear', 'onNear']],
  },
  {
    row: 'SIGN-09',
    what: 'refusals are not counted',
    edits: [
      [limits, '      onRefused(bound.name);\n      return seconds;', '      return seconds;'],
    ],
  },
  {
    row: 'SIGN-09',
    what: 'a code that was right counts as a wrong one',
    edits: [
      [method, "counters.guess(right === null ? 'wrong' : 'right')", "counters.guess('wrong')"],
    ],
  },
  {
    row: 'SIGN-10',
    what: 'no proof is ever needed',
    edits: [[method, 'bits === 0 ||', 'bits >= 0 ||']],
  },
  {
    row: 'SIGN-10',
    what: 'a known browser has to prove something too',
    edits: [[method, "standing === 'device' ? 0 : await", 'await']],
  },
  {
    row: 'SIGN-10',
    what: 'a solution counts as often as it is sent',
    edits: [
      [
        proofs,
        'return isFirstUse(said, Number(until));',
        'return isFirstUse(`${said}${Math.random()}`, 0);',
      ],
    ],
  },
  {
    row: 'SIGN-10',
    what: 'a solution counts for any number',
    edits: [[proofs, '`${phone}\\n${said}`', '`${phone.length}\\n${said}`']],
  },
  {
    row: 'SIGN-10',
    what: 'a challenge lasts for good',
    edits: [[proofs, '      if (Number(until) <= nowMs()) return false;\n', '']],
  },
  {
    row: 'SIGN-10',
    what: 'any number is a solution',
    edits: [[proofs, '< Number(bits)) return false;', '< 0 * Number(bits)) return false;']],
  },
  {
    row: 'SIGN-10',
    what: 'every challenge is as hard',
    edits: [[limits, 'firstProofBits + Math.floor(2 * Math.log2(load))', 'firstProofBits']],
  },
  {
    row: 'SIGN-10',
    what: 'a load of long ago counts',
    edits: [[limits, 'nowMs() - 2 * codeLoad.windowMs', 'nowMs() - 2_000 * codeLoad.windowMs']],
  },
  {
    row: 'SIGN-11',
    what: 'the solution is not sent',
    edits: [[calls, 'ask({ challenge: wanted.challenge, solution })', 'ask()']],
  },
  {
    row: 'SIGN-11',
    what: 'the search goes on when it is given up',
    edits: [[work, "    signal?.addEventListener('abort', () => resolve(null));\n", '']],
  },
  {
    row: 'SIGN-12',
    what: 'a session that is used lives for good',
    edits: [[sessions, " and ${column('created_at')} > ${oldest})", ')']],
  },
  {
    row: 'SIGN-06',
    what: 'pages can read the name of the browser',
    edits: [[cookies, '...shared(reply), httpOnly: true, ...life', '...shared(reply), ...life']],
  },
  {
    row: 'SIGN-06',
    what: 'each code gives another name',
    edits: [
      [
        account,
        'cookies.deviceOf(request) ?? cookies.nameDevice(reply)',
        'cookies.nameDevice(reply)',
      ],
    ],
  },
  {
    row: 'SIGN-07',
    what: 'every sign-in is told as one on a new device',
    edits: [
      [
        codes,
        'where k.user_id = u.id and k.device_hash = any(${devices}::bytea[]))\n',
        'where false)\n',
      ],
    ],
  },
  {
    row: 'SIGN-07',
    what: 'the first browser of an account is told too',
    edits: [[owner, '...(isNewDevice ?', '...(isNewDevice || wrongCodes === 0 ?']],
  },
  {
    row: 'SIGN-07',
    what: 'an account whose browsers are not known is told nothing',
    edits: [[codes, "s.mode = 'code' and s.expires_at > ${at(nowMs)}))", 'false))']],
  },
  {
    row: 'SIGN-07',
    what: "what is told of a device is somebody's doing",
    edits: [[notice, "if (kind === 'new_device')", "if (kind === 'new_device' && count > 1)"]],
  },
  {
    row: 'SIGN-08',
    what: 'the tries of the browser that signs in count',
    edits: [[codes, 'and device_hash <> all(${devices}::bytea[])\n', '\n']],
  },
  {
    row: 'SIGN-08',
    what: 'several wrong codes are told as one',
    edits: [[owner, '{ ...about, kind }, count)', '{ ...about, kind })']],
  },
];
