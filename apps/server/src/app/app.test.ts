import { openApiDocument, protocol, routes, type Route } from '@foray/contract';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { codeOf } from '../http/testing/test-client.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

/** operation: metrics require the token */
function appFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foray-static-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'index.html'), 'the app');
  return folder;
}

test('[API-01] the calls of the specification: csrf-cookie sets XSRF-TOKEN, and changing calls without it are refused', async () => {
  const client = server.client();
  const refused = await client.post('/api/login', { phone: '+15550001111', name: 'Ada' });
  expect([refused.status, codeOf(refused)]).toEqual([403, 'csrf']);

  const answer = await client.get('/csrf-cookie');
  expect(answer.status).toBe(204);
  const cookie = answer.cookies.find(({ name }) => name === 'XSRF-TOKEN');
  expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax' });
  expect(cookie?.httpOnly).toBeUndefined();
  await client.signIn();
  const before = await server.rows();
  for (const route of Object.values<Route>(routes)) {
    if (route.method === 'GET') continue;
    const url = route.path.replace(/:\w+/, '10000000');
    const answered = await client.send(route.method, url, { csrf: false, body: {} });
    expect([url, answered.status, codeOf(answered)]).toEqual([url, 403, 'csrf']);
  }
  const wrong = await client.post(
    '/api/items',
    { type: 'todo', title: 'x' },
    { 'x-xsrf-token': 'made.up' },
  );
  expect(codeOf(wrong)).toBe('csrf');
  // A token of the same session, but not the one in its cookie.
  const earlier = client.cookies.get('XSRF-TOKEN') ?? '';
  await client.get('/csrf-cookie');
  const unlike = await client.post(
    '/api/items',
    { type: 'todo', title: 'x' },
    { 'x-xsrf-token': earlier },
  );
  expect([unlike.status, codeOf(unlike)]).toEqual([403, 'csrf']);
  expect(await server.rows()).toBe(before);
});

test('[API-02] the calls of the specification: login answers with a user and a session cookie', async () => {
  const client = server.client();
  await client.get('/csrf-cookie');
  const answer = await client.post('/api/login', { phone: '+1 (555) 000-2222', name: ' Ada ' });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    user: {
      id: expect.any(Number),
      name: 'Ada',
      phone: '+15550002222',
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  });
  expect(answer.body.user.id).toBeGreaterThanOrEqual(1000);
  const cookie = answer.cookies.find(({ name }) => name === 'foray_session');
  expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: true });
  expect(cookie?.secure).toBeUndefined();
  expect(Buffer.from(cookie?.value ?? '', 'base64url')).toHaveLength(32);
});

test('[API-03] the calls of the specification: me answers the user or 401, and logout ends the session', async () => {
  const client = server.client();
  expect(codeOf(await client.get('/api/me'))).toBe('unauthenticated');
  const user = await client.signIn('Grace');
  expect((await client.get('/api/me')).body).toEqual({ user });
  const session = client.cookies.get('foray_session') ?? '';
  expect((await client.post('/api/logout')).status).toBe(204);
  expect((await client.get('/api/me')).status).toBe(401);
  const stolen = await client.get('/api/me', { cookie: `foray_session=${session}` });
  expect(stolen.status).toBe(401);
});

test('[API-04] the calls of the specification: items by type and page, and one item', async () => {
  const client = await server.signedIn();
  for (let index = 0; index < 21; index += 1) {
    server.clock.nowMs += 1000;
    await client.create({ type: 'task', title: `Task ${index}` });
  }
  await client.create({ type: 'todo' });
  const first = await client.get('/api/items?type=task&page=1');
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ current_page: 1, last_page: 2, per_page: 20, total: 21 });
  expect(first.body.data).toHaveLength(20);
  expect(first.body.data[0].title).toBe('Task 20');
  const second = await client.get('/api/items?type=task&page=2');
  expect(second.body.data.map((item: { title: string }) => item.title)).toEqual(['Task 0']);

  const [item] = second.body.data;
  const one = await client.get(`/api/items/${item.id}`);
  expect(one.body).toEqual(item);
  expect(one.headers['etag']).toMatch(/^"[\w-]+:1"$/);
  expect((await client.get(`/api/items/${item.uuid}`)).body).toEqual(item);
});

test('[API-05] the calls of the specification: create returns the item, and names the field of bad input', async () => {
  const client = server.client();
  const user = await client.signIn();
  const uuid = randomUUID();
  const answer = await client.post('/api/items', {
    uuid,
    type: 'campaign',
    title: 'North face',
    end_date: '2026-09-01',
    user_id: 4,
  });
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({
    uuid,
    type: 'campaign',
    title: 'North face',
    status: 'pending',
    user_id: user.id,
    created_by: user,
    end_date: '2026-09-01',
    permission: 'manage',
    version: 1,
  });
  expect(answer.body.id).toBeGreaterThanOrEqual(10_000_000);
  const bad = await client.post('/api/items', { type: 'todo' });
  expect([bad.status, bad.body.error.code]).toEqual([422, 'invalid']);
  expect(Object.keys(bad.body.error.fields)).toEqual(['title']);
});

test('[PRIO-01] the calls of the specification: a priority is created, changed and removed', async () => {
  const client = await server.signedIn();
  const item = await client.create({ priority: 'high' });
  const url = `/api/items/${item.id}`;
  expect(item).toMatchObject({ priority: 'high', version: 1 });
  expect((await client.patch(url, { priority: 'low' })).body).toMatchObject({ priority: 'low' });
  expect((await client.patch(url, { title: 'New' })).body).toMatchObject({ priority: 'low' });
  expect((await client.patch(url, { priority: null })).body.priority).toBeNull();
  const wrong = await client.patch(url, { priority: 'urgent' });
  expect([wrong.status, wrong.body.error.fields]).toEqual([422, { priority: 'unknown_value' }]);
});

test('[TIME-01] the calls of the specification: items are listed by type and page, and read one by one', async () => {
  const client = await server.signedIn();
  const item = await client.create({ due_date: '2026-09-01', due_time: '17:00' });
  const url = `/api/items/${item.id}`;
  expect(item).toMatchObject({ due_date: '2026-09-01', due_time: '17:00' });
  expect((await client.patch(url, { due_time: '08:30' })).body).toMatchObject({
    due_date: '2026-09-01',
    due_time: '08:30',
  });
  const wrong = await client.patch(url, { due_time: '25:00' });
  expect([wrong.status, wrong.body.error.fields]).toEqual([422, { due_time: 'not_a_time' }]);
  expect((await client.patch(url, { due_date: null })).body.due_time).toBeNull();
});

test('[REPEAT-06] [REPEAT-09] the calls of the specification: a rule is created, changed and removed with its date', async () => {
  const client = await server.signedIn();
  const daily = { due_date: '2026-09-01', repeat: 'FREQ=DAILY', repeat_from: 'completion' };
  const item = await client.create({ ...daily, occurrence: 7, occurrence_of: crypto.randomUUID() });
  const url = `/api/items/${item.id}`;
  const first = { repeat_start: '2026-09-01', occurrence: 1, occurrence_of: null };
  expect(item).toMatchObject({ ...daily, ...first });
  const weekly = { repeat: 'FREQ=WEEKLY', repeat_from: 'due', due_date: '2026-09-02' };
  expect((await client.patch(url, weekly)).body).toMatchObject({
    ...weekly,
    repeat_start: '2026-09-02',
  });
  const wrong = await client.patch(url, { repeat: 'FREQ=HOURLY' });
  expect([wrong.status, wrong.body.error.fields]).toEqual([422, { repeat: 'not_a_rule' }]);
  expect((await client.patch(url, { due_date: null })).body).toMatchObject({
    repeat: null,
    repeat_from: null,
    repeat_start: null,
  });
});

test('[API-06] the calls of the specification: patch with changed fields only returns the updated item', async () => {
  const client = await server.signedIn();
  const item = await client.create({ title: 'Old', description: 'kept' });
  const answer = await client.patch(`/api/items/${item.id}`, { title: 'New' });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ title: 'New', description: 'kept', version: 2 });
  expect(answer.headers['etag']).toMatch(/:2"$/);
});

test('[API-07] the calls of the specification: patch sends only the changed fields and returns the updated item', async () => {
  const client = server.client();
  const user = await client.signIn();
  const item = await client.create();
  const assigned = await client.post(`/api/items/${item.id}/assign`, { user_id: user.id });
  expect(assigned.body).toMatchObject({ assigned_to: user.id, assignedUser: user });
  const unassigned = await client.post(`/api/items/${item.id}/assign`, { user_id: 0 });
  expect(unassigned.body).toMatchObject({ assigned_to: null, assignedUser: null });
});

test('[API-08] the calls of the specification: delete deletes, without a body too', async () => {
  const client = await server.signedIn();
  const item = await client.create();
  const answer = await client.delete(`/api/items/${item.id}`);
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect((await client.get(`/api/items/${item.id}`)).status).toBe(404);
  const restored = await client.post(`/api/items/${item.uuid}/restore`);
  expect(restored.body).toMatchObject({ id: item.id, title: item.title });
});

test('[API-09] the calls of the specification: delete works with and without a body', async () => {
  const client = await server.signedIn();
  await client.create({ title: 'Buy 100% wool' });
  await client.create({ title: 'Buy rope' });
  const found = await client.get(`/api/items/search?q=${encodeURIComponent('100%')}`);
  expect(found.body.map((item: { title: string }) => item.title)).toEqual(['Buy 100% wool']);
  expect((await client.get('/api/items/search?q=b')).body).toEqual([]);
  expect((await client.get('/api/items/search')).body).toEqual([]);
});

test('[API-10] the calls of the specification: search returns a list, which is empty for fewer than 2 characters', async () => {
  const client = await server.signedIn();
  const campaign = await client.create({ type: 'campaign' });
  await client.create({ type: 'task', parent_id: campaign.id });
  const answer = await client.get(`/api/campaigns/${campaign.id}/activity?page=1`);
  expect(answer.body).toMatchObject({ current_page: 1, last_page: 1, total: 2 });
  expect(answer.body.data.map((entry: { action: string }) => entry.action)).toEqual([
    'created',
    'created',
  ]);
  for (let change = 1; change <= 20; change += 1) {
    await client.patch(`/api/items/${campaign.id}`, { title: `Title ${change}` });
  }
  const second = await client.get(`/api/campaigns/${campaign.id}/activity?page=2`);
  expect(second.body).toMatchObject({ current_page: 2, last_page: 2, total: 22 });
  expect(second.body.data.map((entry: { id: number }) => entry.id)).toEqual(
    answer.body.data.map((entry: { id: number }) => entry.id),
  );
});

test('operation: config, probes and the description need no session', async () => {
  const client = server.client();
  expect((await client.get('/api/config')).body).toEqual({
    protocol,
    minProtocol: 1,
    auth: 'open',
    epoch: expect.any(String),
    now: new Date(server.clock.nowMs).toISOString(),
  });
  expect((await client.get('/healthz')).body).toEqual({ ok: true });
  expect((await client.get('/readyz')).body).toEqual({ ok: true });
  expect((await client.get('/api/openapi.json')).body).toEqual(openApiDocument());
});

test('operation: every route of the contract is there', async () => {
  const client = await server.signedIn();
  for (const route of Object.values<Route>(routes)) {
    if (route.path === '/api/events' || route.path === '/api/logout') continue;
    if (route.path === '/api/sessions' && route.method === 'DELETE') continue;
    const url = route.path.replace(':ref', randomUUID()).replace(':id', '1');
    const { status, body } = await client.send(route.method, url);
    const answered = `${route.method} ${route.path} ${status}`;
    const isKnown = route.path.includes(':') || status !== 404;
    expect([answered, isKnown, body?.error?.code]).not.toContain('internal');
    expect([answered, isKnown]).toEqual([answered, true]);
  }
});

test('operation: the server serves every route of the contract', async () => {
  const app = await server.build({}, { staticDir: appFolder() });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  // Sent unchanged, because most clients would remove the dots first.
  const asking = request(address, { path: '/../../package.json' }).end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(404);
});

test('[PERF-05] operation: a path that leads outside the app is not found', async () => {
  const staticDir = appFolder();
  writeFileSync(join(staticDir, 'route-files.json'), '{"/queue":["/assets/queue.js"]}');
  const serving = server.client(await server.build({}, { staticDir }));
  const linkOf = async (path: string) => (await serving.get(path)).headers['link'];
  expect(await linkOf('/queue?new=todo')).toBe(
    '</assets/queue.js>; rel=modulepreload; crossorigin',
  );
  expect(await linkOf('/')).toBeUndefined();
  expect(await linkOf('/active')).toBeUndefined();
  expect(await linkOf('/api/items')).toBeUndefined();
});

test('operation: metrics need the token', async () => {
  const serving = server.client(await server.build({}, { staticDir: appFolder() }));
  expect((await serving.get('/queue')).text).toBe('the app');
  expect((await serving.get('/metrics')).status).toBe(404);
  expect((await server.client().get('/metrics')).status).toBe(404);
  const app = await server.build({ metricsToken: 'a token of enough length' });
  const client = server.client(app);
  await client.get('/healthz');
  expect((await client.get('/metrics')).status).toBe(404);
  const answered = await client.get('/metrics', {
    authorization: 'Bearer a token of enough length',
  });
  expect(answered.text).toContain('foray_http_request_seconds_count{method="GET",route="/healthz"');
});
