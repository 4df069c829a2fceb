import { completeOccurrence, skipOccurrence } from '../actions/occurrence.ts';
import { setStatus } from '../actions/actions.ts';
import { done } from '../testing/done.ts';
import { dropAsRepeatedCreates } from '../testing/earlier-tab.ts';
import { expectInStep } from '../testing/in-step.ts';
import { copy, daily, repeating, zone } from '../testing/repeating-task.ts';
import { storedName } from '../store/stored-names.ts';
import { task } from '../testing/restored-backup.ts';
import { uuidOf } from '../testing/rows.ts';
import { newWorld } from '../testing/test-world.ts';

// Copies of occurrences that a tab of an earlier release left without the request that makes them.

/** Two devices with a task that repeats, of which an earlier tab has dropped the completion on the first. */
async function left(times = 1) {
  const scene = await repeating();
  for (let n = 1; n <= times; n += 1) {
    await done(completeOccurrence(scene.one.device, task, { n, zone }));
  }
  expect(await dropAsRepeatedCreates(scene.one.device)).toHaveLength(times);
  return scene;
}

test('[UPG-17] [I1] the completion of a copy left by an earlier release is repeated', async () => {
  const { world, one } = await left(2);
  for (let run = 0; run < 2; run += 1) {
    expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  }
  expect(world.server.items.get(task)).toMatchObject({ occurrence: 3, due_date: '2026-01-07' });
  expect(world.server.items.get(copy)).toMatchObject({ status: 'completed', occurrence: 1 });
  await expectInStep(world, one);
});

test('[UPG-17] a copy left by an earlier release is replaced by the server’s, and the rest is sent', async () => {
  const { world, one, two } = await left();
  await done(completeOccurrence(two.device, task, { n: 1, zone }));
  await two.engine.run('sync_now');
  await one.engine.run('timer');
  await done(setStatus(one.device, task, 'in_progress'));
  for (let run = 0; run < 2; run += 1) {
    expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  }
  expect(world.server.items.get(task)).toMatchObject({ occurrence: 2, status: 'in_progress' });
  await expectInStep(world, one);
});

test('[UPG-17] [I1] a copy left by an earlier release is created again even if its item has moved to a later date', async () => {
  const { world, one, two } = await left();
  await done(skipOccurrence(two.device, task, { n: 1, zone: 'UTC' }));
  await two.engine.run('sync_now');
  // The earlier tab has received it.
  const moved = await two.row(task);
  await one.store.write((tx) => tx.putItems([moved]));
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(copy)).toMatchObject({ status: 'completed', occurrence: 1 });
  expect(world.server.items.get(task)).toMatchObject({ occurrence: 2, status: 'pending' });
  await expectInStep(world, one);
});

test.each(['that the item has not reached', 'of an item that the user may only view'])(
  '[UPG-17] the completion of a copy left by an earlier release %s needs attention',
  async (what) => {
    const { world, one } = await left();
    const [past, row] = [await one.row(copy), await one.row(task)];
    const isAhead = what.startsWith('that');
    if (isAhead) await one.store.write((tx) => tx.putItems([{ ...past, occurrence: 5 }]));
    else world.server.refuses = ({ url }) => url.endsWith('/occurrences');
    if (!isAhead) await one.store.write((tx) => tx.putItems([{ ...row, permission: 'view' }]));
    for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
    const blocked = { state: { kind: storedName.blocked, why: { kind: 'verdict' } } };
    expect(await one.queue()).toMatchObject([blocked]);
    expect(await one.row(copy)).toMatchObject({ _deleted: false, _syncStatus: 'pending' });
  },
);

test('[UPG-17] a copy left by an earlier release is removed if its item is not on the device', async () => {
  const { world, one } = await left();
  const { id } = await one.row(task);
  await one.store.write((tx) => tx.deleteItem(id));
  await world.server.remove(task);
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(await one.shown()).toEqual([]);
  expect(await one.queue()).toEqual([]);
});

test('an item whose uuid a local row already has is applied if nothing is queued', async () => {
  const { world, one } = await repeating();
  const uuid = uuidOf(7);
  const row = await one.row(task);
  await one.store.write(async (tx) => {
    await tx.putItems([{ ...row, id: 1_000_000_000_001, uuid, base: null, _deleted: true }]);
  });
  await world.server.seed({ uuid, type: 'task', title: 'made elsewhere' });
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect(await one.row(uuid)).toMatchObject({ title: 'made elsewhere', base: {} });
});

test('[UPG-17] a tab of an earlier release leaves the completion of an item that it has not received', async () => {
  const { one } = newWorld();
  const { item } = await one.create({ type: 'todo', title: 'mine', ...daily });
  await done(completeOccurrence(one.device, item.uuid, { n: 1, zone }));
  expect(await dropAsRepeatedCreates(one.device)).toEqual([]);
});
