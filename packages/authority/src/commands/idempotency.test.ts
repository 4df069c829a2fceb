import { EpochChangedError } from '../epochs/epoch-checked-store.ts';
import { slotUuid } from '../testing/slot-uuid.ts';
import { itemOf, makeWorld, refusalOf, worldOf } from '../testing/world.ts';

async function oneTodo() {
  const { world, ann } = await worldOf('Ann');
  const todo = await ann.create({ type: 'todo', title: 'todo' });
  return { ...world, ann, todo, url: `/api/items/${todo.uuid}` };
}

const patch = (id: string, url: string, data: object, after?: string) => ({
  id,
  method: 'PATCH' as const,
  url,
  data,
  ...(after !== undefined && { after }),
});

test('a chain is refused completely and finally if its first request is, and other requests are not', async () => {
  const { ann, url, authority, store } = await oneTodo();
  const other = await ann.create({ type: 'todo', title: 'other' });
  const entries = [
    patch('a', url, { end_date: '2026-04-01' }),
    patch('b', url, { title: 'b' }, 'a'),
    patch('c', url, { title: 'c' }, 'b'),
    patch('d', `/api/items/${other.id}`, { title: 'd' }),
    { id: 'e', method: 'DELETE' as const, url, after: 'c' },
  ];
  for (let round = 0; round < 2; round += 1) {
    const { results } = await authority.batch({ userId: ann.id }, entries, Infinity);
    expect(results.map(({ status }) => status)).toEqual([422, 424, 424, 200, 424]);
  }
  expect(store.tables().ops).toHaveLength(5);
  expect(await ann.see(other)).toMatchObject({ title: 'd', version: 2 });
});

test('a chain is refused in the same way if its first request cannot be read', async () => {
  const { ann, todo, url, authority, store } = await oneTodo();
  const entries = [
    patch('a', url, { title: 'x'.repeat(256) }),
    patch('b', url, { title: 'b' }, 'a'),
    patch('c', url, { title: 'c' }, 'b'),
  ];
  const { results } = await authority.batch({ userId: ann.id }, entries, Infinity);
  expect(results.map(({ status }) => status)).toEqual([422, 424, 424]);
  expect(store.tables().ops.map(({ op_id, code }) => [op_id, code])).toEqual([
    ['a', 'invalid'],
    ['b', 'after_failed'],
    ['c', 'after_failed'],
  ]);
  expect(await ann.see(todo)).toEqual(todo);
});

test('a chain waits while its first request meets a newer version, until that request is accepted', async () => {
  const { ann, url } = await oneTodo();
  const send = (data: object, opId: string, how: { ifMatch?: string; after?: string }) =>
    ann.send('PATCH', url, data, { opId, ...how });
  await ann.send('PATCH', url, { title: 'by another device' });
  expect((await send({ title: 'a' }, 'a', { ifMatch: '"e1:1"' })).status).toBe(412);
  expect((await send({ description: 'b' }, 'b', { after: 'a' })).status).toBe(424);
  // The person keeps the local value: the first request is sent again, based on the version that it found.
  expect((await send({ title: 'a' }, 'a', { ifMatch: '"e1:2"' })).status).toBe(200);
  const last = await send({ description: 'b' }, 'b', { after: 'a' });
  expect(itemOf(last)).toMatchObject({ title: 'a', description: 'b', version: 4 });
});

test('a chain continues over a delete and its restore', async () => {
  const { ann, url } = await oneTodo();
  await ann.send('DELETE', url, undefined, { opId: 'gone' });
  const back = await ann.send('POST', `${url}/restore`, undefined, { opId: 'back', after: 'gone' });
  expect(itemOf(back).version).toBe(3);
  const next = await ann.send('PATCH', url, { title: 'on' }, { opId: 'on', after: 'back' });
  expect(next).toMatchObject({ status: 200, etag: '"e1:4"' });
});

test('[I18] a chain does not continue after a restore that found the item already restored and changed', async () => {
  const { ann, url } = await oneTodo();
  await ann.send('DELETE', url);
  for (const device of ['first', 'second']) {
    await ann.send('POST', `${url}/restore`, undefined, { opId: `${device} back` });
    const how = { opId: `${device} on`, after: `${device} back` };
    const next = await ann.send('PATCH', url, { title: device }, how);
    if (device === 'first') expect(next.status).toBe(200);
    else expect(refusalOf(next)).toMatchObject({ status: 412, item: { title: 'first' } });
  }
});

test('[I18] a change based on a create is refused if the create found the item already existing and changed', async () => {
  const { ann } = await worldOf('Ann');
  const uuid = slotUuid(1);
  const data = { uuid, type: 'todo', title: 'of a file' };
  for (const device of ['first', 'second']) {
    await ann.send('POST', '/api/items', data, { opId: `${device} made` });
    const how = { opId: `${device} on`, after: `${device} made` };
    const next = await ann.send('PATCH', `/api/items/${uuid}`, { title: device }, how);
    if (device === 'first') expect(next.status).toBe(200);
    else expect(refusalOf(next)).toMatchObject({ status: 412, item: { title: 'first' } });
  }
});

const uuid = slotUuid(1);
const parent = slotUuid(2);
const url = `/api/items/${uuid}`;
const create = { id: 'a', method: 'POST' as const, url: '/api/items' };
const task = { ...create, data: { uuid, type: 'task', title: 'task', parent_id: parent } };
const followers = [
  { id: 'b', method: 'PATCH' as const, url, data: { title: 'b' }, after: 'a' },
  { id: 'b', method: 'POST' as const, url: `${url}/assign`, data: { user_id: 0 }, after: 'a' },
  { id: 'b', method: 'DELETE' as const, url, after: 'a' },
  { id: 'b', method: 'POST' as const, url: `${url}/restore`, after: 'a' },
];

test.each(followers)(
  '[I1] a chain based on a create waits together with the create, which waits for its parent: $method $url',
  async (next) => {
    const { authority, store, ann } = await worldOf('Ann');
    const send = async () => {
      const { results } = await authority.batch({ userId: ann.id }, [task, next], Infinity);
      return results.map(({ status }) => status);
    };
    expect(await send()).toEqual([409, 424]);
    expect(store.tables().ops).toEqual([]);
    await ann.create({ uuid: parent, type: 'campaign', title: 'parent' });
    expect(await send()).toEqual([201, next.method === 'DELETE' ? 204 : 200]);
  },
);

test.each(followers)(
  'a chain based on a create is refused together with the create: $method $url',
  async (next) => {
    const { authority, store, ann } = await worldOf('Ann');
    const untitled = { ...create, data: { uuid, type: 'task', title: '' } };
    for (let round = 0; round < 2; round += 1) {
      const { results } = await authority.batch({ userId: ann.id }, [untitled, next], Infinity);
      expect(results.map(({ status }) => status)).toEqual([422, 424]);
    }
    expect(store.tables().ops.map(({ op_id, code }) => [op_id, code])).toEqual([
      ['a', 'invalid'],
      ['b', 'after_failed'],
    ]);
  },
);

test.each(followers.slice(0, 3))(
  'a chain based on a create is not found once others have deleted the item: $method $url',
  async (next) => {
    const { authority, ann } = await worldOf('Ann');
    await ann.send('POST', '/api/items', { uuid, type: 'task', title: 'task' }, { opId: 'a' });
    await ann.send('DELETE', url);
    const { results } = await authority.batch({ userId: ann.id }, [next], Infinity);
    expect(results.map(({ status }) => status)).toEqual([404]);
  },
);

test('a request that cannot be read uses up its key', async () => {
  const { ann, url } = await oneTodo();
  const send = (title: string) => ann.send('PATCH', url, { title }, { opId: 'key' });
  const refused = await send('');
  expect(refusalOf(refused)).toMatchObject({ code: 'invalid', fields: { title: 'required' } });
  expect(await send('')).toEqual(refused);
  expect(refusalOf(await send('better')).code).toBe('key_reused');
});

test('[I3] a key that is sent twice at once with different content applies one of the two requests', async () => {
  const world = makeWorld({ beforePrimitive: async () => {} });
  const ann = await world.person('Ann');
  const create = (title: string) =>
    ann.send('POST', '/api/items', { type: 'todo', title }, { opId: 'key' });
  const answers = await Promise.all([create('one'), create('two')]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
  expect(world.store.tables().items).toHaveLength(1);
});

test('a repeated key returns the item only as far as its sender may see it now', async () => {
  const { person } = await oneTodo();
  const [bob, cid] = [await person('Bob'), await person('Cid')];
  const his = await bob.create({ type: 'todo', title: 'his', assigned_to: cid.id });
  const patch = () =>
    cid.send('PATCH', `/api/items/${his.uuid}`, { title: 'by Cid' }, { opId: 'key' });
  expect(itemOf(await patch()).title).toBe('by Cid');
  await bob.send('POST', `/api/items/${his.uuid}/assign`, { user_id: 0 });
  await bob.send('PATCH', `/api/items/${his.uuid}`, { title: 'secret' });
  const again = await patch();
  expect(again).toMatchObject({ status: 200, body: { uuid: his.uuid, permission: null } });
  expect(JSON.stringify(again)).not.toMatch(/secret|by Cid/);
});

test('a restored backup lacks later versions and keys: such versions are stale, and such keys run again', async () => {
  const { ann, todo, url, store, authority } = await oneTodo();
  const backup = store.tables();
  const patch = (title: string, ifMatch: string, opId: string) =>
    ann.send('PATCH', url, { title }, { ifMatch, opId });
  expect((await patch('lost', '"e1:1"', 'lost')).status).toBe(200);
  const uuid = slotUuid(7);
  await ann.send('POST', '/api/items', { uuid, type: 'todo', title: 'new' }, { opId: 'new' });
  const page = await authority.delta({ userId: ann.id }, { type: 'todo', since: 0, limit: 10 });
  const cursor = page.ok ? page.value.cursor : 0;
  store.load(backup, 'e2');

  const query = { type: 'todo', since: cursor, limit: 10 } as const;
  expect(await authority.delta({ userId: ann.id }, query)).toEqual({
    ok: false,
    error: expect.any(EpochChangedError),
  });
  // The same number in another history is another version.
  expect(refusalOf(await patch('after', '"e1:1"', 'after'))).toMatchObject({
    code: 'stale',
    item: { title: 'todo', version: 1 },
  });
  expect(refusalOf(await patch('lost', '"e1:1"', 'lost')).code).toBe('stale');
  expect(await patch('after', '"e2:1"', 'after')).toMatchObject({ status: 200, etag: '"e2:2"' });
  // [I2] A create from the lost time runs again, under its uuid.
  const again = { uuid, type: 'todo', title: 'new' };
  const made = await ann.send('POST', '/api/items', again, { opId: 'new' });
  expect(made.status).toBe(201);
  expect(itemOf(made).uuid).toBe(uuid);
  expect(await ann.see(todo)).toMatchObject({ title: 'after' });
});
