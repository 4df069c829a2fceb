// @ts-check

const events = 'apps/server/src/db/security-events.ts';
const list = 'apps/server/src/db/list-security-events.ts';
const sessions = 'apps/server/src/db/sessions.ts';
const people = 'apps/server/src/db/store/people.ts';
const push = 'apps/server/src/push/push-messages.ts';
const account = 'apps/server/src/routes/account.ts';
const contacts = 'packages/authority/src/account/contacts.ts';
const panel = 'apps/web/src/features/preferences/history-panel.tsx';

/** The log of an account. @type {readonly import('./violation.mjs').Violation[]} */
export const securityEventViolations = [
  {
    row: 'AUDIT-01',
    what: 'an import of contacts is not noted',
    edits: [
      [
        contacts,
        "      await tx.putSecurityEvent(eventOf(caller, 'contacts_imported', now));\n",
        '',
      ],
    ],
  },
  {
    row: 'AUDIT-01',
    what: 'the end of another session is a sign-out',
    edits: [[account, "isOwn ? 'signed_out' : 'session_ended'", "'signed_out'"]],
  },
  {
    row: 'AUDIT-01',
    what: 'each time that a browser sends its subscription is noted',
    edits: [[push, 'if (rows[0]?.same === 0) await', 'await']],
  },
  {
    row: 'AUDIT-02',
    what: 'a wrong code is an entry each',
    edits: [
      [
        events,
        '${session_id ?? 0}::bigint, coalesce(',
        '-floor(random() * 1e9)::bigint, coalesce(',
      ],
    ],
  },
  {
    row: 'AUDIT-02',
    what: "wrong codes of any number are everybody's",
    edits: [[events, 'sql`u.phone = ${phone}`', "sql`${phone} <> ''`"]],
  },
  {
    row: 'AUDIT-03',
    what: 'the log of everybody is read',
    edits: [[list, "    .where('user_id', '=', session.userId)\n", '']],
  },
  {
    row: 'AUDIT-03',
    what: 'it outlives the account',
    edits: [[people, ',\n          j as (delete from security_events where user_id = ${id})', '']],
  },
  {
    row: 'AUDIT-03',
    what: 'something is noted of an account that has ended',
    edits: [[events, ' and u.phone is not null for key share', ' for key share']],
  },
  {
    row: 'AUDIT-04',
    what: 'one more is kept',
    edits: [[events, 'const mostEvents = 500;', 'const mostEvents = 501;']],
  },
  {
    row: 'AUDIT-05',
    what: 'a session ends where that cannot be noted',
    edits: [
      [
        sessions,
        'session_id, device: own.device });\n',
        'session_id, device: own.device }).catch(() => undefined);\n',
      ],
    ],
  },
  {
    row: 'AUDIT-06',
    what: 'each page is the first',
    edits: [
      [
        panel,
        'actions.listSecurityEvents(known?.next ?? null, signal)',
        'actions.listSecurityEvents(null, signal)',
      ],
    ],
  },
  {
    row: 'AUDIT-06',
    what: 'a kind of a later release has no words',
    edits: [[panel, '{strings.kinds[kind] ?? strings.unknown}', '{strings.kinds[kind]}']],
  },
];
