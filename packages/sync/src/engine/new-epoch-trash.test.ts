import { expect, test } from 'vitest';
import { restoreFromServer } from '../actions/restore.ts';
import { done } from '../testing/done.ts';
import { uuidOf } from '../testing/rows.ts';
import { inStep, task } from '../testing/restored-backup.ts';

// Restoring items where a restored backup replaces the history.

test('[RESTORE-03] [I10] what is restored from the trash of the old history takes the place of nothing', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  const [gone, fresh] = [uuidOf(2), uuidOf(3)];
  await world.server.seed({ uuid: gone, type: 'task', title: 'lost with the delete' });
  await one.engine.run('sync_now');
  await one.delete(gone);
  restore();
  // It is given the number that the other had.
  await world.server.seed({ uuid: fresh, type: 'task', title: 'of the new history' });
  await one.engine.run('sync_now');
  await one.restore(gone);
  expect(await one.row(fresh)).toMatchObject({ title: 'of the new history', base: {} });
});

test('[RESTORE-03] an item of the server’s trash takes the place of nothing of the old history', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
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

test('[RESTORE-03] [I10] rows restored by the new history stay, independent of the old revisions', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  for (let change = 1; change <= 9; change += 1) {
    await world.server.change(task, { description: `change ${change}` });
  }
  await one.engine.run('sync_now');
  await one.delete(task);
  await one.engine.run('sync_now');
  restore();
  await world.server.remove(task);
  await one.engine.run('sync_now');
  await one.restore(task);
  await one.runs('timer', 'timer');
  expect(await one.row(task)).toMatchObject({ _deleted: false, _syncStatus: 'synced' });
});
