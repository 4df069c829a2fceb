// @ts-check

const codes = 'apps/server/src/db/login-codes.ts';
const account = 'apps/server/src/routes/account.ts';
const method = 'apps/server/src/routes/sign-in-method.ts';
const fresh = 'apps/web/src/features/preferences/fresh-code.tsx';
const endAll = 'apps/web/src/features/preferences/end-all-dialog.tsx';

/** Codes that confirm what is done with an account, and what each code is for. @type {readonly import('./violation.mjs').Violation[]} */
export const confirmingCodeViolations = [
  {
    row: 'SIGN-13',
    what: 'a session is enough to delete the account',
    edits: [
      [
        account,
        "async deleteMe({ session, body, request, reply }) {\n      const refused = await confirm(request, session, 'delete_account', body);",
        'async deleteMe({ session, reply }) {\n      const refused = null;',
      ],
    ],
  },
  {
    row: 'SIGN-13',
    what: 'a session is enough to end all of them',
    edits: [
      [
        account,
        "async endSessions({ session, body, request, reply }) {\n      const refused = await confirm(request, session, 'end_sessions', body);",
        'async endSessions({ session, reply }) {\n      const refused = null;',
      ],
    ],
  },
  {
    row: 'SIGN-13',
    what: 'a code confirms more than one thing',
    edits: [
      [
        account,
        "return 'refusal' in proven ? proven : proven.useUp();",
        "return 'refusal' in proven ? proven : null;",
      ],
      [codes, '.set({ used_at: at(nowMs) })', '.set({ used_at: null })'],
    ],
  },
  {
    row: 'SIGN-15',
    what: 'a code is accepted for everything',
    edits: [[codes, "          .where('purpose', 'in', [purpose, 'any'])\n", '']],
  },
  {
    row: 'SIGN-15',
    what: 'what is asked for in no session counts for everything',
    edits: [[account, "purpose = session === null ? 'sign_in' : 'any'", "purpose = 'any'"]],
  },
  {
    row: 'SIGN-15',
    what: 'apps of before purposes confirm nothing any more',
    edits: [[codes, "[purpose, 'any']", '[purpose]']],
  },
  {
    row: 'SIGN-15',
    what: 'the two codes of a change of number are exchanged',
    edits: [
      [
        account,
        "code: body.new_code, purpose: 'new_number'",
        "code: body.new_code, purpose: 'sign_in'",
      ],
    ],
  },
  {
    row: 'SIGN-15',
    what: 'the message does not say what a code is for',
    edits: [[method, ' code ${purposeTexts[purpose]}.`', ' code.`']],
  },
  {
    row: 'SIGN-16',
    what: 'anyone has a code sent that would delete an account',
    edits: [
      [
        account,
        '    return method.phoneOf(typed) === me.phone ? null : badPhone();',
        '    return null;',
      ],
    ],
  },
  {
    row: 'SIGN-16',
    what: 'it needs no session',
    edits: [
      [
        account,
        "    if (me === null) return refuse('unauthenticated');\n    if (purpose",
        '    if (me === null) return null;\n    if (purpose',
      ],
    ],
  },
  {
    row: 'SIGN-14',
    what: 'no code is sent',
    edits: [
      [
        fresh,
        'const sent = await actions.requestCode(phone, purpose, signal);',
        'const sent = ok(undefined) as Awaited<ReturnType<typeof actions.requestCode>>;',
      ],
    ],
  },
  {
    row: 'SIGN-14',
    what: 'the typed code is not sent along',
    edits: [[endAll, 'actions.endAllSessions(signal, proof)', 'actions.endAllSessions(signal)']],
  },
  {
    row: 'SIGN-14',
    what: 'a deletion that still needs a code counts as asked for',
    edits: [
      [
        'apps/web/src/replica/client/own-account.ts',
        "if (!answer.ok && answer.error.code === 'invalid_code') await accounts.deletion.cancel(user);",
        '',
      ],
    ],
  },
  {
    row: 'SIGN-14',
    what: 'a wrong code is not said',
    edits: [
      [
        fresh,
        '        setProblem(wrong ?? (recovery === null ? login.invalidCode : login.wrongRecovery));\n',
        '',
      ],
    ],
  },
];
