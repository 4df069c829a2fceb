import { slotUuid } from '../testing/slot-uuid.ts';
import { refusalOf, type AuthorityWorld, worldOf } from '../testing/world.ts';

const dayMs = 86_400_000;

const keysIn = ({ store }: AuthorityWorld) => store.tables().ops.map(({ op_id }) => op_id);

/** Half a year later, after a clean-up. */
async function later({ clock, authority }: AuthorityWorld): Promise<void> {
  clock.nowMs += 180 * dayMs + 1;
  await authority.cleanUp();
}

test('[KEEP-04] the records of requests about an item are deleted half a year after its deletion, and all others stay', async () => {
  const { world, ann } = await worldOf('Ann');
  const uuid = slotUuid(1);
  const url = `/api/items/${uuid}`;
  const entries = [
    ['POST', '/api/items', { type: 'todo', title: 'short', uuid }],
    ['PATCH', url, { status: 'completed' }],
    ['PATCH', url, { status: 'pending' }],
    ['POST', `${url}/labels`, { add: ['home'], remove: [] }],
    ['DELETE', url, undefined],
    ['POST', `${url}/restore`, undefined],
    ['DELETE', url, undefined],
  ] as const;
  const send = async () => {
    for (const [index, [method, address, data]] of entries.entries()) {
      await ann.send(method, address, data, { opId: `gone-${index}` });
    }
  };
  const kept = { type: 'todo', title: 'kept', uuid: slotUuid(2) };
  await ann.send('POST', '/api/items', kept, { opId: 'kept' });
  await ann.send('PATCH', `/api/items/${slotUuid(3)}`, { title: 'none' }, { opId: 'refused' });
  await send();
  const before = keysIn(world);
  expect(before).toHaveLength(9);
  world.clock.nowMs += 180 * dayMs;
  await world.authority.cleanUp();
  expect(keysIn(world)).toEqual(before);
  await later(world);
  expect(keysIn(world)).toEqual(['gone-0', 'kept', 'refused']);
  // A device that is restored to its former state, and sends everything again, changes nothing.
  const { items, access, activity } = world.store.tables();
  await send();
  expect(world.store.tables()).toMatchObject({ items, access, activity });
});

test('[KEEP-04] a repeated create without a uuid creates no second item, however long ago the item was deleted', async () => {
  const { world, ann } = await worldOf('Ann');
  const data = { type: 'todo', title: 'of a script' };
  const make = () => ann.send('POST', '/api/items', data, { opId: 'make' });
  await make();
  const made = () => world.store.tables().items.filter(({ user_id: owner }) => owner === ann.id);
  const [item] = made();
  await ann.send('DELETE', `/api/items/${item?.uuid}`);
  await later(world);
  expect(await make()).toMatchObject({ status: 201 });
  expect(made()).toHaveLength(1);
});

test('[KEEP-04] records about the copy of an occurrence stay, because the copy may come back', async () => {
  const { world, ann } = await worldOf('Ann');
  const data = { type: 'todo', title: 'weekly', due_date: '2026-03-02', repeat: 'FREQ=WEEKLY' };
  const { uuid } = await ann.create(data);
  const occurrences = `/api/items/${uuid}/occurrences`;
  const complete = () => ann.send('POST', occurrences, { n: 1, zone: 'UTC' });
  await complete();
  const copy = () => world.store.tables().items.find(({ occurrence_of: of }) => of === uuid);
  const url = `/api/items/${copy()?.uuid}`;
  const drop = () => ann.send('DELETE', url, undefined, { opId: 'copy' });
  await drop();
  await ann.send('POST', `${url}/restore`);
  await ann.send('DELETE', `${occurrences}/1`);
  await later(world);
  await complete();
  expect(copy()?.deleted_at).toBeNull();
  expect(await drop()).toMatchObject({ status: 204 });
  expect(copy()?.deleted_at).toBeNull();
});

test('[KEEP-04] records stay while a device may still repeat the request', async () => {
  const { world, ann, bob } = await worldOf('Ann', 'Bob');
  const shared = await ann.create({ type: 'todo', title: 'shared', assigned_to: bob.id });
  const url = `/api/items/${shared.uuid}`;
  await bob.send('PATCH', url, { title: 'of Bob' }, { opId: 'bob' });
  await ann.send('POST', `/api/items/${shared.uuid}/assign`, { user_id: null });
  await later(world);
  // Hidden from Bob, but not deleted: it may be assigned to him again.
  expect(keysIn(world)).toContain('bob');
  await ann.send('DELETE', url);
  expect(refusalOf(await bob.send('PATCH', url, { title: 'again' })).code).toBe('not_found');
  await later(world);
  expect(keysIn(world)).not.toContain('bob');
});
