import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './db/database.ts';
import type { Database, DatabaseOptions } from './db/database.ts';
import { startTestDatabase } from './db/testing/test-database.ts';
import type { TestDatabase } from './db/testing/test-database.ts';
import { buildTestApp } from './http/testing/test-app.ts';
import { TestClient } from './http/testing/test-client.ts';
import type { TestAnswer } from './http/testing/test-client.ts';
import { startRelay } from './testing/relay.ts';
import type { Relay } from './testing/relay.ts';

/** Within which a connection that hangs is noticed, and replaced. */
const noticedMs = 15_000;

let started: TestDatabase;
beforeAll(async () => {
  started = await startTestDatabase();
});
afterAll(() => started?.stop());

async function relayed(): Promise<Relay> {
  const relay = await startRelay(started.address);
  onTestFinished(() => relay.close());
  return relay;
}

function databaseAt(options: DatabaseOptions): Database {
  const database = openDatabase(options);
  onTestFinished(() => database.close());
  return database;
}

/** A node, and somebody who is signed in there. */
async function nodeOn(
  database: Database,
  directAddress?: Relay['address'],
): Promise<{ readonly app: FastifyInstance; readonly client: TestClient }> {
  const app = await buildTestApp({ database, ...(directAddress && { directAddress }) });
  onTestFinished(() => app.close());
  const client = new TestClient(app);
  await client.signIn();
  return { app, client };
}

const create = (client: TestClient): Promise<TestAnswer> =>
  client.post('/api/items', { uuid: randomUUID(), type: 'todo', title: 'Milk' });

/** Asks again until it is so, and returns after how many milliseconds; gives up after twice the time allowed. */
async function msUntil(isSo: () => Promise<boolean>): Promise<number> {
  const startMs = performance.now();
  const passedMs = (): number => performance.now() - startMs;
  while (!(await isSo()) && passedMs() < 2 * noticedMs) await delay(100);
  return passedMs();
}

test.each([true, false])(
  '[OPS-03] connections that hang are replaced within 15 s (prepared statements: %s)',
  async (isDirect) => {
    const relay = await relayed();
    const { client } = await nodeOn(databaseAt({ address: relay.address, isDirect }));
    await Promise.all(Array.from({ length: 8 }, () => create(client)));
    relay.stallPresent();
    const answers: TestAnswer[] = [];
    const ask = async (): Promise<boolean> => {
      const some = await Promise.all(Array.from({ length: 12 }, () => create(client)));
      answers.push(...some);
      return some.every(({ status }) => status === 201);
    };
    expect(await msUntil(ask)).toBeLessThan(noticedMs);
    for (const { status, headers } of answers.filter((one) => one.status !== 201)) {
      expect([status, headers['retry-after']]).toEqual([503, '2']);
    }
  },
);

test.each([true, false])(
  '[OPS-03] a statement that the database works on is waited for (prepared statements: %s)',
  async (isDirect) => {
    const database = databaseAt({ address: started.address, isDirect });
    const slow = sql<{ done: boolean }>`select pg_sleep(10) is not null as done`;
    expect((await slow.execute(database.kysely)).rows).toEqual([{ done: true }]);
  },
);

test('[OPS-03] [OPS-05] while nothing is forwarded at all a node is alive, and not ready; then it is soon ready', async () => {
  const relay = await relayed();
  const database = databaseAt({ address: relay.address, isDirect: true, stuckMs: 1_000 });
  const { client } = await nodeOn(database);
  relay.stallPresent();
  relay.stallNew();
  const endMs = performance.now() + noticedMs;
  while (performance.now() < endMs) {
    expect((await create(client)).status).toBe(503);
    expect((await client.get('/readyz')).status).toBe(503);
    expect((await client.get('/healthz')).status).toBe(200);
  }
  relay.resume();
  expect(await msUntil(async () => (await create(client)).status === 201)).toBeLessThan(noticedMs);
  expect((await client.get('/readyz')).status).toBe(200);
});

test('[OPS-04] a LISTEN that hangs is replaced within 15 s, and what was missed is told', async () => {
  const relay = await relayed();
  const { app, client } = await nodeOn(started.database, relay.address);
  const heard = await streamOf(app, client);
  await create(client);
  await msUntil(async () => heard() === 1);
  relay.stallPresent();
  await create(client);
  expect(await msUntil(async () => heard() === 2)).toBeLessThan(noticedMs);
  for (let n = 3; n <= 12; n += 1) {
    await create(client);
    expect(await msUntil(async () => heard() === n)).toBeLessThan(1_000);
  }
});

test('[OPS-05] a node that hears no announcements is not ready', async () => {
  const relay = await relayed();
  const { client } = await nodeOn(started.database, relay.address);
  const isReady = async () => (await client.get('/readyz')).status === 200;
  expect(await isReady()).toBe(true);
  relay.stallPresent();
  relay.stallNew();
  expect(await msUntil(async () => !(await isReady()))).toBeLessThan(noticedMs);
  expect((await create(client)).status).toBe(201);
  expect((await client.get('/healthz')).status).toBe(200);
  relay.resume();
  expect(await msUntil(isReady)).toBeLessThan(noticedMs);
});

test('[OPS-05] a node is not alive where a fresh connection is answered and its own are not', async () => {
  const { address } = started;
  const database = databaseAt({ address, isDirect: true, maxConnections: 2, stuckMs: 1_000 });
  const { client } = await nodeOn(database);
  const isAlive = async () => (await client.get('/healthz')).status === 200;
  // Idle for longer than that.
  await delay(3_000);
  expect(await isAlive()).toBe(true);
  const taken = await Promise.all([database.pool.connect(), database.pool.connect()]);
  expect(await msUntil(async () => !(await isAlive()))).toBeLessThan(noticedMs);
  for (const one of taken) one.release();
  expect(await msUntil(isAlive)).toBeLessThan(noticedMs);
});

/** Opens the event stream of somebody; returns how often it has said that there is something newer. */
async function streamOf(app: FastifyInstance, client: TestClient): Promise<() => number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const cookie = `foray_session=${client.cookies.get('foray_session')}`;
  const stream = request({ port, host: '127.0.0.1', path: '/api/events', headers: { cookie } });
  onTestFinished(() => void stream.destroy());
  let text = '';
  await new Promise<void>((resolve, reject) => {
    stream.on('error', reject);
    stream.on('response', (answer) => {
      answer.on('data', (data: Buffer) => {
        text += data.toString();
        resolve();
      });
      answer.on('error', () => undefined);
    });
    stream.end();
  });
  return () => text.split('event: newer').length - 1;
}
