// @ts-check

const watch = 'apps/server/src/db/connection-watch.ts';
const channel = 'apps/server/src/db/head-channel.ts';
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
      [
        limited,
        '      [this.#limits],\n      [text, values]',
        "      ['select 1'],\n      [text, values]",
      ],
    ],
    test,
  },
  {
    what: 'a transaction may wait for ever for its next statement',
    edits: [[limited, 'idle_in_transaction_session_timeout', 'idle_session_timeout']],
    test,
  },
  {
    row: 'PERF-12',
    what: 'PostgreSQL plans the pulls again at each call',
    edits: [['apps/server/src/db/database.ts', '      options: genericPlans,\n', '']],
  },
  {
    row: 'OPS-02',
    what: 'a device waits for minutes after a 503 to a batch or a pull',
    edits: [
      ['packages/domain/src/limits.ts', 'maxAwayBackoffMs = 45_000', 'maxAwayBackoffMs = 300_000'],
    ],
  },
  {
    row: 'OPS-03',
    what: 'connections that hang are kept',
    edits: [[watch, 'if (dead.length === 0) return;', 'if (dead.length >= 0) return;']],
  },
  {
    row: 'OPS-03',
    what: 'a slow statement is taken for a lost one',
    edits: [[watch, '!running.has(beginningOf(text))', 'beginningOf(text).length > 0']],
  },
  {
    row: 'OPS-04',
    what: 'a LISTEN that hears nothing is kept',
    edits: [[channel, 'if (heardMs !== null && !isHearing())', 'if (isClosed)']],
  },
  {
    row: 'OPS-04',
    what: 'what was missed is not told',
    edits: [[channel, 'if (hasGap) void', 'if (isClosed) void']],
  },
  {
    row: 'OPS-05',
    what: 'a node that hears nothing is ready',
    edits: [['apps/server/src/app.ts', 'heads?.isHearing() !== false', 'heads !== undefined']],
  },
  {
    row: 'OPS-05',
    what: 'a node is not alive while its database is away',
    edits: [
      [watch, "!isAnswered && typeof (await runningAt(address)) === 'object'", '!isAnswered'],
    ],
  },
  {
    row: 'OPS-06',
    what: 'a full disk is an error of the server',
    edits: [['apps/server/src/db/failure.ts', "'53': 'it is out", "'53300': 'it is out"]],
  },
  {
    row: 'RESTORE-04',
    what: 'a connection that began while the database took no writes is used on',
    edits: [['apps/server/src/db/wrapped-client.ts', "new Set(['25006', ", 'new Set([']],
  },
];
