import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { metricOf, metricsText, metricsToken, samplesOf } from '../testing/metrics-of.ts';
import { listenLocally, rawAnswer } from '../testing/raw-requests.ts';
import { startServerUnderTest } from '../testing/server-under-test.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

/** The rows of the table in the documentation. */
function documented() {
  const text = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
  return [...text.matchAll(/^\| `(foray_\w+)` +\| (\w+) +\| ([\w, ]*?) *\|/gm)].map(
    ([, name = '', type = '', labels = '']) => ({
      name,
      type,
      labels: labels === '' ? [] : labels.split(', '),
    }),
  );
}

test('[METRIC-01] the metrics are the documented ones, with their types and labels', async () => {
  const app = await server.build(
    { metricsToken },
    { firstCleanUpMs: 0, directAddress: server.address, standbys: [server.database] },
  );
  const client = server.client(app);
  await client.signIn();
  await client.get('/api/nowhere');
  await client.create();
  const served = async () => metricsText(app);
  await expect.poll(served).toContain('foray_clean_up_total{');
  const text = await served();
  const types = [...text.matchAll(/^# TYPE (foray_.*)$/gm)].map(([, line]) => line);
  const rows = documented();
  expect(new Set(types)).toEqual(new Set(rows.map(({ name, type }) => `${name} ${type}`)));
  expect(types).toHaveLength(rows.length);
  for (const { name, labels } of samplesOf(text)) {
    if (!name.startsWith('foray_')) continue;
    const row = rows.find((one) => [one.name, ...partsOf(one.name)].includes(name));
    expect(['le', ...(row?.labels ?? [])]).toEqual(expect.arrayContaining(Object.keys(labels)));
  }
});

/** The series of a histogram of this name. */
function partsOf(name: string): readonly string[] {
  return ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`);
}

test('[METRIC-02] refusals are counted by code: whole responses, requests in batches, and unreadable requests', async () => {
  const app = await server.build({ metricsToken });
  const counted = (code: string, place: string) =>
    metricOf(app, 'foray_errors_total', { code, place });
  const client = server.client(app);
  await client.get('/api/me');
  expect(await counted('unauthenticated', 'answer')).toBe(1);
  await client.signIn();
  const entry = { id: randomUUID(), method: 'POST', url: '/api/items', data: { type: 'todo' } };
  expect((await client.post('/api/batch', { requests: [entry] })).status).toBe(200);
  expect(await counted('invalid', 'batch')).toBe(1);
  expect(await counted('invalid', 'answer')).toBe(0);
  const before = await counted('bad_json', 'answer');
  const port = await listenLocally(app);
  expect((await rawAnswer(port, 'no HTTP at all\r\n\r\n')).status).toBe(400);
  expect(await counted('bad_json', 'answer')).toBe(before + 1);
});

test('[METRIC-11] the waiting time of changes on devices is measured, and other values of the header are ignored', async () => {
  const app = await server.build({ metricsToken });
  const client = server.client(app);
  await client.signIn();
  const send = async (age?: string) => {
    const requests = [
      { id: randomUUID(), method: 'POST', url: '/api/items', data: { type: 'todo' } },
    ];
    const headers = age === undefined ? {} : { 'x-queue-age': age };
    expect((await client.post('/api/batch', { requests }, headers)).status).toBe(200);
  };
  const of = (part: string) => metricOf(app, `foray_device_queue_age_seconds_${part}`);
  for (const age of [undefined, '', '-1', '1.5', 'old', '1e3', '9999999999']) await send(age);
  expect(await of('count')).toBe(0);
  await send('0');
  await send('86400');
  expect([await of('count'), await of('sum')]).toEqual([2, 86_400]);
});
