// @ts-check

const guard = 'apps/server/src/http/guard.ts';
const failures = 'packages/sync/src/cycle/call-failure.ts';

/** What one account may have and do. @type {readonly import('./violation.mjs').Violation[]} */
export const quotaViolations = [
  {
    row: 'QUOTA-01',
    what: 'the calls of an account are not bounded',
    edits: [[guard, 'isBounded ? callBound(session.userId) : null', 'null']],
  },
  {
    row: 'QUOTA-01',
    what: 'who has stolen a session keeps its owner from ending it',
    edits: [[guard, '!endingSessions.has(route.path)', 'true']],
  },
  {
    row: 'QUOTA-01',
    what: 'a minute never ends',
    edits: [
      ['apps/server/src/http/minute-bound.ts', 'if (minute !== counted) counts.clear();', ''],
    ],
  },
  {
    row: 'QUOTA-02',
    what: 'the searches of a minute are not bounded',
    edits: [
      ['apps/server/src/routes/items.ts', 'searchBound(session.userId)', 'null as number | null'],
    ],
  },
  {
    row: 'QUOTA-03',
    what: 'an account may open any number of event streams',
    edits: [
      [
        'apps/server/src/http/event-streams.ts',
        'if (streams.size >= mostPerUser) return false;',
        '',
      ],
    ],
  },
  {
    row: 'QUOTA-04',
    what: 'what comes beyond a bound of calls is refused for good',
    edits: [
      [failures, 'if (asksToWait(reply) || error === null', 'if (error === null'],
      [failures, '[400, 413, 422].includes(status)', '[400, 413, 422, 429].includes(status)'],
    ],
  },
];
