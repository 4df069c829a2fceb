// @ts-check

const activity = 'apps/server/src/db/store/activity.ts';
const access = 'apps/server/src/db/store/access.ts';
const cleanUp = 'apps/server/src/db/clean-up.ts';

/** What is kept for how long. @type {readonly import('./violation.mjs').Violation[]} */
export const keptViolations = [
  {
    row: 'KEEP-01',
    what: 'changes outside any campaign are logged',
    edits: [
      [
        'packages/authority/src/store/outcome.ts',
        'entries.filter(({ campaign_id }) => campaign_id !== null)',
        'entries',
      ],
    ],
  },
  {
    row: 'KEEP-02',
    what: 'the log keeps the titles of tombstones',
    edits: [
      [activity, "item_title = '', metadata = '{}' where id in", "metadata = '{}' where id in"],
    ],
  },
  {
    row: 'KEEP-02',
    what: 'the log keeps the values of tombstones',
    edits: [
      [activity, "item_title = '', metadata = '{}' where id in", "item_title = '' where id in"],
    ],
  },
  {
    row: 'KEEP-02',
    what: 'the log of a campaign outlives it',
    edits: [[activity, 'where campaign_id = any(${ids}::bigint[]) limit', 'where false limit']],
  },
  {
    row: 'KEEP-02',
    what: 'an account leaves its words in the logs of others',
    edits: [
      [
        activity,
        "update activity set item_title = '', metadata = '{}'\n",
        'update activity set automatic = automatic\n',
      ],
    ],
  },
  {
    row: 'KEEP-04',
    what: 'the records of requests about tombstones stay',
    edits: [[access, 'where o.user_id = g.user_id and o.item_id = g.item_id', 'where false']],
  },
  {
    row: 'KEEP-04',
    what: 'records go although the copy that they are about may come back',
    edits: [[access, "title = '' and occurrence_of is null as is_over", "title = '' as is_over"]],
  },
  {
    row: 'KEEP-04',
    what: 'the records of creates go, also of those that named no uuid',
    edits: [[access, ' and o.status <> 201', '']],
  },
  {
    row: 'KEEP-03',
    what: 'what earlier releases logged outside campaigns stays',
    edits: [[cleanUp, "'activity', sql`campaign_id is null`", "'activity', sql`false`"]],
  },
  {
    row: 'KEEP-03',
    what: 'only one portion of a log is erased',
    edits: [[activity, 'if (rows[0]?.isMore === true) return true;', '']],
  },
];
