import { expectInStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { inConflict, inStep, itemLost, runsWithout, task } from '../testing/restored-backup.ts';

// Conflicts and differences when a restored backup replaces the history.

test('[RESTORE-03] [I7] a decision for the server side of a conflict is not applied to a new history', async () => {
  const { world, one, restore } = await inConflict();
  restore();
  await world.changes(task, { title: 'of the new history' }, 60_000);
  await runsWithout(one, 'changes');
  await one.runsAfter(one.engine.resolve(task, 'server'), 'sync_now');
  for (const conflict of await one.engine.conflicts()) {
    await one.engine.resolve(conflict.uuid, 'server');
  }
  await one.engine.run('sync_now');
  expect((await one.row(task)).title).toBe('of the new history');
  await expectInStep(world, one);
});

test('a decision for the local side of a conflict is not applied to a new history', async () => {
  const { world, one, restore } = await inConflict();
  restore();
  await world.time.pass(60_000);
  // The number of changes that leads to the version of the old history.
  for (let change = 1; change <= 5; change += 1) {
    await world.server.change(task, { title: `of the new history ${change}` });
  }
  await runsWithout(one, 'changes');
  await one.runsAfter(one.engine.resolve(task, 'local'), 'sync_now');
  expect(world.server.living()).toMatchObject([{ title: 'of the new history 5' }]);
  expect(await one.engine.conflicts()).toMatchObject([
    { server: { title: 'of the new history 5' } },
  ]);
});

test('a change made while the epoch is unknown overwrites nothing unseen', async () => {
  const { world, one } = await inStep();
  await one.runsWith(() => ({ status: 409, code: 'epoch_changed' }), 'sync_now');
  await one.edit(task, { title: 'mine' });
  await world.time.pass(60_000);
  // A third person's change arrives before the batch, unknown to this device.
  one.transport.once('beforeServer', 'batch', () =>
    world.server.change(task, { title: 'of a third person' }),
  );
  await one.engine.run('sync_now');
  expect(world.server.living()).toMatchObject([{ title: 'of a third person' }]);
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'of a third person' } }]);
});

test('[RESTORE-03] [I1] an item changed in both histories is asked about', async () => {
  const { world, one, restore } = await inStep();
  await one.runsAfter(one.edit(task, { title: 'of the old history' }), 'sync_now');
  restore();
  await one.runsAfter(world.changes(task, { title: 'of the new history' }, 60_000), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([
    { kind: 'update', server: { title: 'of the new history' } },
  ]);
  expect((await one.row(task)).title).toBe('of the old history');
  await one.runsAfter(one.engine.resolve(task, 'local'), 'sync_now');
  expect(world.server.living()).toMatchObject([{ title: 'of the old history' }]);
  await expectInStep(world, one);
});

test('an item that only the new history changed is applied without a question', async () => {
  const { world, one, restore } = await inStep();
  await world.server.seed({ uuid: uuidOf(2), type: 'todo', title: 'moves the head' });
  await one.engine.run('sync_now');
  restore();
  await one.runsAfter(world.server.change(task, { title: 'of the new history' }), 'sync_now');
  expect(await one.engine.conflicts()).toEqual([]);
  expect((await one.row(task)).title).toBe('of the new history');
});

test('[I1] an item that only another device still has is asked about by the device that has the newer state', async () => {
  const { world, one, two, lost } = await itemLost();
  await two.engine.run('sync_now');
  expect(world.server.items.get(lost)?.title).toBe('first');
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([
    { kind: 'update', uuid: lost, server: { title: 'first' } },
  ]);
  expect((await one.row(lost)).title).toBe('second');
  await one.engine.resolve(lost, 'local');
  for (const device of [one, two]) await device.engine.run('sync_now');
  await expectInStep(world, one, two);
});

test('[I20] a status that is rolled up to the new history’s value causes no conflict', async () => {
  const { world, one, restore } = await inStep();
  await one.runsAfter(world.server.change(task, { description: 'in both' }), 'sync_now');
  const todo = { type: 'todo', title: 'below', parent_uuid: task } as const;
  const { item } = await one.create(todo);
  await one.setStatus(item.uuid, 'completed');
  expect((await one.row(task)).status).toBe('completed');
  restore();
  await world.server.change(task, { description: 'in both', status: 'completed' });
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toEqual([]);
  expect((await one.row(task)).status).toBe('completed');
});

test('[I7] an item that the new history has removed is not a difference while its change is asked about', async () => {
  const { world, one } = await inStep();
  await world.server.seed({ uuid: uuidOf(2), type: 'task', title: 'another' });
  await one.engine.run('sync_now');
  const restore = world.server.backup();
  await one.runsAfter(world.server.change(task, { title: 'lost' }), 'sync_now');
  await one.edit(task, { title: 'mine' });
  restore();
  await one.runsAfter(world.server.remove(task), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: task, removal: 'deleted' }]);
  expect(one.transport.differences).toEqual([]);
});

test('[I7] a hidden item is removed once its conflict is resolved, in any history', async () => {
  const { world, one, restore } = await inStep();
  const uuid = uuidOf(2);
  await world.server.seed({ uuid, type: 'todo', title: 'lost', assigned_to: 2 });
  await one.engine.run('sync_now');
  await one.removePerson(uuid, 2);
  await one.runsAfter(world.server.hide(uuid), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid, removal: 'hidden' }]);
  restore();
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid, removal: 'hidden' }]);
  await one.engine.resolve(uuid, 'server');
  await expectInStep(world, one);
});

test('[RESTORE-03] [I10] a conflict about a row of a former history receives the row of the current one', async () => {
  const { world, one, restore } = await inStep();
  for (let change = 1; change <= 5; change += 1) {
    await world.server.change(task, { title: `of the old history ${change}` });
  }
  await one.engine.run('sync_now');
  await one.edit(task, { title: 'mine' });
  restore();
  await one.runsAfter(world.changes(task, { title: 'of the new history' }, 60_000), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'update' }]);
  await one.runsAfter(world.server.remove(task), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'removed' }]);
  await one.runsAfter(world.server.restore(task), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([
    { kind: 'update', server: { title: 'of the new history' } },
  ]);
});
