import { createHash, randomUUID } from 'node:crypto';
import { createAuthority } from '@foray/authority';
import { occurrenceUuid } from '@foray/domain';
import { openPostgresStore } from '../db/store/postgres-store.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { codeOf, freshPhone } from '../http/testing/test-client.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

// Expiry over HTTP: the trash, a stored text, an old cursor, another epoch of the database.

const dayMs = 86_400_000;

const server = await sharedInFile(startServerUnderTest());
const { database } = server;
const authority = createAuthority({
  store: await openPostgresStore({ database, hashPhone: (phone) => Buffer.from(phone) }),
  nowMs: () => server.clock.nowMs,
  newUuid: randomUUID,
  digest: (text) => createHash('sha256').update(text).digest('hex'),
  reportBug: (error) => {
    throw error;
  },
});

test('the trash lists restorable items for 30 days; then none of their text is stored', async () => {
  const client = server.client();
  const user = await client.signIn();
  const item = await client.create({ title: 'Perishable', description: 'Unmistakable' });
  await client.delete(`/api/items/${item.id}`);
  const listed = await client.get('/api/trash');
  expect(listed.body.data).toMatchObject([{ uuid: item.uuid, taken_along: 0 }]);
  expect((await server.client().get('/api/trash')).status).toBe(401);
  const stranger = await server.signedIn();
  expect((await stranger.get('/api/trash')).body).toEqual({ data: [], next: null });

  expect((await authority.trash({ userId: user.id }, { limit: 500 })).data).toHaveLength(1);
  server.clock.nowMs += 30 * dayMs + 1;
  expect((await authority.trash({ userId: user.id }, { limit: 500 })).data).toEqual([]);
  await authority.cleanUp();
  const rows = await server.database.kysely.selectFrom('items').selectAll().execute();
  expect(rows.find(({ uuid }) => uuid === item.uuid)).toMatchObject({ title: '' });
  expect(JSON.stringify(rows)).not.toMatch(/perishable|unmistakable/i);
});

test('a cursor from before the erased removals is refused as epoch_changed; a full pull is accepted', async () => {
  const client = server.client();
  const phone = freshPhone();
  await client.signIn('Ada', phone);
  for (let index = 0; index < 4; index += 1) await client.create({ title: `Kept ${index}` });
  const gone = await client.create({ title: 'Gone' });
  const read = (since: number) => client.get(`/api/items?type=todo&since=${since}&limit=2`);
  const old = (await client.get('/api/items?type=todo&since=0')).body.cursor;
  await client.delete(`/api/items/${gone.id}`);
  server.clock.nowMs += 180 * dayMs + 1;
  // The session of half a year ago has expired; the person signs in again.
  await client.signIn('Ada', phone);
  expect((await read(old)).body.removed).toMatchObject([{ uuid: gone.uuid }]);
  await authority.cleanUp();
  expect(codeOf(await read(old))).toBe('epoch_changed');
  const titles: string[] = [];
  for (let since = 0, more = true; more;) {
    const page = await read(since);
    expect(page.status).toBe(200);
    for (const { title } of page.body.data) titles.push(title);
    since = page.body.cursor;
    more = page.body.more;
  }
  expect(titles).toEqual(['Kept 0', 'Kept 1', 'Kept 2', 'Kept 3']);
});

test('[KEEP-04] records of requests about tombstones are deleted together with the removals', async () => {
  const client = server.client();
  const { id: userId } = await client.signIn();
  const send = (opId: string, method: string, url: string, data?: object) =>
    authority.request({ userId }, { method, url: `/api/items${url}`, data, opId });
  const [kept, gone, weekly] = [randomUUID(), randomUUID(), randomUUID()];
  for (const uuid of [kept, gone]) {
    await send(`make ${uuid}`, 'POST', '', { type: 'todo', title: 'Asked about', uuid });
  }
  const rule = { due_date: '2026-03-02', repeat: 'FREQ=WEEKLY' };
  await send('make weekly', 'POST', '', { type: 'todo', title: 'Weekly', uuid: weekly, ...rule });
  await send('complete', 'POST', `/${weekly}/occurrences`, { n: 1, zone: 'UTC' });
  const copy = occurrenceUuid(weekly, 1);
  await send('delete copy', 'DELETE', `/${copy}`);
  await send('restore copy', 'POST', `/${copy}/restore`);
  await send('undo', 'DELETE', `/${weekly}/occurrences/1`);
  await send('label', 'POST', `/${gone}/labels`, { add: ['home'], remove: [] });
  await send('delete', 'DELETE', `/${gone}`);
  await send('refused', 'PATCH', `/${gone}`, { title: 'Late' });
  const keys = async () => {
    const ops = server.database.kysely.selectFrom('ops').select('op_id');
    const rows = await ops.where('user_id', '=', userId).execute();
    return rows.map((row) => row.op_id).toSorted();
  };
  const before = await keys();
  expect(before).toHaveLength(10);
  server.clock.nowMs += 180 * dayMs;
  await authority.cleanUp();
  expect(await keys()).toEqual(before);
  server.clock.nowMs += 1000;
  await authority.cleanUp();
  const over = ['label', 'delete'];
  expect(await keys()).toEqual(before.filter((key) => !over.includes(key)));
});
