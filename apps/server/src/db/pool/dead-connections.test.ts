import { until } from '@foray/embedded-postgres/testing';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestContext } from 'vitest';
import { hangNoticedMs } from './connection-watch.ts';
import { openDatabase, type Database, type DatabaseOptions } from './database.ts';
import { listeningAgainMs } from './head-channel.ts';
import { startTestDatabase } from '../testing/test-database.ts';
import { buildTestApp } from '../../http/testing/test-app.ts';
import { TestClient, type TestAnswer } from '../../http/testing/test-client.ts';
import { startRelay, type Relay } from '../../testing/relay.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const started = await sharedInFile(startTestDatabase());

/** Registers the end of a test's resources: the tests wait for the same seconds, and so run concurrently. */
type Finish = TestContext['onTestFinished'];

async function relayed(finish: Finish): Promise<Relay> {
  const relay = await startRelay(started.address);
  finish(() => relay.close());
  return relay;
}

function databaseAt(finish: Finish, options: DatabaseOptions): Database {
  const database = openDatabase(options);
  finish(() => database.close());
  return database;
}

/** A node, and a person who is signed in there. */
async function nodeOn(
  finish: Finish,
  database: Database,
  directAddress?: Relay['address'],
): Promise<{ readonly app: FastifyInstance; readonly client: TestClient }> {
  const app = await buildTestApp({ database, ...(directAddress && { directAddress }) });
  finish(() => app.close());
  const client = new TestClient(app);
  await client.signIn();
  return { app, client };
}

const create = (client: TestClient): Promise<TestAnswer> =>
  client.post('/api/items', { uuid: randomUUID(), type: 'todo', title: 'Milk' });

/** Throws if no response comes: the test's own limit would not say why it ended. */
async function answerOf(asked: Promise<TestAnswer>): Promise<TestAnswer> {
  const answer = await Promise.race([asked, delay(30_000, null, { ref: false })]);
  if (answer === null) throw new Error('a request has no answer');
  return answer;
}

const isAnswered = async (asked: Promise<TestAnswer>): Promise<boolean> =>
  (await asked).status < 300;

test('[OPS-03] [OPS-04] the pauses before a hanging connection is replaced add up to 15 s at most', () => {
  expect(hangNoticedMs).toBeLessThanOrEqual(15_000);
  expect(listeningAgainMs).toBeLessThanOrEqual(15_000);
});

describe.concurrent('a connection that gets no answers', () => {
  test.for([true, false])(
    '[OPS-03] connections that hang are replaced (prepared statements: %s)',
    async (isDirect, { onTestFinished }) => {
      const relay = await relayed(onTestFinished);
      const database = databaseAt(onTestFinished, { address: relay.address, isDirect });
      const { client } = await nodeOn(onTestFinished, database);
      await Promise.all(Array.from({ length: 8 }, () => create(client)));
      relay.stallPresent();
      const answers: TestAnswer[] = [];
      await until('answers from the database', async () => {
        const some = await Promise.all(Array.from({ length: 12 }, () => answerOf(create(client))));
        answers.push(...some);
        return some.every(({ status }) => status === 201);
      });
      for (const { status, headers } of answers.filter((one) => one.status !== 201)) {
        expect([status, headers['retry-after']]).toEqual([503, '2']);
      }
    },
  );

  test.for([true, false])(
    '[OPS-03] a statement that the database is still processing is awaited (prepared statements: %s)',
    async (isDirect, { onTestFinished }) => {
      const database = databaseAt(onTestFinished, { address: started.address, isDirect });
      const slow = sql<{ done: boolean }>`select pg_sleep(10) is not null as done`;
      expect((await slow.execute(database.kysely)).rows).toEqual([{ done: true }]);
    },
  );

  test('[OPS-03] [OPS-05] while the network forwards nothing a node is alive but not ready; afterwards it is ready', async ({
    onTestFinished,
  }) => {
    const relay = await relayed(onTestFinished);
    const options = { address: relay.address, isDirect: true, stuckMs: 1_000 };
    const { client } = await nodeOn(onTestFinished, databaseAt(onTestFinished, options));
    relay.stallPresent();
    relay.stallNew();
    // Each round waits for a connection until the node gives up on it.
    for (let round = 0; round < 2; round += 1) {
      expect((await create(client)).status).toBe(503);
      expect((await client.get('/readyz')).status).toBe(503);
      expect((await client.get('/healthz')).status).toBe(200);
    }
    relay.resume();
    await until('an answer', () => isAnswered(create(client)));
    await until('a node that is ready', () => isAnswered(client.get('/readyz')));
  });

  test('[OPS-04] a LISTEN that hangs is replaced, and missed announcements are delivered', async ({
    onTestFinished,
  }) => {
    const relay = await relayed(onTestFinished);
    const { app, client } = await nodeOn(onTestFinished, started.database, relay.address);
    const heard = await streamOf(onTestFinished, app, client);
    await create(client);
    await until('the first announcement', () => heard() === 1);
    relay.stallPresent();
    await create(client);
    await until('what was missed', () => heard() === 2);
    const connections = relay.connections();
    for (let n = 3; n <= 12; n += 1) {
      await create(client);
      await until(`announcement ${n}`, () => heard() === n);
    }
    // They came as announcements: the node did not have to listen again.
    expect(relay.connections()).toBe(connections);
  });

  test('[OPS-05] a node that hears no announcements is not ready', async ({ onTestFinished }) => {
    const relay = await relayed(onTestFinished);
    const { client } = await nodeOn(onTestFinished, started.database, relay.address);
    const isReady = () => isAnswered(client.get('/readyz'));
    expect(await isReady()).toBe(true);
    relay.stallPresent();
    relay.stallNew();
    await until('a node that is not ready', async () => !(await isReady()));
    expect((await create(client)).status).toBe(201);
    expect((await client.get('/healthz')).status).toBe(200);
    relay.resume();
    await until('a node that is ready', isReady);
  });

  test('[OPS-05] a node is not alive if a fresh connection is answered while its own are not', async ({
    onTestFinished,
  }) => {
    const { address } = started;
    const options = { address, isDirect: true, maxConnections: 2, stuckMs: 1_000 };
    const database = databaseAt(onTestFinished, options);
    const { client } = await nodeOn(onTestFinished, database);
    const isAlive = () => isAnswered(client.get('/healthz'));
    // The node queries the pool itself, because nobody has done so for longer than that.
    await once(database.pool, 'release');
    expect(await isAlive()).toBe(true);
    const taken = await Promise.all([database.pool.connect(), database.pool.connect()]);
    await until('a node that is not alive', async () => !(await isAlive()));
    for (const one of taken) one.release();
    await until('a node that is alive', isAlive);
  });
});

/** Opens a person's event stream; returns how often it has announced newer changes. */
async function streamOf(
  finish: Finish,
  app: FastifyInstance,
  client: TestClient,
): Promise<() => number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const cookie = `foray_session=${client.cookies.get('foray_session')}`;
  const stream = request({ port, host: '127.0.0.1', path: '/api/events', headers: { cookie } });
  finish(() => void stream.destroy());
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
