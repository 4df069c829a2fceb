// @ts-check

const account = 'apps/server/src/routes/account.ts';
const change = 'packages/authority/src/account/change-number.ts';
const own = 'packages/authority/src/account/own-person.ts';
const people = 'apps/server/src/db/store/people.ts';
const limits = 'apps/server/src/http/limits.ts';
const remembered = 'apps/web/src/replica/client/remembered-user.ts';
const former = 'packages/sync/src/account/former-account.ts';
const store = 'apps/web/src/replica/client/account-store.ts';
const waiting = 'apps/web/src/replica/client/waiting-accounts.ts';
const dialog = 'apps/web/src/features/preferences/number-dialog.tsx';

/** A change of number. @type {readonly import('./violation.mjs').Violation[]} */
export const numberViolations = [
  {
    row: 'NUMBER-01',
    what: 'the code of the new number is enough',
    edits: [
      [
        account,
        "const own = await prove(request, session, 'change_number', body);",
        "const own = { phone: (await authority.me(session))?.phone ?? '', useUp: async () => null };",
      ],
    ],
  },
  {
    row: 'NUMBER-01',
    what: 'the code of the present number is enough',
    edits: [
      [
        account,
        "method.prove(\n        { phone, code: body.new_code, purpose: 'new_number' },\n        askerOf(request),\n      )",
        "prove(request, session, 'change_number', body)",
      ],
    ],
  },
  {
    row: 'NUMBER-01',
    what: 'a code confirms several changes',
    edits: [
      [account, '(await own.useUp()) ?? (await taken.useUp())', 'await own.useUp()'],
      [
        'apps/server/src/db/login-codes.ts',
        '.set({ used_at: at(nowMs) })',
        '.set({ used_at: null })',
      ],
    ],
  },
  {
    row: 'NUMBER-01',
    what: 'a code of a former number is enough where another change came first',
    edits: [[change, 'if (me.phone !== from)', 'if (from === null)']],
  },
  {
    row: 'NUMBER-02',
    what: 'it is said that a number has an account before its code was right',
    edits: [
      [
        'apps/server/src/routes/sign-in-method.ts',
        "return 'refusal' in right ? right : held(right);",
        "const { phone, purpose } = given;\n      const isTold = purpose === 'new_number' && (await codes.standing(phone, '')) !== 'unknown';\n      if ('refusal' in right) return isTold ? refuse('number_taken') : right;\n      return held(right);",
      ],
    ],
  },
  {
    row: 'NUMBER-03',
    what: 'the devices are not notified',
    edits: [
      [
        change,
        "  put(userId, 'notification', await putNotice(tx, userId, now, notice), mine.by - 2);\n",
        '  void notice;\n',
      ],
    ],
  },
  {
    row: 'NUMBER-03',
    what: 'anyone who takes a number does not learn that somebody gave it up',
    edits: [[own, '...(isTakenOver && { taken_over: true }),', '...(isTakenOver && {}),']],
  },
  {
    row: 'NUMBER-03',
    what: 'the numbers of an ended account stay',
    edits: [
      [
        people,
        'k as (update former_numbers set phone = null where user_id = ${id})',
        'k as (update former_numbers set phone = phone where user_id = ${id})',
      ],
    ],
  },
  {
    row: 'NUMBER-04',
    what: 'who has the old number alone stays a contact',
    edits: [
      [
        change,
        'const after = (await tx.importersAmong(phone, near)).filter((id) => !apart.includes(id));',
        'const after = [...new Set([...mutualsNow, ...(await tx.importersAmong(phone, near))])];',
      ],
    ],
  },
  {
    row: 'NUMBER-04',
    what: 'who has the new number already becomes no contact',
    edits: [
      [
        change,
        'const after = (await tx.importersAmong(phone, near)).filter((id) => !apart.includes(id));',
        'const after = await tx.importersAmong(phone, mutualsNow);',
      ],
    ],
  },
  {
    row: 'NUMBER-04',
    what: 'who was blocked comes back by the new number',
    edits: [[change, '.filter((id) => !apart.includes(id))', '']],
  },
  {
    row: 'NUMBER-05',
    what: 'a number that somebody has is refused as if one’s own account had ended',
    edits: [
      [
        change,
        "if ((await tx.userByPhone(phone)) !== null) return err('number_taken');",
        "if ((await tx.userByPhone(phone)) !== null) return err('not_found');",
      ],
    ],
  },
  {
    row: 'NUMBER-05',
    what: 'a number is changed without end',
    edits: [[limits, "name: 'number user', most: 10,", "name: 'number user', most: 10_000,"]],
  },
  {
    row: 'NUMBER-06',
    what: 'a user with another number is another person',
    edits: [
      [
        remembered,
        'return former_phones?.includes(phone) === true;',
        'return former_phones?.includes(phone) === null;',
      ],
    ],
  },
  {
    row: 'NUMBER-06',
    what: 'any number under an id is that person',
    edits: [
      [
        remembered,
        'return hadNumber(one, other.phone) || hadNumber(other, one.phone);',
        'return true;',
      ],
    ],
  },
  {
    row: 'NUMBER-06',
    what: 'the data of a former number is set aside',
    edits: [[former, ' && !former_phones.includes(owner)) return owner;', ') return owner;']],
  },
  {
    row: 'NUMBER-06',
    what: 'a device that is open does not ask whose the other number is',
    edits: [
      [
        'apps/web/src/replica/client/display-name.ts',
        'if (isRenumbered(personOf(this.#session.get()), people)) await this.#checkSession();',
        '',
      ],
    ],
  },
  {
    row: 'NUMBER-07',
    what: 'what the former owner left is brought along',
    edits: [[store, 'if (!user.phone || user.taken_over) return 0;', 'if (!user.phone) return 0;']],
  },
  {
    row: 'NUMBER-07',
    what: 'what the former owner left counts as an earlier account of anyone who has the number',
    edits: [[waiting, 'user?.taken_over ? undefined : user?.phone', 'user?.phone']],
  },
  {
    row: 'NUMBER-08',
    what: 'no code goes to the new number',
    edits: [
      [dialog, "    beside: (signal) => actions.requestCode(next, 'new_number', signal),\n", ''],
    ],
  },
  {
    row: 'NUMBER-08',
    what: 'it is not said that a number is taken',
    edits: [[dialog, "  if (code === 'number_taken') return strings.taken;\n", '']],
  },
  {
    row: 'NUMBER-09',
    what: 'a sign-in that began with the former number gives it back to the account',
    edits: [
      [
        'packages/authority/src/account/account.ts',
        'if (known?.phone !== who.phone) throw new RetryTransaction();',
        'if (known === undefined) throw new RetryTransaction();',
      ],
      [
        'packages/authority/src/account/account.ts',
        '    ...known,\n    name: names',
        '    ...found,\n    name: names',
      ],
    ],
  },
  {
    row: 'NUMBER-09',
    what: 'two who change their numbers at once miss each other',
    edits: [[change, '    await tx.lockNumbers();\n', '']],
  },
  {
    row: 'NUMBER-09',
    what: 'who becomes a contact meanwhile is not locked',
    edits: [
      [
        change,
        'if (!isLocked([...mutualsNow, ...importedNow])) throw new RetryTransaction();',
        'void isLocked;',
      ],
    ],
  },
  {
    row: 'NUMBER-09',
    what: 'a change counts though another one came first',
    edits: [[change, "if (me.phone !== from) return err('other_number');", 'void from;']],
  },
  {
    row: 'NUMBER-08',
    what: 'who typed a number that is taken cannot type another',
    edits: [[dialog, '      forgetCodes();\n', '']],
  },
];
