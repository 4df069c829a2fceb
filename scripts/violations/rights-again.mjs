// @ts-check

const localRights = 'packages/sync/src/optimistic/local-rights.ts';
const migration = 'apps/server/src/db/migrations/0004-expand-rights.ts';
const patching = 'packages/authority/src/commands/patch-item.ts';

/** Rights that are evaluated again: by a change, by a migration and on a device. @type {readonly import('./violation.mjs').Violation[]} */
export const reEvaluationViolations = [
  {
    row: 'SHARE-16',
    what: 'a new assignee has the rights of everybody in the tree evaluated again',
    edits: [
      [
        patching,
        'recheck(unit, rows, [item.assigned_to, after.assigned_to]);',
        "recheck(unit, rows, 'everybody');",
      ],
    ],
  },
  {
    row: 'SHARE-21',
    what: 'a device keeps the rights below an item that its user has given away',
    edits: [[localRights, 'line.some(isElsewhere) || ancestors', 'ancestors']],
  },
  {
    row: 'SHARE-21',
    what: 'a device computes the rights below a changed item and does not keep them',
    edits: [
      [localRights, 'if (permission !== row.permission) unit.put({ ...row, permission });', ''],
    ],
  },
  {
    row: 'SHARE-22',
    what: 'the migration gives an owner who contributes to the parent no more than that',
    edits: [
      [
        migration,
        "case when s.permission = 'manage' or c.user_id = s.user_id then 'manage'",
        "case when s.permission = 'manage' then 'manage'",
      ],
    ],
  },
  {
    row: 'SHARE-22',
    what: 'the migration leaves the access that the earlier rules gave',
    edits: [[migration, 'where not a.removed and not exists (', 'where false and not exists (']],
  },
  {
    row: 'SHARE-22',
    what: 'what the migration changes takes no new place in the feeds of existing devices',
    edits: [
      [
        migration,
        'permission = excluded.permission, seq = excluded.seq, removed',
        'permission = excluded.permission, removed',
      ],
    ],
  },
];
