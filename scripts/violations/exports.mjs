// @ts-check

const parts = 'apps/server/src/export/export-parts.ts';
const exports = 'apps/server/src/export/account-exports.ts';
const account = 'apps/server/src/routes/account.ts';
const limits = 'apps/server/src/http/limits.ts';
const seen = 'packages/authority/src/account/account-export.ts';
const panel = 'apps/web/src/features/preferences/account-file.tsx';

/** Exports of what the server holds about a person. @type {readonly import('./violation.mjs').Violation[]} */
export const exportViolations = [
  {
    row: 'EXPORT-01',
    what: 'only the first page of items is in it',
    edits: [
      [
        seen,
        '          ({ cursor: since, more } = page);\n          yield page.data;',
        '          more = false;\n          yield page.data;',
      ],
    ],
  },
  {
    row: 'EXPORT-01',
    what: 'both readings of a number count',
    edits: [[parts, 'sql`created_at`, sql`is_first`)', 'sql`created_at`)']],
  },
  {
    row: 'EXPORT-01',
    what: 'what counts for the bounds is that of anybody',
    edits: [
      [
        parts,
        "        .where('user_id', '=', session.userId)\n        .executeTakeFirst();",
        '        .executeTakeFirst();',
      ],
    ],
  },
  {
    row: 'EXPORT-02',
    what: 'a table is forgotten',
    edits: [[parts, "tables: ['ops'],", 'tables: [],']],
  },
  {
    row: 'EXPORT-03',
    what: 'each part is read at its own moment',
    edits: [
      [exports, ".setIsolationLevel('repeatable read')", ".setIsolationLevel('read committed')"],
    ],
  },
  {
    row: 'EXPORT-04',
    what: 'a history is shown whole to who sees a part of the campaign',
    edits: [
      [
        'packages/authority/src/queries/campaign-activity.ts',
        "may(permission, 'edit') ? null : userId",
        'null',
      ],
    ],
  },
  {
    row: 'EXPORT-05',
    what: 'a session is enough',
    edits: [
      [
        account,
        "exports.open(session, () => confirm(request, session, 'export', body))",
        'exports.open(session, async () => null)',
      ],
    ],
  },
  {
    row: 'EXPORT-06',
    what: 'a person has several at once',
    edits: [
      [exports, 'if (asking.has(userId)) return secondOfPerson();', ''],
      [exports, 'if (rows[0]?.isFree !== true)', 'if (rows.length === 0)'],
    ],
  },
  {
    row: 'EXPORT-06',
    what: 'who asks again takes a place of others',
    edits: [[exports, 'if (asking.has(userId)) return secondOfPerson();', '']],
  },
  {
    row: 'EXPORT-06',
    what: 'a person has as many a day as they like',
    edits: [[limits, "name: 'export user', most: 5,", "name: 'export user', most: 5_000,"]],
  },
  {
    row: 'EXPORT-06',
    what: 'what is refused counts',
    edits: [
      [
        exports,
        '    const refused = await admit();\n    if (refused !== null) return refused;\n    const seconds = await limits.export(session.userId);\n',
        '    const seconds = await limits.export(session.userId);\n    const refused = await admit();\n    if (refused !== null) return refused;\n',
      ],
    ],
  },
  {
    row: 'EXPORT-06',
    what: 'what was given up holds its place',
    edits: [[exports, "document.once('close', () => running.delete(place));", '']],
  },
  {
    row: 'EXPORT-06',
    what: 'what is not read holds its place',
    edits: [
      [exports, 'setTimeout(giveUp, mostPauseMs)', 'setTimeout(() => undefined, mostPauseMs)'],
    ],
  },
  {
    row: 'EXPORT-06',
    what: 'what takes long holds its place while others wait',
    edits: [[exports, 'longest.document.destroy()', 'undefined']],
  },
  {
    row: 'EXPORT-06',
    what: 'what has just begun ends for others',
    edits: [[exports, 'nowMs() - longest.sinceMs > sureMs', 'true']],
  },
  {
    row: 'EXPORT-06',
    what: 'everything is read before anything is sent',
    edits: [
      [
        exports,
        'const sent = pipeline(Readable.from(takenInTime(pieces, giveUp)), into)',
        'for await (const piece of pieces) into.write(piece);\n    into.end();\n    const sent = Promise.resolve()',
      ],
    ],
  },
  {
    row: 'EXPORT-07',
    what: 'the typed code is not sent along',
    edits: [[panel, 'actions.exportAccount(signal, proof)', 'actions.exportAccount(signal)']],
  },
  {
    row: 'EXPORT-07',
    what: 'a failure is not said',
    edits: [
      [
        panel,
        'return setProblem(isTooOften ? files.everythingTooOften : files.everythingFailed);',
        'return;',
      ],
    ],
  },
  {
    row: 'EXPORT-07',
    what: 'it is offered offline',
    edits: [[panel, '        disabled={!online}\n', '']],
  },
  {
    row: 'EXPORT-08',
    what: 'the reports of all are read',
    edits: [
      [
        'apps/server/src/db/migrations/0033-expand-reports-of-user.ts',
        'create index reports_user on reports (user_id, id);',
        '',
      ],
    ],
  },
];
