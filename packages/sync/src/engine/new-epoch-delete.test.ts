import { expect, test } from 'vitest';
import { deleteItem, editItem } from '../actions/actions.ts';
import { done } from '../testing/done.ts';
import { expectInStep } from '../testing/in-step.ts';
import { inStep } from '../testing/restored-backup.ts';
import { uuidOf } from '../testing/rows.ts';

// Deletes of items that a restored backup lost, and that another device creates again.

const lost = uuidOf(2);

/** Two devices hold an item that the backup lacks, and the first one deletes it. */
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
  '[RESTORE-07] [I8] a delete stands against a create by a device that did not know of it, sent before: %s',
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

test('[RESTORE-07] [I8] a change by that device is asked about where the item was deleted', async () => {
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

test('[RESTORE-07] an item that its person restored elsewhere since is not deleted again', async () => {
  const { world, one, two, restore } = await deletedByOne(true);
  restore();
  await two.engine.run('sync_now');
  await world.server.remove(lost);
  await one.engine.run('sync_now');
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
