// @ts-check

const importing = 'packages/authority/src/commands/import.ts';
const sessions = 'apps/server/src/db/sessions.ts';

/** When a create counts as an import. @type {readonly import('./violation.mjs').Violation[]} */
export const importViolations = [
  {
    row: 'SHARE-31',
    what: 'an import counts for as long as a session lasts',
    edits: [[importing, ' <= upgradeMs', ' <= Infinity']],
  },
  {
    row: 'SHARE-31',
    what: 'an import counts for a shorter time',
    edits: [[importing, '30 * dayMs', '29 * dayMs']],
  },
  {
    row: 'SHARE-31',
    what: 'an import counts from when a session was last seen',
    edits: [[sessions, 'created_at: signedInAt', 'last_seen_at: signedInAt']],
  },
  {
    row: 'SHARE-31',
    what: 'a data file is imported late, and counts no more',
    edits: [[importing, 'isImportedUuid(uuid) ||', '']],
  },
  {
    row: 'SHARE-31',
    what: 'a copy of an item of a data file counts no more',
    edits: [[importing, 'command.occurrence_of ?? command.uuid', 'command.uuid']],
  },
  {
    row: 'SHARE-31',
    what: 'what a restored backup lost counts no more',
    edits: [[importing, 'isHistoryRenewed ||\n', '\n']],
  },
  {
    row: 'SHARE-31',
    what: 'who is in no session imports at any time',
    edits: [[importing, '(signedInAt !== undefined &&', '(signedInAt === undefined ||']],
  },
];
