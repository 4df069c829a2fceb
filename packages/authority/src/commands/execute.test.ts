import { slotUuid } from '../testing/slot-uuid.ts';
import { StoreCrashed } from '../testing/memory-store.ts';
import { itemOf, makeWorld, refusalOf, worldOf } from '../testing/world.ts';

async function oneTodo() {
  const { world, ann } = await worldOf('Ann');
  const todo = await ann.create({ type: 'todo', title: 'todo' });
  const url = `/api/items/${todo.uuid}`;
  return { ...world, ann, todo, url };
}

test('[I3] the key of a request: a repeat has no effect and returns the item as it is now', async () => {
  const { ann, url } = await oneTodo();
  const patch = (title: string, opId: string) => ann.send('PATCH', url, { title }, { opId });
  await patch('first', 'op-1');
  const second = await patch('second', 'op-2');
  expect(await patch('first', 'op-1')).toEqual(second);
  expect(itemOf(second)).toMatchObject({ title: 'second', version: 3 });
});

test('[I3] the key of a request: used twice at once, or again after a crash behind the commit, it takes effect once', async () => {
  let crash = false;
  const world = makeWorld({
    beforePrimitive: async () => {},
    afterCommit: () => {
      if (!crash) return;
      crash = false;
      throw new StoreCrashed();
    },
  });
  const ann = await world.person('Ann');
  const create = () =>
    ann.send('POST', '/api/items', { type: 'todo', title: 'once' }, { opId: 'op' });
  crash = true;
  await expect(create()).rejects.toThrow(StoreCrashed);
  const answers = await Promise.all([create(), create(), create()]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map((answer) => itemOf(answer).id)).size).toBe(1);
  expect(world.store.tables().items).toHaveLength(1);
});

test('the key of a request: a repeat for an item that the user no longer sees reveals nothing about it', async () => {
  const { ann } = await oneTodo();
  const data = { type: 'todo', title: 'short', uuid: slotUuid(3) };
  await ann.send('POST', '/api/items', data, { opId: 'op' });
  await ann.send('DELETE', `/api/items/${slotUuid(3)}`);
  const again = await ann.send('POST', '/api/items', data, { opId: 'op' });
  const nothing = { uuid: slotUuid(3), title: '', permission: null };
  expect(again).toMatchObject({ status: 201, body: nothing });
  // [I8] Nor does another create with that uuid restore it.
  const other = await ann.send('POST', '/api/items', data);
  expect(other).toMatchObject({ status: 200, body: nothing });
});

test('the key of a request: different content is key_reused; the order of fields does not matter', async () => {
  const { ann, url, store } = await oneTodo();
  const send = (data: object) => ann.send('PATCH', url, data, { opId: 'op' });
  const done = await send({ title: 'new', description: 'x' });
  expect(await send({ description: 'x', title: 'new' })).toEqual(done);
  const before = store.tables();
  expect(refusalOf(await send({ title: 'other' }))).toMatchObject({
    status: 422,
    code: 'key_reused',
  });
  expect(store.tables()).toEqual(before);
});

test('the key of a request: keys belong to their user', async () => {
  const { ann, person } = await oneTodo();
  const bob = await person('Bob');
  const data = { type: 'todo', title: 'mine' };
  const answers = [
    await ann.send('POST', '/api/items', data, { opId: 'op' }),
    await bob.send('POST', '/api/items', data, { opId: 'op' }),
  ];
  expect(answers.map((answer) => itemOf(answer).user_id)).toEqual([ann.id, bob.id]);
});

test('the key of a request: a final refusal is recorded, and a temporary one is not', async () => {
  const { ann, todo, url, store } = await oneTodo();
  const fields = { end_date: 'campaign_only' };
  const refused = await ann.send('PATCH', url, { end_date: '2026-04-01' }, { opId: 'final' });
  const again = await ann.send('PATCH', url, { end_date: '2026-04-01' }, { opId: 'final' });
  expect(again).toEqual(refused);
  await ann.send('PATCH', url, { title: 'x' }, { opId: 'stale', ifMatch: '"e1:7"' });
  await ann.send('PATCH', url, { parent_id: slotUuid(9) }, { opId: 'pending' });
  await ann.send('PATCH', url, { title: 'x' }, { opId: 'chained', after: 'unknown' });
  expect(store.tables().ops).toMatchObject([
    { op_id: 'final', status: 422, code: 'invalid', fields, item_id: null },
  ]);
  expect(await ann.see(todo)).toEqual(todo);
});

test('If-Match matches that version; otherwise 412 carries the current item', async () => {
  const { ann, url } = await oneTodo();
  const patch = (title: string, ifMatch: string) => ann.send('PATCH', url, { title }, { ifMatch });
  expect(await patch('second', '"e1:1"')).toMatchObject({ status: 200, etag: '"e1:2"' });
  for (const ifMatch of ['"e1:1"', '"e0:2"', 'nonsense', '*']) {
    expect(refusalOf(await patch('third', ifMatch))).toMatchObject({
      status: 412,
      code: 'stale',
      item: { title: 'second', version: 2 },
    });
  }
  expect((await patch('third', 'e1:2')).status).toBe(200);
});

test('roll-ups and changed rights do not affect If-Match', async () => {
  const { ann, person } = await oneTodo();
  const bob = await person('Bob');
  const task = await ann.create({ type: 'task', title: 'task' });
  const todo = { type: 'todo', title: 'x', parent_id: task.id, assigned_to: bob.id };
  await ann.create({ ...todo, status: 'completed' });
  expect(await ann.see(task)).toMatchObject({ status: 'completed', version: 1 });
  const url = `/api/items/${task.id}`;
  const answer = await ann.send('PATCH', url, { title: 'new' }, { ifMatch: '"e1:1"' });
  expect(answer.status).toBe(200);
});

test('X-After matches while the item is at the version that the named request produced', async () => {
  const { ann, url } = await oneTodo();
  const patch = (title: string, opId: string, after?: string) =>
    ann.send('PATCH', url, { title }, { opId, after });
  await patch('one', 'op-1');
  expect((await patch('two', 'op-2', 'op-1')).status).toBe(200);
  await patch('by another device', 'op-x');
  expect(refusalOf(await patch('three', 'op-3', 'op-2'))).toMatchObject({
    status: 412,
    code: 'stale',
    item: { title: 'by another device' },
  });
});

test('X-After does not match a request about another item, even at the same version', async () => {
  const { ann, url } = await oneTodo();
  const other = await ann.create({ type: 'todo', title: 'other' });
  const otherUrl = `/api/items/${other.id}`;
  await ann.send('PATCH', url, { title: 'one' }, { opId: 'op-1' });
  await ann.send('PATCH', otherUrl, { title: 'two' }, { opId: 'op-2' });
  const behind = { opId: 'op-3', after: 'op-1' };
  const refused = refusalOf(await ann.send('PATCH', otherUrl, { title: 'three' }, behind));
  expect(refused).toMatchObject({ status: 424, code: 'after_failed' });
});

test('X-After: a request based on a refused one is 424 for good, and one based on an unknown one can be repeated', async () => {
  const { ann, url, store } = await oneTodo();
  const patch = (data: object, opId: string, after?: string) =>
    ann.send('PATCH', url, data, { opId, after });
  await patch({ end_date: '2026-04-01' }, 'op-1');
  const failed = await patch({ title: 'x' }, 'op-2', 'op-1');
  expect(refusalOf(failed)).toMatchObject({ status: 424, code: 'after_failed' });
  expect(refusalOf(await patch({ title: 'y' }, 'op-3', 'op-0')).status).toBe(424);
  expect(store.tables().ops.map(({ op_id }) => op_id)).toEqual(['op-1', 'op-2']);
  await patch({ title: 'late' }, 'op-0');
  expect((await patch({ title: 'y' }, 'op-3', 'op-0')).status).toBe(200);
});

const entry = (id: string, title: string) => ({
  id,
  method: 'POST' as const,
  url: '/api/items',
  data: { type: 'todo', title },
});

test('a batch runs in order, and each entry has its own outcome and key', async () => {
  const { ann, authority } = await oneTodo();
  const entries = [
    { ...entry('a', 'parent'), data: { type: 'task', title: 'parent', uuid: slotUuid(1) } },
    { ...entry('b', 'child'), data: { type: 'todo', title: 'child', parent_id: slotUuid(1) } },
    entry('c', ''),
    { id: 'd', method: 'DELETE' as const, url: `/api/items/${slotUuid(1)}`, after: 'a' },
    { id: 'e', method: 'POST' as const, url: '/api/login', data: {} },
  ];
  const first = await authority.batch({ userId: ann.id }, entries, Infinity);
  expect(first.results.map(({ id, status }) => [id, status])).toEqual([
    ['a', 201],
    ['b', 201],
    ['c', 422],
    ['d', 204],
    ['e', 404],
  ]);
  expect(first).toMatchObject({ epoch: 'e1', now: '2026-03-01T12:00:00.000Z' });
  const again = await authority.batch({ userId: ann.id }, entries, Infinity);
  expect(again.results.map(({ status }) => status)).toEqual([201, 201, 422, 204, 404]);
});

test('entries of a batch after the deadline are not run', async () => {
  const { ann, authority, clock, store } = await oneTodo();
  const entries = [entry('a', 'one'), entry('b', 'two')];
  const { results } = await authority.batch({ userId: ann.id }, entries, clock.nowMs);
  expect(results.map(({ status }) => status)).toEqual([201, 0]);
  expect(results[1]).toEqual({ id: 'b', status: 0, code: 'not_run' });
  expect(store.tables().items).toHaveLength(2);
});

test('a bug in a batch is a 500 of that entry alone, and reported; a lost store fails the batch', async () => {
  let fault: Error | null = null;
  const world = makeWorld({
    beforePrimitive: async (name) => {
      if (fault !== null && name === 'insertItem') throw fault;
    },
  });
  const ann = await world.person('Ann');
  const todo = await ann.create({ type: 'todo', title: 'x' });
  const url = `/api/items/${todo.id}`;
  const entries = [
    entry('a', 'one'),
    { id: 'b', method: 'PATCH' as const, url, data: { title: 'new' } },
  ];
  fault = new Error('bug');
  const { results } = await world.authority.batch({ userId: ann.id }, entries, Infinity);
  expect(results.map(({ status }) => status)).toEqual([500, 200]);
  expect(world.bugs).toEqual([fault]);
  expect(world.store.tables().ops.map(({ op_id }) => op_id)).toEqual(['b']);
  fault = new StoreCrashed();
  await expect(world.authority.batch({ userId: ann.id }, entries, Infinity)).rejects.toBe(fault);
});

test('[I12] a batch whose entries all hit bugs names the epoch of its user, and checks the device’s positions', async () => {
  let isBroken = false;
  const world = makeWorld({
    beforePrimitive: async (name) => {
      if (isBroken && name === 'insertItem') throw new Error('bug');
    },
  });
  const ann = await world.person('Ann');
  await world.store.tx((tx) => tx.renewEpoch(ann.id, 'e1'));
  const epoch = world.store.runs.epochOf(ann.id) ?? '';
  expect(epoch).not.toBe('e1');
  isBroken = true;
  const caller = { userId: ann.id, epoch };
  const answer = await world.authority.batch(caller, [entry('a', 'one')], Infinity);
  expect(answer).toMatchObject({ epoch, results: [{ status: 500 }] });
});
