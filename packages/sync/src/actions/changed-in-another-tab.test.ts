import { createItem, deleteItem } from './actions.ts';
import { editItem } from './edit-items.ts';
import { done } from '../testing/done.ts';
import { newWorld } from '../testing/test-world.ts';
import { opened, x } from '../testing/open-editor.ts';

test('before anything is written, the app asks about an unsent change of another tab', async () => {
  const { one, seen, world } = await opened();
  await world.newTab(one).edit(x, { title: 'other tab' });
  const outcome = await editItem(one.device, x, { title: 'mine' }, seen);
  expect(outcome).toMatchObject({ error: { code: 'changed', fields: ['title'] } });
  expect(await one.row(x)).toMatchObject({ title: 'other tab' });
  const gone = await deleteItem(one.device, x, [], new Map([[x, seen]]));
  expect(gone).toMatchObject({ error: { code: 'changed' } });
  await one.edit(x, { title: 'mine' }, await one.row(x));
  expect(await one.row(x)).toMatchObject({ title: 'mine' });
});

test('[I20] a change that another tab made and reverted does not count as a server version', async () => {
  const { one, world } = await opened();
  await one.edit(x, { title: 'mine' });
  const seen = await one.row(x);
  await world.newTab(one).edit(x, { title: 'start' });
  const gone = await deleteItem(one.device, x, [], new Map([[x, seen]]));
  expect(gone).toMatchObject({ error: { code: 'changed', fields: ['title'] } });
  const outcome = await editItem(one.device, x, { title: 'mine again' }, seen);
  expect(outcome).toMatchObject({ error: { code: 'changed', fields: ['title'] } });
  expect(await one.engine.conflicts()).toEqual([]);
});

test('before anything is written, a guest is asked about a change in another tab', async () => {
  const { world, one } = newWorld();
  const device = { ...one.device, account: { kind: 'guest' } as const };
  const { item } = await done(createItem(device, { type: 'todo', title: 'start' }));
  await world.time.pass(1000);
  await done(editItem(device, item.uuid, { title: 'other tab' }));
  const outcome = await editItem(device, item.uuid, { title: 'mine' }, item);
  expect(outcome).toMatchObject({ error: { code: 'changed', item: { title: 'other tab' } } });
  await done(editItem(device, item.uuid, { description: 'mine' }, item));
  expect(await one.row(item.uuid)).toMatchObject({ title: 'other tab', description: 'mine' });
});
