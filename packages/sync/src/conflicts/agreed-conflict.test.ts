import { uuidOf } from '../testing/rows.ts';
import { inStep } from '../testing/in-step.ts';

const [task, todo] = [uuidOf(1), uuidOf(2)];

/** A todo of a task, whose title was changed here and then by others, who completed it too. */
async function asked() {
  const { world, one } = await inStep(
    { uuid: task, type: 'task', title: 'task' },
    { uuid: todo, type: 'todo', title: 'start', parent_uuid: task },
  );
  await world.time.pass(5000);
  await one.edit(todo, { title: 'mine' });
  await one.runsAfter(world.changes(todo, { title: 'theirs', status: 'completed' }), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  return { world, one };
}

test("[I20] an update conflict ends when a local change makes both sides equal, and the others' remaining changes are shown", async () => {
  const { world, one } = await asked();
  await one.edit(todo, { title: 'theirs' });
  expect(await one.engine.conflicts()).toEqual([]);
  const row = await one.row(todo);
  expect(row).toMatchObject({ title: 'theirs', status: 'completed' });
  expect(row).not.toHaveProperty('_conflictType');
  expect(await one.row(task)).toMatchObject({ status: 'completed' });
  expect(one.published.at(-1)).toMatchObject({ hasQueueChanged: true });
  await one.engine.run('sync_now');
  expect(await one.queue()).toEqual([]);
  expect(world.server.items.get(todo)).toMatchObject({ title: 'theirs', status: 'completed' });
});

test('[I13] an update conflict stays open while the sides differ after a local change', async () => {
  const { one } = await asked();
  await one.edit(todo, { title: 'mine, later' });
  await one.setStatus(todo, 'in_progress');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  expect(await one.row(todo)).toMatchObject({ title: 'mine, later', _conflictType: 'update' });
});
