import { TestWorld, newWorld } from '../testing/test-world.ts';

const newDevice = () => new TestWorld().newDevice();

test('[OFF-08] a create and a delete cancel each other, unless a queued request refers to the item', async () => {
  const one = newDevice();
  const { item: lone } = await one.create({ type: 'task', title: 'lone' });
  await one.delete(lone.uuid);
  expect(await one.queue()).toEqual([]);
  expect(await one.shown()).toEqual([]);
  const { item: parent } = await one.create({ type: 'task', title: 'p' });
  const { item: child } = await one.create({ type: 'todo', title: 'c', parent_uuid: parent.uuid });
  await one.delete(parent.uuid);
  expect((await one.queue()).map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE']);
  expect(await one.row(child.uuid)).toMatchObject({ top: 1, parent_uuid: parent.uuid });
  await one.restore(parent.uuid);
  expect((await one.queue()).map(({ method }) => method)).toEqual(['POST', 'POST']);
  expect(await one.row(child.uuid)).toMatchObject({ top: 0 });
  await one.restore(lone.uuid);
  expect((await one.queue()).length).toBe(3);
  expect(await one.row(lone.uuid)).toMatchObject({ _deleted: false, _syncStatus: 'pending' });
});

test('a parent completed by hand stays completed, even if a child was created before the completion was sent', async () => {
  const { world, one } = newWorld();
  const { item: campaign } = await one.create({ type: 'campaign', title: 'c' });
  const place = { parent_uuid: campaign.uuid };
  await one.create({ type: 'todo', title: 'open', ...place });
  const { item } = await one.setStatus(campaign.uuid, 'completed');
  expect(item).toMatchObject({ status: 'completed', rolled: null });
  await one.engine.run('start');
  expect(world.server.items.get(campaign.uuid)).toMatchObject({ status: 'completed' });
  expect(await one.row(campaign.uuid)).toMatchObject({ status: 'completed', rolled: null });
});

test('[I9] cancelled requests leave no trace on the parents that the item passed through', async () => {
  const one = newDevice();
  const { item: first } = await one.create({ type: 'task', title: 'first' });
  await one.setStatus(first.uuid, 'completed');
  const { item: second } = await one.create({ type: 'task', title: 'second' });
  await one.setStatus(second.uuid, 'completed');
  const place = { parent_uuid: first.uuid };
  const { item } = await one.create({ type: 'todo', title: 'a', ...place });
  await one.move(item.uuid, second.uuid);
  await one.move(item.uuid, null);
  for (const { uuid } of [first, second]) {
    expect(await one.row(uuid)).toMatchObject({ status: 'in_progress' });
  }
  await one.delete(item.uuid);
  expect(await one.queue()).toHaveLength(2);
  for (const { uuid } of [first, second]) {
    expect(await one.row(uuid)).toMatchObject({ status: 'completed', rolled: null });
  }
});
