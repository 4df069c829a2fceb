import pg from 'pg';
import { standardAccountBounds, type AccountBounds } from '../config/account-config.ts';
import { startServerUnderTest, type ServerUnderTest } from '../http/testing/server-under-test.ts';
import { codeOf, type TestAnswer } from '../http/testing/test-client.ts';

let server: ServerUnderTest;

beforeAll(async () => {
  // A server of its own, because a test locks a table.
  server = await startServerUnderTest('own');
});
afterAll(async () => {
  await server?.stop();
});

/** Blocks every statement that reads items until the returned function is called. */
async function holdItems(): Promise<() => Promise<void>> {
  const client = new pg.Client({ ...server.address });
  // A failing test may end the server first.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin; lock table items in access exclusive mode');
  return () => client.end();
}

/** A node on which accounts have these limits, and its metrics as text. */
async function nodeWith(bounds: Partial<AccountBounds>) {
  const metricsToken = 'a token of enough length';
  const account = { ...standardAccountBounds, ...bounds };
  const app = await server.build({ rateLimits: 'on', account, metricsToken });
  const metrics = async (): Promise<string> => {
    const authorization = `Bearer ${metricsToken}`;
    return (await server.client(app).get('/metrics', { authorization })).text;
  };
  return { app, metrics };
}

function expectPutOff(answer: TestAnswer): void {
  expect([answer.status, codeOf(answer)]).toEqual([429, 'rate_limited']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

test('[QUOTA-01] an account is limited in calls per minute, and other accounts keep getting responses', async () => {
  const { app, metrics } = await nodeWith({ callsPerMinute: 5 });
  const [ann, ben] = [server.client(app), server.client(app)];
  await ann.signIn('Ann', '+4915155510003');
  await ben.signIn('Ben', '+4915155510004');
  server.clock.nowMs += 60_000 - (server.clock.nowMs % 60_000) + 15_000;
  const release = await holdItems();
  const calls = Array.from({ length: 30 }, () => ann.get('/api/items?type=todo&page=1'));
  const refused: TestAnswer[] = [];
  for (const call of calls) void call.then((answer) => refused.push(answer));
  // Five of them wait for the items, and the others do not wait.
  await expect.poll(() => refused.length).toBe(25);
  expect((await ben.get('/api/me')).status).toBe(200);
  for (const answer of refused) {
    expectPutOff(answer);
    expect(answer.headers['retry-after']).toBe('45');
  }
  await release();
  const answered = await Promise.all(calls);
  expect(answered.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(await metrics()).toContain('foray_refusals_total{bound="account calls"} 25\n');
  server.clock.nowMs += 45_000;
  expect((await ann.get('/api/items?type=todo&page=1')).status).toBe(200);
});

test('[QUOTA-09] many calls of one account leave the database free for everybody else', async () => {
  const { app, metrics } = await nodeWith({ callsAtOnce: 12 });
  const [ann, ben] = [server.client(app), server.client(app)];
  await ann.signIn('Ann', '+4915155510010');
  await ben.signIn('Ben', '+4915155510011');
  const release = await holdItems();
  const refused: TestAnswer[] = [];
  const calls = Array.from({ length: 30 }, () => ann.get('/api/items?type=todo&page=1'));
  for (const call of calls) void call.then((answer) => refused.push(answer));
  while (refused.length < 18) expect((await ben.get('/api/me')).status).toBe(200);
  refused.forEach(expectPutOff);
  expect((await ben.get('/api/me')).status).toBe(200);
  await release();
  const answered = await Promise.all(calls);
  expect(answered.filter(({ status }) => status === 200)).toHaveLength(12);
  expect(await metrics()).toContain('foray_refusals_total{bound="account calls at once"} 18\n');
});

test('[QUOTA-01] requests that end sessions are answered despite other calls of the account', async () => {
  const { app } = await nodeWith({ callsPerMinute: 1 });
  const [thief, owner] = [server.client(app), server.client(app)];
  for (const client of [thief, owner]) await client.signIn('Ann', '+4915155510005');
  await thief.get('/api/items?type=todo&page=1');
  expectPutOff(await owner.get('/api/items?type=todo&page=1'));
  expect((await owner.get('/api/sessions')).body.data).toHaveLength(2);
  expect((await owner.delete('/api/sessions')).status).toBe(204);
  expect((await thief.get('/api/items?type=todo&page=1')).status).toBe(401);
});

test('[QUOTA-02] an account is limited in searches per minute, and other calls are not affected', async () => {
  const { app, metrics } = await nodeWith({ searchesPerMinute: 2 });
  const [ann, ben] = [server.client(app), server.client(app)];
  await ann.signIn('Ann', '+4915155510006');
  await ben.signIn('Ben', '+4915155510007');
  const search = () => ann.get('/api/items/search?q=groc');
  expect([(await search()).status, (await search()).status]).toEqual([200, 200]);
  expectPutOff(await search());
  expect((await ann.get('/api/items?type=todo&page=1')).status).toBe(200);
  expect((await ben.get('/api/items/search?q=groc')).status).toBe(200);
  expect(await metrics()).toContain('foray_refusals_total{bound="account searches"} 1\n');
  server.clock.nowMs += 60_000;
  expect((await search()).status).toBe(200);
});

test('[QUOTA-05] an account may own as many items and as much text as the server allows, and no more', async () => {
  const { app, metrics } = await nodeWith({ items: 2, megabytes: 1 });
  const ann = server.client(app);
  await ann.signIn('Ann', '+4915155510008');
  await ann.create();
  await ann.create();
  const refused = await ann.post('/api/items', { type: 'todo', title: 'Third' });
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { error: { code: 'limit', fields: { items_per_account: '2' } } },
  ]);
  expect(await metrics()).toContain('foray_refusals_total{bound="items_per_account"} 1\n');
  const ben = server.client(app);
  await ben.signIn('Ben', '+4915155510009');
  await ben.create();
  await server.database.pool.query('update heads set bytes = 999990');
  const long = await ben.post('/api/items', { type: 'todo', title: 'Eleven char' });
  expect(long.body).toMatchObject({ error: { fields: { bytes_per_account: '1000000' } } });
});

test('[API-13] many searches of one account leave the database free for everybody else', async () => {
  const app = await server.build();
  const [ann, ben] = [server.client(app), server.client(app)];
  await ann.signIn('Ann', '+4915155510001');
  await ben.signIn('Ben', '+4915155510002');
  await ann.create({ title: 'Groceries' });
  const release = await holdItems();
  const searches = Array.from({ length: 60 }, () => ann.get('/api/items/search?q=groc'));
  expect((await ben.get('/api/me')).status).toBe(200);
  await release();
  const answers = await Promise.all(searches);
  const found = answers.filter(({ status }) => status === 200);
  expect(found.length).toBeGreaterThanOrEqual(10);
  for (const { body } of found) expect(body).toMatchObject([{ title: 'Groceries' }]);
  for (const answer of answers) if (answer.status !== 200) expectPutOff(answer);
  expect((await ann.get('/api/items/search?q=groc')).status).toBe(200);
});
