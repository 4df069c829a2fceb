import { randomUUID } from 'node:crypto';
import { importEachOther } from '../http/testing/contacts.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { codeOf } from '../http/testing/test-client.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

test('[I5] the headers of a device: another user in X-Actor is refused, also for reads, and the response contains no data', async () => {
  const client = server.client();
  const user = await client.signIn();
  const item = await client.create();
  const before = await server.rows();
  const wrong = { 'x-actor': String(user.id + 1) };
  for (const answer of [
    await client.get(`/api/items/${item.id}`, wrong),
    await client.get('/api/items?type=todo&since=0', wrong),
    await client.get('/api/me', wrong),
    await client.patch(`/api/items/${item.id}`, { title: 'x' }, wrong),
    await client.post('/api/batch', { requests: [] }, wrong),
  ]) {
    expect([answer.status, codeOf(answer)]).toEqual([409, 'wrong_actor']);
    expect(Object.keys(answer.body)).toEqual(['error']);
  }
  expect(await server.rows()).toBe(before);
  const right = await client.get('/api/me', { 'x-actor': String(user.id) });
  expect(right.status).toBe(200);
});

test('the headers of a device: a wrong epoch, a cursor beyond the head and an old protocol are refused', async () => {
  const client = await server.signedIn();
  const { epoch } = (await client.get('/api/config')).body;
  expect((await client.get('/api/me', { 'x-epoch': epoch })).status).toBe(200);
  const other = await client.get('/api/me', { 'x-epoch': 'another' });
  expect([other.status, codeOf(other)]).toEqual([409, 'epoch_changed']);
  const beyond = await client.get('/api/items?type=todo&since=1000');
  expect([beyond.status, codeOf(beyond)]).toEqual([409, 'epoch_changed']);
  expect(codeOf(await client.get('/api/changes?since=1000'))).toBe('epoch_changed');
  const old = await client.get('/api/me', { 'x-protocol': '0' });
  expect([old.status, codeOf(old)]).toEqual([426, 'too_old']);
  expect((await client.get('/api/me', { 'x-protocol': '1' })).status).toBe(200);
});

test('[SHARE-31] the headers of a device: an import is accepted or refused depending on when its session began, however often that was used since', async () => {
  const client = await server.signedIn();
  const task = await client.create({ type: 'task' });
  const data = { type: 'todo', title: 'x', parent_id: task.id, status: 'completed' };
  const statusAfter = async () => {
    expect((await client.post('/api/items', data, { 'x-import': '1' })).status).toBe(201);
    return (await client.get(`/api/items/${task.id}`)).body.status;
  };
  server.clock.nowMs += 29 * 86_400_000;
  expect(await statusAfter()).toBe('pending');
  server.clock.nowMs += 2 * 86_400_000;
  expect(await statusAfter()).toBe('completed');
});

test('[SHARE-13] the headers of a device: before protocol 2 an item that is handed on is returned without a body', async () => {
  const [ann, bob] = [server.client(), server.client()];
  const [annsId, bobsId] = [(await ann.signIn()).id, (await bob.signIn()).id];
  await importEachOther(ann, bob);
  const handOn = async (protocol: string, isBatch: boolean) => {
    const item = await ann.create({ title: 'Rope', assigned_to: bobsId });
    const url = `/api/items/${item.uuid}/assign`;
    const data = { user_id: annsId };
    const headers = { 'x-protocol': protocol };
    if (!isBatch) return bob.post(url, data, headers);
    const entry = { id: randomUUID(), method: 'POST', url, data };
    return (await bob.post('/api/batch', { requests: [entry] }, headers)).body.results[0];
  };
  for (const isBatch of [false, true]) {
    const old = await handOn('1', isBatch);
    expect([old.status, old.body ?? null]).toEqual([200, null]);
    const handedOn = await handOn('2', isBatch);
    expect(handedOn).toMatchObject({ status: 200, body: { permission: null, title: 'Rope' } });
  }
});

test('the headers of a device: responses with a user’s data carry X-Position; an unreadable position counts as lost', async () => {
  const client = await server.signedIn();
  const item = await client.create({ title: 'Sent' });
  const url = `/api/items/${item.uuid}`;
  const entry = { id: 'position', method: 'PATCH', url, data: { title: 'Sent' } };
  const answers = [
    await client.get('/api/me'),
    await client.get('/api/items?type=todo&since=0'),
    await client.get('/api/changes?since=0'),
    await client.get('/api/self-check'),
    await client.get(url),
    await client.post('/api/batch', { requests: [entry] }),
    await client.patch(url, { title: 'x' }, { 'if-match': '"another:1"' }),
    await client.get('/api/items?type=todo&since=1000'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 412, 409]);
  const handedOn = new Set(answers.map(({ headers }) => headers['x-position']));
  expect([...handedOn]).toEqual([expect.stringMatching(/^[0-9a-f]{16}:1$/)]);
  expect(answers.at(-1)?.headers['x-known-head']).toBe('0');
  const [position = ''] = [...handedOn].map(String);
  const known = await client.get('/api/items?type=todo&since=1000', { 'x-position': position });
  expect(known.headers['x-known-head']).toBe('1');

  expect((await client.get('/api/me', { 'x-position': position })).status).toBe(200);
  for (const lost of ['', 'what?', position.replace(/1$/, '2'), `${position},other:1`]) {
    const refused = await client.get('/api/me', { 'x-position': lost });
    expect([refused.status, codeOf(refused)]).toEqual([409, 'epoch_changed']);
  }
  // None of these calls sent an epoch, so nothing is proven lost and nothing is renewed.
  const { epoch } = (await client.get('/api/config')).body;
  expect((await client.get('/api/me', { 'x-epoch': epoch })).status).toBe(200);
});

test('[I3] the headers of a device: a repeated Idempotency-Key takes effect once, and cannot be used for another request', async () => {
  const client = await server.signedIn();
  const item = await client.create({ title: 'Once' });
  const key = { 'idempotency-key': 'key-1' };
  const url = `/api/items/${item.uuid}`;
  const first = await client.patch(url, { title: 'Twice' }, key);
  const before = await server.rows();
  const again = await client.patch(url, { title: 'Twice' }, key);
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect(await server.rows()).toBe(before);
  const misuse = await client.patch(url, { title: 'Thrice' }, key);
  expect([misuse.status, codeOf(misuse)]).toEqual([422, 'key_reused']);
  expect(await server.rows()).toBe(before);
  const keyed = (text: string) => client.patch(url, { title: 'x' }, { 'idempotency-key': text });
  expect((await keyed('k'.repeat(101))).body.error.fields).toEqual({
    'idempotency-key': 'too_long',
  });
  expect((await keyed('')).body.error.fields).toEqual({ 'idempotency-key': 'required' });
  expect((await keyed('k'.repeat(100))).status).toBe(200);
});

test('the headers of a device: a failed If-Match or X-After is refused with the current item', async () => {
  const client = await server.signedIn();
  const item = await client.create();
  const url = `/api/items/${item.uuid}`;
  const { headers } = await client.get(url);
  const etag = String(headers['etag']);
  const changed = await client.patch(
    url,
    { title: 'A' },
    { 'if-match': etag, 'idempotency-key': 'a' },
  );
  expect(changed.status).toBe(200);
  const stale = await client.patch(url, { title: 'B' }, { 'if-match': etag });
  expect([stale.status, codeOf(stale)]).toEqual([412, 'stale']);
  expect(stale.body.error.item).toEqual(changed.body);
  const chained = await client.patch(url, { title: 'C' }, { 'x-after': 'a' });
  expect(chained.status).toBe(200);
  const unknown = await client.patch(url, { title: 'D' }, { 'x-after': 'never sent' });
  expect([unknown.status, codeOf(unknown)]).toEqual([424, 'after_failed']);
});

test('the headers of a device: responses are private and carry the server’s time', async () => {
  const client = await server.signedIn();
  for (const url of ['/api/me', '/api/config', '/api/nothing']) {
    const { headers } = await client.get(url);
    expect(headers['x-server-time']).toBe(new Date(server.clock.nowMs).toISOString());
    expect(headers['cache-control']).toBe('no-store');
  }
});

test('the headers of a device: the event stream, too, is private and carries the time from its beginning', async () => {
  const app = await server.build();
  const client = server.client(app);
  await client.signIn();
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { host: 'localhost', cookie };
  const answer = await app.inject({ url: '/api/events', headers, payloadAsStream: true });
  answer.stream().destroy();
  expect(answer.headers['x-server-time']).toBe(new Date(server.clock.nowMs).toISOString());
  expect(answer.headers['cache-control']).toBe('no-store');
});
