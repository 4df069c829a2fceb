// @ts-check

const rules = 'docs/operations/alerts.yaml';
const board = 'docs/operations/grafana.json';
const counters = 'apps/server/src/http/counters.ts';
const schedule = 'apps/server/src/backup/backup-schedule.ts';

/** What Prometheus and Grafana are given. @type {readonly import('./violation.mjs').Violation[]} */
export const alertViolations = [
  {
    row: 'ALERT-01',
    what: 'a metric that an alert needs has another name',
    edits: [[counters, "'foray_listen_losses_total'", "'foray_lost_listens_total'"]],
  },
  {
    row: 'ALERT-01',
    what: 'a rule asks for a label that its metric does not have',
    edits: [[rules, 'foray_errors_total{code="internal"}', 'foray_errors_total{error="internal"}']],
  },
  {
    row: 'ALERT-02',
    what: 'probes that are answered 503 are taken for errors',
    edits: [[rules, '{status=~"5..",route!~"/healthz|/readyz|/metrics"}', '{status=~"5.."}']],
  },
  {
    row: 'ALERT-02',
    what: 'a stream that lasts for hours is taken for a slow answer',
    edits: [[rules, '/api/events|', '']],
  },
  {
    row: 'ALERT-02',
    what: 'one code that cannot be sent wakes somebody',
    edits: [[rules, '{outcome="failed"}[15m])) > 2', '{outcome="failed"}[15m])) > 0']],
  },
  {
    row: 'ALERT-02',
    what: 'one device that was offline for a week is an alert',
    edits: [[rules, '[30m])) > 50', '[30m])) > 20']],
  },
  {
    row: 'ALERT-02',
    what: 'each node has to have seen a clean-up lately',
    edits: [
      [rules, 'time() - max(foray_last_clean_up_seconds)', 'time() - foray_last_clean_up_seconds'],
    ],
  },
  {
    row: 'ALERT-02',
    what: 'a replacement of all nodes is an alert',
    edits: [[rules, 'for: 1h', 'for: 10m']],
  },
  {
    row: 'ALERT-02',
    what: 'nothing says that no node is known',
    edits: [[rules, ' or absent(up{job="foray"})', '']],
  },
  {
    row: 'ALERT-03',
    what: 'an alert does not say what to do',
    edits: [[rules, ' (docs/operations.md#upgrade)', '']],
  },
  {
    row: 'ALERT-04',
    what: 'the example forgets the token',
    edits: [
      ['docs/operations/prometheus.yaml', 'credentials_file: metrics-token', 'credentials: none'],
    ],
  },
  {
    row: 'ALERT-05',
    what: 'a panel has no unit',
    edits: [[board, '"unit": "bytes",', '']],
  },
  {
    row: 'ALERT-05',
    what: 'a panel stays empty',
    edits: [
      [
        board,
        'increase(foray_listen_losses_total{',
        'increase(foray_listen_losses_total{job=\\"none\\",',
      ],
    ],
  },
  {
    row: 'ALERT-06',
    what: 'a counter is not there before it first counts',
    edits: [['apps/server/src/labelled-counter.ts', 'counter.inc(values, 0);', 'void values;']],
  },
  {
    row: 'ALERT-07',
    what: 'the metric does not ask the database',
    edits: [['apps/server/src/http/node-gauges.ts', '(await isReady()) ? 1 : 0', '1']],
  },
  {
    row: 'ALERT-08',
    what: 'warnings are not counted',
    edits: [['apps/server/src/app.ts', 'counters.near(near);', '']],
  },
  {
    row: 'ALERT-09',
    what: 'a node that was started again has no backup',
    edits: [[schedule, 'onNewest(newest === undefined ? 0 : madeAtMs(newest));', 'onNewest(0);']],
  },
  {
    row: 'ALERT-09',
    what: 'a node without backups says that it lacks one',
    edits: [[counters, 'backedUp.remove();', '']],
  },
];
