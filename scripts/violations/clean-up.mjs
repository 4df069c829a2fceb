// @ts-check

const turns = 'apps/server/src/clean-up-turns.ts';
const notifications = 'apps/server/src/db/store/notifications.ts';
const turn = 'apps/server/src/db/clean-up-turn.ts';

/** What the server does by itself once an hour. @type {readonly import('./violation.mjs').Violation[]} */
export const cleanUpViolations = [
  {
    row: 'OPS-07',
    what: 'old notifications are looked for in the whole table',
    edits: [
      [notifications, 'where updated_at < ${before}', 'where coalesce(updated_at) < ${before}'],
    ],
  },
  {
    row: 'OPS-07',
    what: 'everybody is looked at for too many notifications',
    edits: [[notifications, 'where updated_at >= ${moment}', 'where true']],
  },
  {
    row: 'OPS-07',
    what: 'what is to be forgotten is looked for among all tombstones',
    edits: [
      [
        'apps/server/src/db/store/access.ts',
        'where deleted_at < ${before} and forgotten_deletion',
        'where coalesce(deleted_at) < ${before} and forgotten_deletion',
      ],
    ],
  },
  {
    row: 'OPS-07',
    what: 'a session that ends looks for its subscriptions among all',
    edits: [
      [
        'apps/server/src/db/migrations/0030-expand-clean-up.ts',
        'create index push_session on push (session_id);',
        '',
      ],
    ],
  },
  {
    row: 'OPS-08',
    what: 'every node cleans up',
    edits: [[turn, "where (meta.value::jsonb ->> 'until')::timestamptz <= now()", 'where true']],
  },
  {
    row: 'OPS-08',
    what: 'a turn that nobody ends lasts for ever',
    edits: [[turn, "interval '55 minutes'", "interval '10 years'"]],
  },
  {
    row: 'OPS-09',
    what: 'what fails is not logged',
    edits: [[turns, "log.error({ job, ...failureFields(error) }, 'clean-up failed');", '']],
  },
  {
    row: 'OPS-09',
    what: 'what fails is not counted',
    edits: [[turns, "counters.cleanUp(job, 'failed');", '']],
  },
  {
    row: 'OPS-09',
    what: 'the probe says nothing of what fails',
    edits: [[turns, 'else failing.push(job);', '']],
  },
  {
    row: 'OPS-09',
    what: 'a job that fails keeps the others',
    edits: [[turns, 'else failing.push(job);', 'else break;']],
  },
];
