// @ts-check

const limited = 'apps/server/src/db/limited-statements.ts';
/** @type {[string, string]} */
const test = ['apps/server/src/db/limited-statements.test.ts', '[OPS-01]'];

/** How the server lives with its database. @type {readonly import('./violation.mjs').Violation[]} */
export const operationsViolations = [
  {
    what: 'the limits stay with the session',
    edits: [[limited, '`set local statement_timeout', '`set statement_timeout']],
    test,
  },
  {
    what: 'a statement alone has no limits',
    edits: [
      [limited, "['begin'], [limits], [text, values]", "['begin'], ['select 1'], [text, values]"],
    ],
    test,
  },
  {
    what: 'a transaction may wait for ever for its next statement',
    edits: [[limited, 'idle_in_transaction_session_timeout', 'idle_session_timeout']],
    test,
  },
  {
    row: 'OPS-02',
    what: 'a device waits for minutes after a 503 to a batch or a pull',
    edits: [
      ['packages/domain/src/limits.ts', 'maxAwayBackoffMs = 45_000', 'maxAwayBackoffMs = 300_000'],
    ],
  },
];
