import { TestWorld, newWorld } from '../testing/test-world.ts';

const newDevice = () => new TestWorld().newDevice();

test('edits are merged into an unsent request', async () => {
  const one = newDevice();
  const { item } = await one.create({ type: 'task', title: 'a' });
  await one.edit(item.uuid, { title: 'b' });
  await one.setStatus(item.uuid, 'completed');
  await one.assign(item.uuid, 3);
  expect(await one.queue()).toMatchObject([
    { method: 'POST', data: { title: 'b', status: 'completed', assigned_to: 3 } },
  ]);
  expect(await one.row(item.uuid)).toMatchObject({
    title: 'b',
    status: 'completed',
    assigned_to: 3,
  });
});

test('a change is not merged into a sent request', async () => {
  const one = newDevice();
  const { item } = await one.create({ type: 'task', title: 'a' });
  one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
  await one.engine.run('action');
  await one.edit(item.uuid, { title: 'b' });
  const [create, patch] = await one.queue();
  expect(create).toMatchObject({ sent: true, data: { title: 'a' } });
  expect(patch).toMatchObject({ sent: false, basis: { after: create?.id } });
});

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

test('a delete with children hides exactly the named ones, and can be restored completely', async () => {
  const { world, one } = newWorld();
  const { item: parent } = await one.create({ type: 'task', title: 'p' });
  const [a, b] = await Promise.all(
    ['a', 'b'].map((title) => one.create({ type: 'todo', title, parent_uuid: parent.uuid })),
  );
  if (a === undefined || b === undefined) throw new Error('not made');
  await one.engine.run('start');
  await one.delete(parent.uuid, [a.item.uuid]);
  expect((await one.shown()).map(({ title }) => title)).toEqual(['b']);
  await one.engine.run('action');
  expect(world.server.living().map(({ title }) => title)).toEqual(['b']);
  await one.restore(a.item.uuid);
  expect((await one.shown()).map(({ title }) => title).toSorted()).toEqual(['a', 'b', 'p']);
  await one.engine.run('action');
  expect(
    world.server
      .living()
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual(['a', 'b', 'p']);
  expect((await one.shown()).map(({ title }) => title).toSorted()).toEqual(['a', 'b', 'p']);
  expect(await one.queue()).toEqual([]);
});
