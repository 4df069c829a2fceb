// @ts-check

const app = 'apps/server/src/app.ts';
const requestId = 'apps/server/src/http/request-id.ts';
const slow = 'apps/server/src/db/slow-statements.ts';
const server = 'apps/server/src/http/fastify-server.ts';

/** What the server says of itself to those who run it. @type {readonly import('./violation.mjs').Violation[]} */
export const metricViolations = [
  {
    row: 'METRIC-01',
    what: 'the metrics of the database are documented and not served',
    edits: [[app, '...database.metrics, ', '']],
  },
  {
    row: 'METRIC-02',
    what: 'what never became a request is not counted',
    edits: [[server, "(code) => counters.error(code, 'answer')", '() => undefined']],
  },
  {
    row: 'METRIC-02',
    what: 'refusals in batches are not counted',
    edits: [
      ['apps/server/src/routes/sync.ts', "counters.error(result.body.error.code, 'batch');", ''],
    ],
  },
  {
    row: 'METRIC-03',
    what: 'waits for a connection are not measured',
    edits: [['apps/server/src/db/wrapped-client.ts', 'onWaited(performance.now() - startMs);', '']],
  },
  {
    row: 'METRIC-04',
    what: 'transactions run again unnoticed',
    edits: [['apps/server/src/db/known-run.ts', 'countRetry(retryReasonOf(error));', '']],
  },
  {
    row: 'METRIC-04',
    what: 'a deadlock is counted as something else',
    edits: [['apps/server/src/db/known-run.ts', "  '40P01': 'deadlock',\n", '']],
  },
  {
    row: 'METRIC-04',
    what: 'the victim of a deadlock does not run again',
    edits: [['apps/server/src/db/failure.ts', "  '40P01', // deadlock_detected\n", '']],
  },
  {
    row: 'METRIC-05',
    what: 'a LISTEN is lost unnoticed',
    edits: [['apps/server/src/db/head-channel.ts', 'options.onLost?.();', '']],
  },
  {
    row: 'METRIC-05',
    what: 'beats are heard and not measured',
    edits: [
      [
        'apps/server/src/db/head-channel.ts',
        'options.onBeat?.(heardMs - Number(payload));',
        'void payload;',
      ],
    ],
  },
  {
    row: 'METRIC-06',
    what: 'what came of push messages is not counted',
    edits: [['apps/server/src/push/push-messages.ts', 'ports.onOutcome(outcome);', '']],
  },
  {
    row: 'METRIC-07',
    what: 'only the node that cleaned up says when',
    edits: [
      [
        'apps/server/src/clean-up-turns.ts',
        'if (succeededAt !== null) counters',
        'if (succeededAt !== null && Object.keys(jobs).length === 0) counters',
      ],
    ],
  },
  {
    row: 'METRIC-08',
    what: 'slow statements are not counted',
    edits: [[slow, 'this.#count();', '']],
  },
  {
    row: 'METRIC-08',
    what: 'slow statements flood the log',
    edits: [[slow, 'if (this.#told >= maxPerWindow) {', 'if (this.#told < 0) {']],
  },
  {
    row: 'METRIC-09',
    what: 'what is done for a request does not know it',
    edits: [[requestId, 'present.run(id, done);', 'done();']],
  },
  {
    row: 'METRIC-09',
    what: 'what is no HTTP is answered without an id',
    edits: [['apps/server/src/http/client-errors.ts', '[requestIdHeader]: newRequestId(),', '']],
  },
  {
    row: 'METRIC-10',
    what: 'devices always wait for two seconds',
    edits: [[server, 'createErrorHandler(retryAfterSeconds)', 'createErrorHandler(2)']],
  },
  {
    row: 'METRIC-10',
    what: 'proxies are told of another time than the one that is set',
    edits: [
      [
        server,
        'requestTimeoutMs, keepAliveMs, closingMs })',
        'requestTimeoutMs, keepAliveMs: 72_000, closingMs })',
      ],
    ],
  },
  {
    row: 'METRIC-11',
    what: 'a device says how long its newest change has waited',
    edits: [
      ['packages/sync/src/push/push.ts', 'Math.min(least, ms), nowMs)', 'Math.max(least, ms), 0)'],
    ],
  },
  {
    row: 'METRIC-11',
    what: 'anything is read in place of an age',
    edits: [['packages/contract/src/queue-age.ts', '/^\\d{1,9}$/.test(text)', "text !== ''"]],
  },
  {
    row: 'METRIC-11',
    what: 'the age is described for every route',
    edits: [
      ['packages/contract/src/openapi.ts', 'route.headers ??', "{ 'x-queue-age': 'The age' } ??"],
    ],
  },
  {
    row: 'METRIC-11',
    what: 'the app does not say it',
    edits: [
      [
        'apps/web/src/adapters/http-transport.ts',
        'queueAgeSeconds === undefined ?',
        'queueAgeSeconds !== undefined ?',
      ],
    ],
  },
  {
    row: 'METRIC-12',
    what: 'the bundle does not know its commit',
    edits: [['scripts/build.mjs', '{ forayCommit:', '{ anyCommit:']],
  },
  {
    row: 'METRIC-12',
    what: 'the clone around an archive is taken for its own',
    edits: [['scripts/build.mjs', "if (!existsSync(join(folder, '.git'))) return 'unknown';", '']],
  },
  {
    row: 'METRIC-12',
    what: 'changed files are not told',
    edits: [['scripts/build.mjs', "'--dirty', ", '']],
  },
];
