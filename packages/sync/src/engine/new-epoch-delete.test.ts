import { deleteItem } from '../actions/actions.ts';
import { editItem } from '../actions/edit-items.ts';
import { done } from '../testing/done.ts';
import { expectInStep } from '../testing/in-step.ts';
import { inStep, task } from '../testing/restored-backup.ts';
import { uuidOf } from '../testing/rows.ts';
import { daily } from '../testing/repeating-task.ts';
import { restoreFromServer } from '../actions/restore.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';

// Deletes of items that a restored backup lost, and that another device creates again.

const lost = uuidOf(2);

/** Two devices have an item that the backup lacks, and the first one deletes it. */
async function deletedByOne(isSent: boolean) {
  const scene = await inStep();
  const { world, one, two } = scene;
  const restore = world.server.backup();
  await world.server.seed({ uuid: lost, type: 'task', title: 'made later' });
  for (const device of [one, two]) await device.engine.run('sync_now');
  await done(deleteItem(one.device, lost));
  if (isSent) {
    await one.runs('sync_now', 'sync_now');
  }
  return { ...scene, restore };
}

test.each([false, true])(
  '[RESTORE-07] [I8] a delete prevails over a create by a device that did not know of it, sent before: %s',
  async (isSent) => {
    const { world, one, two, restore } = await deletedByOne(isSent);
    restore();
    for (const device of [one, two, one, two]) await device.engine.run('sync_now');
    expect(world.server.items.get(lost)).toMatchObject({ deleted: true });
    for (const device of [one, two]) {
      expect((await device.shown()).map(({ uuid }) => uuid)).not.toContain(lost);
      await expectInStep(world, device);
    }
  },
);

test('[RESTORE-07] [I8] a change by a device that did not know of the delete is asked about', async () => {
  const { world, one, two, restore } = await deletedByOne(false);
  await done(editItem(two.device, lost, { title: 'changed elsewhere' }));
  restore();
  for (const device of [one, two, one]) await device.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([
    { uuid: lost, kind: 'delete', server: { title: 'changed elsewhere' } },
  ]);
  expect((await one.shown()).map(({ uuid }) => uuid)).not.toContain(lost);
  expect(await one.engine.resolve(lost, 'local')).toMatchObject({ ok: true });
  for (const device of [one, two]) await device.engine.run('sync_now');
  expect(world.server.items.get(lost)).toMatchObject({ deleted: true });
  await expectInStep(world, two);
});

test('[RESTORE-07] an item that was restored elsewhere since is not deleted again', async () => {
  const { world, one, two, restore } = await deletedByOne(true);
  restore();
  await two.engine.run('sync_now');
  await one.runsAfter(world.server.remove(lost), 'sync_now');
  await world.server.restore(lost);
  await world.server.change(lost, { title: 'restored and changed' });
  for (const device of [one, two]) {
    await device.engine.run('sync_now');
    expect(await device.engine.conflicts()).toEqual([]);
    expect(await device.row(lost)).toMatchObject({
      title: 'restored and changed',
      _deleted: false,
    });
  }
});

// A family of which a restored backup has lost the item that its delete names.

test('[I8] a deleted family is not created again if a restored backup has lost all of it', async () => {
  const { world, one, restore } = await inStep();
  const make = async (type: 'campaign' | 'task' | 'todo', parent_uuid: string | null = null) => {
    const input = { type, title: type, parent_uuid, ...(type === 'todo' && daily) };
    return (await one.create(input)).item.uuid;
  };
  const campaign = await make('campaign');
  const child = await make('task', campaign);
  const todos = [await make('todo', child), await make('todo', campaign)];
  for (const uuid of todos) await one.setStatus(uuid, 'completed');
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  restore();
  await one.delete(campaign, [child, ...todos]);
  one.transport.batches.length = 0;
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(one.transport.batches).toEqual([]);
  expect((await one.shown()).map(({ uuid }) => uuid)).toEqual([task]);
  await expectInStep(world, one);
});

test('[I8] a child that a restored backup has outside of its lost parent is deleted', async () => {
  const { world, one } = await inStep();
  const { item: child } = await one.create({ type: 'todo', title: 'child' });
  await one.engine.run('sync_now');
  const restore = world.server.backup();
  const { item } = await one.create({ type: 'task', title: 'parent' });
  await one.move(child.uuid, item.uuid);
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  restore();
  await one.delete(item.uuid, [child.uuid]);
  for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
  expect(world.server.living().map(({ uuid }) => uuid)).toEqual([task]);
  await expectInStep(world, one);
});

// Restoring items when a restored backup replaces the history.

test('[RESTORE-03] [I10] an item restored from the trash of the old history overwrites nothing', async () => {
  const { world, one, restore } = await inStep();
  const [gone, fresh] = [uuidOf(2), uuidOf(3)];
  await world.server.seed({ uuid: gone, type: 'task', title: 'lost with the delete' });
  await one.engine.run('sync_now');
  await one.delete(gone);
  restore();
  // The new item gets the number that the other item had.
  await world.server.seed({ uuid: fresh, type: 'task', title: 'of the new history' });
  await one.engine.run('sync_now');
  await one.restore(gone);
  expect(await one.row(fresh)).toMatchObject({ title: 'of the new history', base: {} });
});

test('[RESTORE-03] an item of the server’s trash overwrites no row of the old history', async () => {
  const { world, one, restore } = await inStep();
  const [held, gone] = [uuidOf(2), uuidOf(3)];
  await world.server.seed({ uuid: held, type: 'task', title: 'of the old history' });
  await one.engine.run('sync_now');
  restore();
  await world.server.seed({ uuid: gone, type: 'task', title: 'deleted elsewhere' });
  const seeded = await world.server.view(gone);
  await world.server.remove(gone);
  const people = { created_by: null, user: null, assignedUser: null, parent: null };
  const trashed = { ...seeded, ...people, deleted_at: world.server.now(), taken_along: 0 };
  await done(restoreFromServer(one.device, trashed as never));
  expect(await one.row(held)).toMatchObject({ title: 'of the old history' });
});

test('[RESTORE-03] [I10] rows restored by the new history stay, independent of the old revs', async () => {
  const { world, one, restore } = await inStep();
  for (let change = 1; change <= 9; change += 1) {
    await world.server.change(task, { description: `change ${change}` });
  }
  await one.engine.run('sync_now');
  await one.runsAfter(one.delete(task), 'sync_now');
  restore();
  await one.runsAfter(world.server.remove(task), 'sync_now');
  await one.runsAfter(one.restore(task), 'timer', 'timer');
  expect(await one.row(task)).toMatchObject({ _deleted: false, _syncStatus: 'synced' });
});

test('[RESTORE-03] [I18] values that an open editor did not show are asked about again after a restore', async () => {
  const { world, one } = await inStep();
  const seen = await one.row(task);
  await world.server.change(task, { title: 'theirs' });
  const restore = world.server.backup();
  await one.runsAfter(world.server.change(task, { due_date: '2026-03-02' }), 'sync_now');
  await one.edit(task, { title: 'mine' }, seen);
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  restore();
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(task)?.title).toBe('theirs');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
});

/**
 * An editor shows version 2 of an item that a restored backup has lost since, and that its device created
 * again.
 */
async function seenBefore(): Promise<{ world: TestWorld; one: TestDevice; seen: LocalItem }> {
  const { world, one, restore } = await inStep();
  const { item } = await one.create({ type: 'task', title: 'made' });
  await one.engine.run('sync_now');
  await one.runsAfter(world.server.change(item.uuid, { due_date: '2026-03-02' }), 'sync_now');
  const seen = await one.row(item.uuid);
  expect(seen.base).toMatchObject({ version: 2 });
  await one.runsAfter(world.server.change(item.uuid, { title: 'theirs' }), 'sync_now');
  restore();
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(await one.row(item.uuid)).toMatchObject({ base: { title: 'theirs', version: 1 } });
  await world.time.pass(60_000);
  return { world, one, seen };
}

test('[RESTORE-03] [I18] a change of the new history is noticed even if an editor shows a number of the old one', async () => {
  const { world, one, seen } = await seenBefore();
  await one.edit(seen.uuid, { title: 'mine' }, seen);
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  await one.runsAfter(world.server.change(seen.uuid, { title: 'of version 2 too' }), 'sync_now');
  expect(world.server.items.get(seen.uuid)?.title).toBe('of version 2 too');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'of version 2 too' } }]);
});

test('[RESTORE-03] [I18] a status of the new history does not count as a roll-up, even if an editor shows its number', async () => {
  const { world, one, seen } = await seenBefore();
  await one.runsAfter(world.server.change(seen.uuid, { status: 'in_progress' }), 'sync_now');
  await one.setStatus(seen.uuid, 'completed', seen);
  expect(await one.engine.conflicts()).toMatchObject([{ server: { status: 'in_progress' } }]);
  await one.engine.run('sync_now');
  expect(world.server.items.get(seen.uuid)?.status).toBe('in_progress');
});
