import { expect, test } from 'vitest';
import { createItem, deleteItem, editItem, removePerson } from '../actions/actions.ts';
import { done } from '../testing/done.ts';
import { uuidOf } from '../testing/rows.ts';
import { TestWorld } from '../testing/test-world.ts';
import { markSent } from '../testing/mark-sent.ts';

/** A sample user, to whom everybody may assign. */
const sampleUserId = 2;

test('[I1] a delete does not cancel a create that was sent, since that may have arrived', async () => {
  const world = new TestWorld();
  const one = world.newDevice();
  const { item } = await done(createItem(one.device, { type: 'task', title: 'made' }));
  one.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
  await one.engine.run('start');
  await done(deleteItem(one.device, item.uuid));
  expect((await one.queue()).map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  one.transport.fault = () => 'none';
  await one.engine.run('sync_now');
  expect(world.server.living()).toEqual([]);
  expect(await one.shown()).toEqual([]);
});

test('[I1] a delete does not cancel a create that may repeat that of another device', async () => {
  const one = new TestWorld().newDevice();
  const { item } = await done(createItem(one.device, { type: 'task', title: 'lost' }));
  await one.store.write(async (tx) => {
    for (const create of await tx.queue()) await tx.putRequest({ ...create, isAgain: true });
  });
  await done(deleteItem(one.device, item.uuid));
  expect((await one.queue()).map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});

test('[I1] a delete does not cancel an unsent import, which another device may have sent', async () => {
  const one = new TestWorld().newDevice();
  const { item } = await done(createItem(one.device, { type: 'task', title: 'in the file' }));
  await one.store.write(async (tx) => {
    for (const create of await tx.queue()) await tx.putRequest({ ...create, isImport: true });
  });
  await done(deleteItem(one.device, item.uuid));
  expect((await one.queue()).map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});

test('[I1] a delete does not cancel a create that was sent, nor the unsent edit behind it', async () => {
  const one = new TestWorld().newDevice();
  const { item } = await done(createItem(one.device, { type: 'task', title: 'made' }));
  await markSent(one);
  await done(editItem(one.device, item.uuid, { title: 'changed' }));
  await done(deleteItem(one.device, item.uuid));
  expect((await one.queue()).map(({ method }) => method)).toEqual(['POST', 'PATCH', 'DELETE']);
});

test('[I1] a delete that takes others along does not cancel a create', async () => {
  const world = new TestWorld();
  const one = world.newDevice();
  await world.server.seed({ uuid: uuidOf(1), type: 'todo', title: 'moved away meanwhile' });
  await one.engine.run('start');
  const { item } = await done(createItem(one.device, { type: 'task', title: 'made' }));
  await done(deleteItem(one.device, item.uuid, [uuidOf(1)]));
  const [, deletion] = await one.queue();
  expect(deletion).toMatchObject({ method: 'DELETE', data: { children: [uuidOf(1)] } });
});

test('[I1] a cancelled create takes no request about another item along', async () => {
  const world = new TestWorld();
  const one = world.newDevice();
  await world.server.seed({
    uuid: uuidOf(1),
    type: 'task',
    title: 'shared',
    assigned_to: sampleUserId,
  });
  await one.engine.run('start');
  const below = { type: 'todo', title: 'made', parent_uuid: uuidOf(1) } as const;
  const { item } = await done(createItem(one.device, { ...below, assigned_to: sampleUserId }));
  await done(removePerson(one.device, uuidOf(1), sampleUserId));
  await done(editItem(one.device, item.uuid, { title: 'changed' }));
  await done(deleteItem(one.device, item.uuid));
  await one.engine.run('sync_now');
  expect(world.server.living()).toMatchObject([{ uuid: uuidOf(1), assigned_to: null }]);
  expect(await one.queue()).toEqual([]);
});
