import { metricsText, metricsToken, samplesOf } from '../http/testing/metrics-of.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import {
  metricsNamedIn,
  metricsServedIn,
  readBoard,
  readMonitoring,
} from '../testing/monitoring.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

test.each(['alerts.yaml', 'alerts.test.yaml', 'grafana.json'])(
  '[ALERT-01] %s uses only metrics that a node reports',
  async (file) => {
    const app = await server.build({ metricsToken }, { standbys: [server.database] });
    const served = metricsServedIn(await metricsText(app));
    const named = metricsNamedIn(readMonitoring(file));
    expect(named.size).toBeGreaterThan(0);
    expect([...named].filter((name) => !served.has(name))).toEqual([]);
  },
);

test('[ALERT-06] counters are reported as 0 before their first event', async () => {
  const text = await metricsText(await server.build({ metricsToken }));
  const counters = [...text.matchAll(/^# TYPE (foray_\w+) counter$/gm)].map(([, name]) => name);
  expect(counters.length).toBeGreaterThan(0);
  const samples = samplesOf(text);
  const without = counters.filter((counter) => !samples.some(({ name }) => name === counter));
  // Its tasks are the jobs that ran.
  expect(without).toEqual(['foray_clean_up_total']);
  const codes = samples.filter(({ name }) => name === 'foray_codes_total');
  expect(codes.map(({ labels, value }) => [labels['outcome'], value])).toEqual([
    ['sent', 0],
    ['failed', 0],
  ]);
});

test('[ALERT-05] each panel of the board has a title, a description, a unit and queries, below a row', () => {
  const { panels } = readBoard();
  expect(panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
    'Traffic',
    'Sync',
    'Database',
    'Sign-in',
    'Clean-up and backups',
    'Process',
  ]);
  expect(panels[0]?.type).toBe('row');
  const lacking = panels
    .filter(({ type }) => type !== 'row')
    .filter(
      ({ title = '', description = '', fieldConfig, targets = [] }) =>
        title === '' ||
        !description.endsWith('.') ||
        (fieldConfig?.defaults.unit ?? '') === '' ||
        targets.length === 0,
    );
  expect(lacking).toEqual([]);
});
