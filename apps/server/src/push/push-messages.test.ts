import { sql } from 'kysely';
import { Readable } from 'node:stream';
import { browserKeys as keys } from '../http/testing/browser-keys.ts';
import { importEachOther } from '../http/testing/contacts.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { codeOf, type TestClient } from '../http/testing/test-client.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

let status = 201;
const posted: { url: string; headers: Record<string, string> }[] = [];

const server = await sharedInFile(startServerUnderTest());
const post: typeof fetch = (url, init) => {
  posted.push({ url: url as string, headers: init?.headers as Record<string, string> });
  return Promise.resolve(new Response(null, { status }));
};
const app = await server.build({}, { post });
const open = () => server.client(app);

let endpoints = 0;
async function subscribed(): Promise<{
  ann: TestClient;
  bob: TestClient;
  bobId: number;
  endpoint: string;
}> {
  const [ann, bob] = [open(), open()];
  await ann.signIn('Ann');
  const { id: bobId } = await bob.signIn('Bob');
  await importEachOther(ann, bob);
  endpoints += 1;
  const endpoint = `https://fcm.googleapis.com/fcm/send/${endpoints}`;
  expect((await bob.post('/api/push', { endpoint, keys })).status).toBe(204);
  posted.length = 0;
  status = 201;
  return { ann, bob, bobId, endpoint };
}

test('a notification is pushed to the browser of its user, at most once a minute', async () => {
  const { ann, bob, bobId, endpoint } = await subscribed();
  await ann.create({ title: 'Unmistakable', assigned_to: bobId });
  await expect.poll(() => posted.map(({ url }) => url)).toEqual([endpoint]);
  const { key } = (await bob.get('/api/push')).body;
  expect(Buffer.from(key, 'base64url')).toHaveLength(65);
  expect(posted[0]?.headers['authorization']).toContain(`k=${key}`);
  await ann.create({ assigned_to: bobId });
  server.clock.nowMs += 60_000;
  await ann.create({ assigned_to: bobId });
  await expect.poll(() => posted).toHaveLength(2);
});

test('an expired subscription is deleted, and so is one whose session ends', async () => {
  const { ann, bob, bobId, endpoint } = await subscribed();
  status = 410;
  await ann.create({ assigned_to: bobId });
  const left = async () =>
    (await sql`select 1 from push where user_id = ${bobId}`.execute(server.database.kysely)).rows;
  await expect.poll(() => left()).toEqual([]);
  await bob.post('/api/push', { endpoint, keys });
  expect(await left()).toHaveLength(1);
  await bob.delete('/api/push', { endpoint });
  expect(await left()).toEqual([]);
  await bob.post('/api/push', { endpoint, keys });
  await bob.post('/api/logout');
  expect(await left()).toEqual([]);
});

test('a session that ends while a request body is read starts and ends no subscription', async () => {
  const { bob, bobId, endpoint } = await subscribed();
  const kept = open();
  await kept.signIn('Bob', (await bob.get('/api/me')).body.user.phone);
  expect((await kept.post('/api/push', { endpoint, keys })).status).toBe(204);
  const rows = async () =>
    (
      await sql`select id, session_id from push where user_id = ${bobId}`.execute(
        server.database.kysely,
      )
    ).rows;
  const before = await rows();
  expect(before).toHaveLength(1);
  const late = open();
  const { phone } = (await bob.get('/api/me')).body.user;
  for (const method of ['POST', 'DELETE'] as const) {
    await late.signIn('Bob', phone);
    async function* body() {
      await late.post('/api/logout');
      yield JSON.stringify({ endpoint, keys });
    }
    const answer = await late.send(method, '/api/push', { raw: Readable.from(body()) });
    expect([method, codeOf(answer)]).toEqual([method, 'unauthenticated']);
  }
  expect(await rows()).toEqual(before);
});

test('the subscription and the key cannot be read from the database', async () => {
  const { endpoint } = await subscribed();
  const { rows } = await sql<{ row: string }>`
    select encode(sealed, 'escape') || p::text as row from push p
    union all select value from meta`.execute(server.database.kysely);
  const text = rows.map(({ row }) => row).join();
  expect(text).not.toContain(endpoint);
  expect(text).not.toContain(keys.auth);
  expect(text).not.toMatch(/"d":/);
});

test('subscriptions are accepted for push services only, with valid keys, 20 per user', async () => {
  const { bob } = await subscribed();
  const bad = [
    'https://localhost/1',
    'https://169.254.169.254/latest',
    'http://fcm.googleapis.com/1',
    'https://fcm.googleapis.com:8443/1',
    'https://fcm.googleapis.com.example.org/1',
  ];
  for (const endpoint of bad) {
    const answer = await bob.post('/api/push', { endpoint, keys });
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, ['endpoint']]);
  }
  const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/x';
  const answer = await bob.post('/api/push', { endpoint, keys: { ...keys, auth: 'AA' } });
  expect(answer.body.error.fields).toEqual({ 'keys.auth': 'malformed' });
  for (let count = 1; count < 20; count += 1) {
    expect((await bob.post('/api/push', { endpoint: `${endpoint}${count}`, keys })).status).toBe(
      204,
    );
  }
  expect(codeOf(await bob.post('/api/push', { endpoint, keys }))).toBe('limit');
  expect((await bob.post('/api/push', { endpoint: `${endpoint}1`, keys })).status).toBe(204);
});

test('every node uses the keys in the database, also after the restore of a backup without them', async () => {
  const first = open();
  await first.signIn();
  const keyFor = async (client: TestClient): Promise<string> =>
    (await client.get('/api/push')).body.key;
  const before = await keyFor(first);
  await sql`delete from meta where key = 'vapid'`.execute(server.database.kysely);
  const second = server.client(await server.build());
  await second.signIn();
  const made = await keyFor(second);
  expect(made).not.toBe(before);
  expect(await keyFor(first)).toBe(made);
});
