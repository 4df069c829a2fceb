import { until } from '@foray/embedded-postgres/testing';
import { sql } from 'kysely';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { openDatabase } from '../db/pool/database.ts';
import { persistently } from '../db/pool/known-run.ts';
import { browserKeys as keys } from '../http/testing/browser-keys.ts';
import { importEachOther } from '../http/testing/contacts.ts';
import { metricOf, metricsToken, valueIn } from '../http/testing/metrics-of.ts';
import { listenLocally } from '../http/testing/raw-requests.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

// Events and state of a node, as its metrics show them.

const server = await sharedInFile(startServerUnderTest());

/** Longer than a beat, and longer than listening again takes. */
const patience = { timeout: 30_000 };

test('[METRIC-03] connections in use, calls that wait for one, and their waiting time are measured', async () => {
  const database = openDatabase({ address: server.address, isDirect: true, maxConnections: 2 });
  onTestFinished(() => database.close());
  // Read without the server, whose response includes its readiness, for which it queries the database.
  const registry = new Registry();
  for (const metric of database.metrics) registry.registerMetric(metric);
  const valueOf = async (name: string, labels?: Record<string, string>) =>
    valueIn(await registry.metrics(), `foray_database_${name}`, labels);
  const connections = (state: string) => valueOf('connections', { state });
  const waiting = () => valueOf('waiting');
  const waited = () => valueOf('wait_seconds_count');
  expect(await valueOf('connections_max')).toBe(2);
  const held = await Promise.all([database.pool.connect(), database.pool.connect()]);
  expect([await connections('used'), await connections('idle')]).toEqual([2, 0]);
  const before = await waited();
  const asked = sql`select 1`.execute(database.kysely);
  await expect.poll(waiting).toBe(1);
  expect(await waited()).toBe(before);
  for (const one of held) one.release();
  await asked;
  expect([await waiting(), await waited()]).toEqual([0, before + 1]);
  expect([await connections('used'), await connections('idle')]).toEqual([0, 2]);
});

test('[METRIC-04] transactions that run again are counted by the reason', async () => {
  const { kysely } = server.database;
  const app = await server.build({ metricsToken });
  const retries = (reason: string) => metricOf(app, 'foray_transaction_retries_total', { reason });
  const before = [await retries('serialization'), await retries('unique')];
  const touch = sql`update meta set value = value where key = 'epoch'`;
  let attempts = 0;
  await persistently(kysely, () =>
    kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        attempts += 1;
        await sql`select value from meta`.execute(tx);
        if (attempts === 1) await touch.execute(kysely);
        await touch.execute(tx);
      }),
  );
  expect(attempts).toBe(2);
  const again = sql`insert into meta (key, value) values ('epoch', 'x')`;
  await persistently(kysely, async () => {
    attempts += 1;
    if (attempts === 3) await again.execute(kysely);
  });
  expect([await retries('serialization'), await retries('unique')]).toEqual(
    before.map((count) => count + 1),
  );
});

test('[METRIC-04] the victim of a deadlock runs again, and is counted as such', async () => {
  const { kysely } = server.database;
  const app = await server.build({ metricsToken });
  const deadlocks = () => metricOf(app, 'foray_transaction_retries_total', { reason: 'deadlock' });
  const before = await deadlocks();
  await sql`insert into meta (key, value) values ('one', ''), ('other', '')`.execute(kysely);
  const holding = new Set<string>();
  let [attempts, ended] = [0, 0];
  const lock = async (first: string, second: string): Promise<void> => {
    await persistently(kysely, () =>
      kysely.transaction().execute(async (tx) => {
        attempts += 1;
        // A victim that begins again before the other has its row would collide once more.
        if (attempts > 2) await until('the end of the other', () => ended === 1);
        await sql`update meta set value = ${first} where key = ${first}`.execute(tx);
        holding.add(first);
        await until('two that hold one each', () => holding.size === 2);
        await sql`update meta set value = ${first} where key = ${second}`.execute(tx);
      }),
    );
    ended += 1;
  };
  await Promise.all([lock('one', 'other'), lock('other', 'one')]);
  expect([attempts, await deadlocks()]).toEqual([3, before + 1]);
});

test('[METRIC-05] a lost LISTEN is counted, and the time of announcements is measured', async () => {
  const app = await server.build({ metricsToken }, { directAddress: server.address });
  const listen = (name: string) => () => metricOf(app, `foray_listen_${name}`);
  const [losses, hearing] = [listen('losses_total'), listen('hearing')];
  await expect.poll(hearing, patience).toBe(1);
  await expect.poll(listen('lag_seconds_count'), patience).toBeGreaterThan(0);
  expect(await losses()).toBe(0);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'foray events' and datname = current_database()`.execute(
    server.database.kysely,
  );
  await expect.poll(losses, patience).toBe(1);
  await expect.poll(hearing, patience).toBe(1);
  const without = await server.build({ metricsToken });
  expect(await metricOf(without, 'foray_listen_hearing')).toBe(0);
});

test('[METRIC-05] open event streams are counted', async () => {
  const app = await server.build({ metricsToken });
  const port = await listenLocally(app);
  const client = server.client(app);
  await client.signIn();
  const open = () => metricOf(app, 'foray_event_streams');
  expect(await open()).toBe(0);
  const cookie = `foray_session=${client.cookies.get('foray_session')}`;
  const stream = request({ port, host: '127.0.0.1', path: '/api/events', headers: { cookie } });
  stream.on('error', () => undefined).end();
  await once(stream, 'response');
  expect(await open()).toBe(1);
  stream.destroy();
  await expect.poll(open, patience).toBe(0);
});

test('[METRIC-06] codes that a service refuses are counted, and so are those that it accepts', async () => {
  let status = 500;
  const service = createServer((_request, response) => response.writeHead(status).end());
  onTestFinished(() => void service.close());
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const sms = { kind: 'webhook', url } as const;
  const app = await server.build({ metricsToken, auth: { mode: 'code', sms } });
  const codes = async () =>
    Promise.all(
      ['sent', 'failed'].map((outcome) => metricOf(app, 'foray_codes_total', { outcome })),
    );
  const client = server.client(app);
  await client.get('/csrf-cookie');
  const ask = () => client.post('/api/login/code', { phone: '+4915155500002' });
  expect((await ask()).status).toBe(503);
  expect(await codes()).toEqual([0, 1]);
  status = 200;
  expect((await ask()).status).toBe(200);
  expect(await codes()).toEqual([1, 1]);
});

test('[METRIC-06] push messages are counted by outcome', async () => {
  let status = 201;
  const post: typeof fetch = async () => new Response(null, { status });
  const app = await server.build({ metricsToken }, { post });
  const [ann, bob] = [server.client(app), server.client(app)];
  await ann.signIn('Ann');
  const { id: assigned_to } = await bob.signIn('Bob');
  await importEachOther(ann, bob);
  const endpoint = 'https://fcm.googleapis.com/fcm/send/metrics';
  expect((await bob.post('/api/push', { endpoint, keys })).status).toBe(204);
  const pushes = async () =>
    Promise.all(
      ['sent', 'failed', 'gone'].map((outcome) => metricOf(app, 'foray_push_total', { outcome })),
    );
  for (const [answered, counts] of [
    [201, [1, 0, 0]],
    [500, [1, 1, 0]],
    [410, [1, 1, 1]],
  ] as const) {
    status = answered;
    await ann.create({ assigned_to });
    await expect.poll(pushes, patience).toEqual(counts);
    server.clock.nowMs += 60_000;
  }
});
