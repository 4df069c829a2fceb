// @ts-check

const table = 'apps/server/src/db/recovery-codes.ts';
const account = 'apps/server/src/routes/account.ts';
const method = 'apps/server/src/routes/sign-in-method.ts';
const people = 'apps/server/src/db/store/people.ts';
const panel = 'apps/web/src/features/preferences/recovery-panel.tsx';
const login = 'apps/web/src/features/auth/login-screen.tsx';
const fresh = 'apps/web/src/features/preferences/fresh-code.tsx';

/** Recovery codes. @type {readonly import('./violation.mjs').Violation[]} */
export const recoveryCodeViolations = [
  {
    row: 'RECOVER-01',
    what: 'a recovery code makes others',
    edits: [
      [
        account,
        "confirm(request, session, 'recovery_codes', { code: body.code })",
        "confirm(request, session, 'recovery_codes', { recovery_code: body.code })",
      ],
    ],
  },
  {
    row: 'RECOVER-01',
    what: 'the former codes stay',
    edits: [
      [
        table,
        "        await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute();\n",
        '',
      ],
    ],
  },
  {
    row: 'RECOVER-02',
    what: 'a code signs in as often as one likes',
    edits: [[table, 'if (used.numDeletedRows === 0n) return false;\n', '']],
  },
  {
    row: 'RECOVER-03',
    what: 'a code counts for any number',
    edits: [[table, 'where u.phone = ${phone} and', "where ${phone} <> '' and"]],
  },
  {
    row: 'RECOVER-03',
    what: 'nobody who tries is bounded',
    edits: [
      [
        method,
        'const seconds = await limits.signIn(asker);\n    if (seconds !== null)',
        "const seconds = await limits.signIn(asker);\n    if (seconds !== null && field === 'code')",
      ],
    ],
  },
  {
    row: 'RECOVER-04',
    what: 'in a known browser the owner is not told',
    edits: [
      [
        method,
        'return { isNewDevice: true, wrongCodes };',
        'return { isNewDevice: false, wrongCodes };',
      ],
    ],
  },
  {
    row: 'RECOVER-04',
    what: 'wrong codes are not noted',
    edits: [
      [
        table,
        "        await noteEventOfNumber(tx, phone, { kind: 'wrong_recovery_code', at: at(nowMs) });\n",
        '',
      ],
    ],
  },
  {
    row: 'RECOVER-05',
    what: 'a code confirms as often as one likes',
    edits: [
      [
        account,
        "'refusal' in proven ? proven : proven.useUp()",
        "'refusal' in proven ? proven : null",
      ],
    ],
  },
  {
    row: 'RECOVER-05',
    what: 'codes outlive the account',
    edits: [[people, ',\n          l as (delete from recovery_codes where user_id = ${id})', '']],
  },
  {
    row: 'RECOVER-06',
    what: 'codes under a secret that is known no more are counted',
    edits: [[table, 'key in (${name}, ${previousName})', 'key <> ${`${name}${previousName}`}']],
  },
  {
    row: 'RECOVER-07',
    what: 'they go on being shown',
    edits: [[panel, '            setCodes(null);\n', '']],
  },
  {
    row: 'RECOVER-07',
    what: 'the typed code is not sent along',
    edits: [
      [
        panel,
        'actions.makeRecoveryCodes(signal, proof?.code)',
        'actions.makeRecoveryCodes(signal)',
      ],
    ],
  },
  {
    row: 'RECOVER-07',
    what: 'without an answer it is said that none were made',
    edits: [[panel, "  if (code === 'no_answer') return strings.unsure;\n", '']],
  },
  {
    row: 'RECOVER-08',
    what: 'what is typed is sent as a code from the phone',
    edits: [[login, '{ recovery_code: recovery }', '{ code: recovery }']],
  },
  {
    row: 'RECOVER-08',
    what: 'where no code could be sent none can be typed',
    edits: [
      [
        login,
        "setIsCodeWanted(true);\n      if (await sendCode()) setCode('');",
        "if (await sendCode()) {\n        setIsCodeWanted(true);\n        setCode('');\n      }",
      ],
    ],
  },
  {
    row: 'RECOVER-08',
    what: 'what confirms something is sent as the code from the phone',
    edits: [[fresh, '{ recovery_code: recovery }', '{ code: recovery }']],
  },
  {
    row: 'RECOVER-09',
    what: 'a change of number to one that is taken uses a code up',
    edits: [
      [
        account,
        "if (await authority.isTakenNumber(session, phone)) return refuse('number_taken');",
        '',
      ],
    ],
  },
  {
    row: 'RECOVER-08',
    what: 'what is confirmed takes none where no code could be sent',
    edits: [
      [fresh, 'setIsWanted(both.slice(1).every((other) => other.ok));', 'setIsWanted(sent.ok);'],
    ],
  },
];
