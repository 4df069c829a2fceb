import { request, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { standardAccountBounds } from '../../config/account-config.ts';
import { listenLocally } from '../testing/raw-requests.ts';
import { startServerUnderTest, type ServerUnderTest } from '../testing/server-under-test.ts';
import { codeOf, type TestClient } from '../testing/test-client.ts';

const kilobyte = 1_000;

let server: ServerUnderTest;

beforeAll(async () => {
  // A separate server, because a test locks a table.
  server = await startServerUnderTest('own');
});
afterAll(async () => {
  await server?.stop();
});

/** Two signed-in people on a node that allows a megabyte of bodies for each. */
async function twoPeople() {
  const account = { ...standardAccountBounds, megabytesAtOnce: 1 };
  const app = await server.build({ account, rateLimits: 'on' });
  const [ann, ben] = [server.client(app), server.client(app)];
  for (const client of [ann, ben]) await client.signIn();
  return { app, ann, ben };
}

/** Blocks every statement that reads items until `release` is called. */
async function holdItems() {
  const client = new pg.Client({ ...server.address });
  // A failing test may stop the server first.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin; lock table items in access exclusive mode');
  onTestFinished(() => client.end());
  return {
    release: () => client.end(),
    async waiting(): Promise<number> {
      const { rows } = await client.query(
        `select count(*)::int as n from pg_locks where not granted and relation = 'items'::regclass`,
      );
      return rows[0].n as number;
    },
  };
}

/** A create with a body of about this size. */
const createOf = (bytes: number) => ({ type: 'todo', title: 'Tent', unknown: 'x'.repeat(bytes) });

/** Sends the headers of a create. The caller sends the body, reads the response, or closes the connection. */
function beginCreate(
  port: number,
  client: TestClient,
  headers: Readonly<Record<string, string | number>>,
) {
  const call = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/items',
    headers: {
      'content-type': 'application/json',
      'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
  });
  let answered: number | null = null;
  const answer = new Promise<IncomingMessage>((resolve) => call.once('response', resolve));
  void answer.then(({ statusCode }) => (answered = statusCode ?? null));
  // Nobody reads the response of an abandoned call.
  call.on('error', () => undefined);
  call.flushHeaders();
  return {
    answer,
    answered: () => answered,
    send: (text: string) => call.end(text),
    giveUp: () => call.destroy(),
  };
}

test('[QUOTA-10] the waiting bodies of an account are limited in bytes, and other accounts keep getting responses', async () => {
  const { ann, ben } = await twoPeople();
  const items = await holdItems();
  const statuses: number[] = [];
  const calls = Array.from({ length: 12 }, async () => {
    const answer = await ann.post('/api/items', createOf(190 * kilobyte));
    statuses.push(answer.status);
    return answer;
  });
  await expect.poll(() => statuses).toHaveLength(7);
  const unknown = 'x'.repeat(900 * kilobyte);
  expect((await ben.post('/api/contacts/sync', { contacts: [], unknown })).status).toBe(200);
  await items.release();
  const answers = await Promise.all(calls);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(7);
  for (const answer of refused) {
    expect([answer.status, codeOf(answer)]).toEqual([429, 'rate_limited']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await ann.post('/api/items', createOf(900 * kilobyte))).status).toBe(201);
});

/** Begins two creates that do not fit together; returns the one that is not refused. */
async function holderOfTwo(...begin: Parameters<typeof beginCreate>) {
  const both = [beginCreate(...begin), beginCreate(...begin)] as const;
  await expect.poll(() => both.map(({ answered }) => answered())).toContain(429);
  const [refused, held] = both[0].answered() === 429 ? both : both.toReversed();
  refused?.giveUp();
  expect(held?.answered()).toBeNull();
  return held as ReturnType<typeof beginCreate>;
}

test('[QUOTA-10] a body counts from its headers on, until its call ends or its sender disconnects', async () => {
  const { app, ann } = await twoPeople();
  const port = await listenLocally(app);
  const body = JSON.stringify(createOf(600 * kilobyte));
  const large = { 'content-length': body.length };
  const first = await holderOfTwo(port, ann, large);
  expect((await ann.post('/api/items', createOf(100 * kilobyte))).status).toBe(201);
  first.giveUp();
  await expect.poll(async () => (await ann.post('/api/items', JSON.parse(body))).status).toBe(201);
  const again = beginCreate(port, ann, large);
  again.send(body);
  expect((await again.answer).statusCode).toBe(201);
});

test.each([
  ['in chunks', { 'transfer-encoding': 'chunked' }],
  ['compressed', { 'content-encoding': 'gzip', 'content-length': 50 }],
])(
  '[QUOTA-10] a body of unknown size, sent %s, counts as the largest allowed',
  async (_how, headers) => {
    const { app, ann } = await twoPeople();
    const first = await holderOfTwo(await listenLocally(app), ann, headers);
    const small = () => ann.post('/api/items', createOf(10));
    expect((await small()).status).toBe(429);
    first.giveUp();
    await expect.poll(async () => (await small()).status).toBe(201);
  },
);

test("[QUOTA-10] a sender who disconnects frees no space while the body's call still waits", async () => {
  const { app, ann } = await twoPeople();
  const port = await listenLocally(app);
  const items = await holdItems();
  const body = JSON.stringify(createOf(600 * kilobyte));
  const first = beginCreate(port, ann, { 'content-length': body.length });
  first.send(body);
  await expect.poll(items.waiting).toBe(1);
  first.giveUp();
  const next = beginCreate(port, ann, { 'content-length': body.length });
  expect((await next.answer).statusCode).toBe(429);
  next.giveUp();
  await items.release();
  await expect.poll(async () => (await ann.post('/api/items', JSON.parse(body))).status).toBe(201);
});

test('[QUOTA-10] a call outside the limits of an account accepts no large body', async () => {
  const { ann } = await twoPeople();
  const unknown = 'x'.repeat(20 * kilobyte);
  for (const answer of [
    await ann.delete('/api/sessions', { unknown }),
    await ann.post('/api/login', { phone: '+4915155510099', name: 'Ann', unknown }),
    await ann.post('/api/login/code', { phone: '+4915155510099', unknown }),
  ]) {
    expect([answer.status, codeOf(answer)]).toEqual([413, 'too_large']);
  }
});
