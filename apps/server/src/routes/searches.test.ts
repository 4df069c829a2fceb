import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import type { ServerUnderTest } from '../http/testing/server-under-test.ts';
import { codeOf } from '../http/testing/test-client.ts';

let server: ServerUnderTest;

beforeAll(async () => {
  // Its own, since a test locks a table.
  server = await startServerUnderTest('own');
});
afterAll(async () => {
  await server?.stop();
});

/** Keeps every statement that reads items waiting until the returned function is called. */
async function holdItems(): Promise<() => Promise<void>> {
  const client = new pg.Client({ ...server.address });
  // A test that fails may end the server first.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin; lock table items in access exclusive mode');
  return () => client.end();
}

test('[API-13] many searches of one account leave the database to everybody else', async () => {
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
  for (const answer of answers) {
    if (answer.status === 200) continue;
    expect([answer.status, codeOf(answer)]).toEqual([429, 'rate_limited']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await ann.get('/api/items/search?q=groc')).status).toBe(200);
});
