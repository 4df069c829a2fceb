import { expectInStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { inStep, runsWithout, task } from '../testing/restored-backup.ts';

// Changes and deletes that a restored backup has lost.

test('[RESTORE-03] [I1] changes that a restored backup lost are sent again, announced or not', async () => {
  const { world, one, restore } = await inStep();
  await world.server.seed({ uuid: uuidOf(2), type: 'task', title: 'made later' });
  await one.runsAfter(world.server.change(task, { title: 'changed later' }), 'sync_now');
  restore();
  // Other writes overtake the old head.
  for (let n = 10; n < 20; n += 1) {
    await world.server.seed({ uuid: uuidOf(n), type: 'task', title: `of the new history ${n}` });
  }
  await one.engine.run('sync_now');
  const titles = world.server.living().map(({ uuid, title }) => [uuid, title]);
  expect(titles).toContainEqual([uuidOf(2), 'made later']);
  expect(titles).toContainEqual([task, 'changed later']);
  await expectInStep(world, one);
});

test('[RESTORE-03] [I1] values lost while the epoch is unknown are offered again too', async () => {
  const { world, one, restore } = await inStep();
  await world.server.seed({ uuid: uuidOf(2), type: 'task', title: 'made later' });
  await one.engine.run('sync_now');
  // As after a long time without the server: a cursor is too old for it, and everything is fetched again.
  await one.runsWith(() => ({ status: 409, code: 'epoch_changed' }), 'sync_now');
  restore();
  await one.engine.run('sync_now');
  const titles = world.server.living().map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['as it was', 'made later']);
  await expectInStep(world, one);
});

test('[RESTORE-03] [I18] values lost two restores ago are not offered over later values', async () => {
  const { world, one, restore: restoreFirst } = await inStep();
  await one.runsAfter(one.edit(task, { title: 'of the first history' }), 'sync_now');
  restoreFirst();
  await world.server.change(task, { title: 'of the second history' });
  const restoreSecond = world.server.backup();
  await world.server.seed({ uuid: uuidOf(2), type: 'task', title: 'told of, and lost' });
  // The device pulls the new epoch and its contacts, but no item.
  let items = 0;
  one.transport.fault = (call) => (call === 'items' && (items += 1) > 3 ? 'request_lost' : 'none');
  await one.engine.run('sync_now');
  one.transport.fault = () => 'none';
  restoreSecond();
  await one.engine.run('sync_now');
  expect(world.server.items.get(task)).toMatchObject({ title: 'of the second history' });
  expect(await one.engine.conflicts()).toMatchObject([
    { server: { title: 'of the second history' } },
  ]);
});

test('[RESTORE-03] [I18] values that are offered again do not replace changes made meanwhile', async () => {
  const { world, one, restore } = await inStep();
  await one.runsAfter(one.edit(task, { title: 'of the old history' }), 'sync_now');
  restore();
  one.transport.once('beforeServer', 'batch', () =>
    world.server.change(task, { title: 'of the new history' }),
  );
  await one.engine.run('sync_now');
  expect(world.server.living()).toMatchObject([{ title: 'of the new history' }]);
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'of the new history' } }]);
});

test.each(['lacks', 'has'] as const)(
  '[RESTORE-03] [I18] unseen values of an item that became visible are asked about if the backup %s it',
  async (what) => {
    const { world, one, restore: early } = await inStep();
    await one.edit(task, { title: 'mine' });
    await one.runsAfter(world.server.hide(task), 'sync_now');
    await world.server.touch(task);
    await world.server.change(task, { title: 'theirs' });
    const late = world.server.backup();
    await one.engine.run('sync_now');
    expect(await one.engine.conflicts()).toMatchObject([{ kind: 'update', base: null }]);
    await world.server.seed({ uuid: uuidOf(2), type: 'task', title: 'lost' });
    await one.engine.run('sync_now');
    if (what === 'has') late();
    else {
      early();
      // Another device sends the lost changes again.
      await world.server.change(task, { title: 'theirs' });
    }
    await one.engine.run('sync_now');
    expect(world.server.items.get(task)?.title).toBe('theirs');
    expect(await one.engine.conflicts()).toMatchObject([
      { kind: 'update', base: null, server: { title: 'theirs' } },
    ]);
  },
);

test('[RESTORE-03] [I18] the user’s own text of a hidden, lost item overwrites nothing that was created again', async () => {
  const { world, one, restore } = await inStep();
  const uuid = uuidOf(2);
  await one.runsAfter(world.server.seed({ uuid, type: 'todo', title: 'lost' }), 'sync_now');
  await one.edit(uuid, { title: 'mine' });
  await one.runsAfter(world.server.hide(uuid), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid, removal: 'hidden' }]);
  restore();
  // Before this device's batch arrives, another one creates the item again and gives this user access.
  const recreate = async (): Promise<void> => {
    if (world.server.items.has(uuid)) return;
    await world.server.seed({ uuid, type: 'todo', title: 'theirs' });
  };
  one.transport.beforeServer = async (call) => {
    if (call === 'batch') await recreate();
  };
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid, removal: 'hidden', base: null }]);
  await recreate();
  await one.engine.run('sync_now');
  expect(world.server.items.get(uuid)?.title).toBe('theirs');
  expect(await one.engine.conflicts()).toMatchObject([
    { uuid, kind: 'update', base: null, server: { title: 'theirs' } },
  ]);
  await one.engine.resolve(uuid, 'server');
  await expectInStep(world, one);
});

test('[RESTORE-03] [I18] unseen values are asked about once the lost item is created again', async () => {
  const { world, one, restore } = await inStep();
  const { item } = await one.create({ type: 'task', title: 'made' });
  await one.engine.run('sync_now');
  await one.edit(item.uuid, { title: 'mine' });
  await one.runsAfter(world.server.hide(item.uuid), 'sync_now');
  await world.server.touch(item.uuid);
  await one.runsAfter(world.server.change(item.uuid, { title: 'theirs' }), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'update', base: null }]);
  restore();
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(item.uuid)?.title).toBe('theirs');
  expect(await one.engine.conflicts()).toMatchObject([
    { kind: 'update', base: null, server: { title: 'theirs' } },
  ]);
  await one.runsAfter(one.engine.resolve(item.uuid, 'local'), 'sync_now');
  expect(world.server.items.get(item.uuid)?.title).toBe('mine');
  await expectInStep(world, one);
});

test('[RESTORE-03] [I18] a question is asked again if a second restore reverts the delete of its item', async () => {
  const { world, one, restore: first } = await inStep();
  await one.runsAfter(world.server.change(task, { title: 'lost' }), 'sync_now');
  first();
  // The version equals that of the lost history.
  await one.runsAfter(world.server.change(task, { title: 'theirs' }), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs', version: 2 } }]);
  const second = world.server.backup();
  await one.runsAfter(world.server.remove(task), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'removed' }]);
  second();
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(task)?.title).toBe('theirs');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
});

test('[RESTORE-03] [I18] a question is asked again once its item is back, even at the version of a lost row', async () => {
  const { world, one, restore } = await inStep();
  for (let change = 2; change <= 4; change += 1) {
    await world.server.change(task, { title: `lost ${change}` });
  }
  await one.engine.run('sync_now');
  expect(await one.row(task)).toMatchObject({ title: 'lost 4', base: { version: 4 } });
  restore();
  await one.runsAfter(world.server.change(task, { title: 'theirs' }), 'sync_now');
  await one.runsAfter(world.server.remove(task), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'removed' }]);
  await world.server.restore(task);
  expect(world.server.items.get(task)?.version).toBe(4);
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(task)?.title).toBe('theirs');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
});

test('[I1] a lost status is set again, behind queued requests about the item', async () => {
  const { world, one, restore } = await inStep();
  await one.runsAfter(one.setStatus(task, 'completed'), 'sync_now');
  restore();
  await one.runsAfter(one.edit(task, { title: 'unsent' }), 'sync_now');
  expect(world.server.living()).toMatchObject([{ title: 'unsent', status: 'completed' }]);
  await expectInStep(world, one);
});

test('[I8] a lost delete is sent again, before and after the feed contained it', async () => {
  for (const wasPulled of [true, false]) {
    const { world, one, restore } = await inStep();
    await one.delete(task);
    if (wasPulled) await one.engine.run('sync_now');
    else await runsWithout(one, 'selfCheck');
    expect(world.server.living()).toEqual([]);
    restore();
    for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
    expect(world.server.living()).toEqual([]);
    expect(await one.shown()).toEqual([]);
    await expectInStep(world, one);
  }
});

test('[RESTORE-07] [I8] a lost delete of an item that the new history changed is asked about', async () => {
  const { world, one, restore } = await inStep();
  await one.delete(task);
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  restore();
  await one.runsAfter(world.server.change(task, { title: 'of the new history' }), 'sync_now');
  expect(world.server.living()).toMatchObject([{ title: 'of the new history' }]);
  expect(await one.engine.conflicts()).toMatchObject([
    { kind: 'delete', server: { title: 'of the new history' } },
  ]);
});

test('[I1] a second restore before the first is noticed loses nothing either', async () => {
  const { world, one } = await inStep();
  const restores = [world.server.backup()];
  await world.server.seed({ uuid: uuidOf(2), type: 'todo', title: 'second' });
  restores.push(world.server.backup());
  await world.server.seed({ uuid: uuidOf(3), type: 'todo', title: 'third' });
  await one.engine.run('sync_now');
  restores[1]?.();
  await runsWithout(one, 'changes');
  restores[0]?.();
  await one.engine.run('sync_now');
  const titles = world.server.living().map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['as it was', 'second', 'third']);
  await expectInStep(world, one);
});
