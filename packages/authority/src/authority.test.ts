import { makeWorld, worldOf } from './testing/world.ts';

test('the authority responds with the epoch of its store, and runs a parsed command', async () => {
  const { authority, ann } = await worldOf('Ann');
  expect(authority.epoch()).toBe('e1');
  const todo = await ann.create({ type: 'todo', title: 'todo' });
  const command = { kind: 'delete', ref: { id: todo.id }, children: [] } as const;
  expect((await authority.execute({ userId: ann.id }, { command })).status).toBe(204);
  expect(await ann.see(todo)).toBe(null);
});

test('an authority without its own limits uses the product’s limits for contacts', async () => {
  const { authority, ann } = await worldOf('Ann');
  await authority.importContacts({ userId: ann.id }, []);
  expect(await authority.mutuals({ userId: ann.id })).toEqual([]);
});

test('an error of the store on a page of a feed rejects the call', async () => {
  let isBroken = false;
  const broken = new Error('broken');
  const beforePrimitive = async () => {
    if (isBroken) throw broken;
  };
  const { authority, person } = makeWorld({ beforePrimitive });
  const ann = await person('Ann');
  isBroken = true;
  const query = { since: 0, limit: 10 };
  await expect(authority.changes({ userId: ann.id }, query)).rejects.toBe(broken);
});
