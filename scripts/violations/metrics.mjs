// @ts-check

const app = 'apps/server/src/app.ts';
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
];
