import { makeWorld, refusalOf } from '../testing/world.ts';

/** Ann's task with two todos. */
async function twoTodos() {
  const trouble: { at: string | null } = { at: null };
  const world = makeWorld({
    beforePrimitive: async (name) => {
      if (name === trouble.at) throw new Error('a bug');
    },
  });
  const ann = await world.person('Ann');
  const task = await ann.create({ type: 'task', title: 'task' });
  const one = await ann.create({ type: 'todo', title: 'one', parent_id: task.id });
  const two = await ann.create({ type: 'todo', title: 'two', parent_id: task.id });
  return { ...world, ann, task, one, two, trouble };
}

test('the content of a request differs if a list in it differs, or is not a list', async () => {
  const { ann, task, one, two } = await twoTodos();
  const remove = (children: unknown) =>
    ann.send('DELETE', `/api/items/${task.id}`, { children }, { opId: 'op' });
  expect((await remove([one.uuid])).status).toBe(204);
  expect((await remove([one.uuid])).status).toBe(204);
  for (const other of [[two.uuid], [one.uuid, two.uuid], [], { 0: one.uuid }]) {
    expect(refusalOf(await remove(other)).code).toBe('key_reused');
  }
  expect(await ann.see(two)).toMatchObject({ title: 'two' });
});

test('an entry of a batch that hits a bug gets internal, is reported, and does not stop the others', async () => {
  const { ann, authority, clock, bugs, one, two, trouble } = await twoTodos();
  const url = (item: { id: number }) => `/api/items/${item.id}`;
  const data = { title: 'new' };
  trouble.at = 'insertItem';
  const entries = [
    { id: 'op-1', method: 'POST', url: '/api/items', data: { type: 'todo', title: 'x' } },
    { id: 'op-2', method: 'PATCH', url: url(two), data },
  ] as const;
  const { results } = await authority.batch({ userId: ann.id }, entries, clock.nowMs + 1);
  expect(results).toMatchObject([
    { id: 'op-1', status: 500, body: { error: { code: 'internal' } } },
    { id: 'op-2', status: 200, body: { title: 'new' } },
  ]);
  expect(bugs).toHaveLength(1);
  expect(await ann.see(one)).toMatchObject({ title: 'one' });
});
