import { daily } from '../testing/repeating-task.ts';
import { uuidOf } from '../testing/rows.ts';
import { otherId, userId } from '../testing/test-server.ts';
import { newWorld } from '../testing/test-world.ts';

const [task, todo] = [uuidOf(1), uuidOf(2)];

/** A device that completed an occurrence of another person's task offline, and cannot see it any more. */
async function hiddenAfterCompletion() {
  const { world, one } = newWorld();
  const shared = { user_id: otherId, title: 'their text', description: 'their text' };
  await world.server.seed({ ...shared, uuid: task, type: 'task', assigned_to: userId, ...daily });
  await world.server.seed({
    ...shared,
    uuid: todo,
    type: 'todo',
    parent_uuid: task,
    status: 'completed',
  });
  await one.engine.run('start');
  await one.setStatus(task, 'completed');
  await one.runsAfter(world.server.change(task, { assigned_to: null }), 'timer');
  return { world, one };
}

test('[I6] a completed occurrence of a hidden item keeps nothing that others wrote', async () => {
  const { one } = await hiddenAfterCompletion();
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: task, removal: 'hidden' }]);
  expect((await one.shown()).map(({ uuid }) => uuid)).toEqual([task]);
  for (const kept of [...one.tables.items.values(), ...(await one.queue())]) {
    expect(JSON.stringify(kept)).not.toContain('their text');
  }
});

test.each(['server', 'local'] as const)(
  '[I12] no request waits after a decision about a completed occurrence of a hidden item: %s',
  async (keep) => {
    const { world, one } = await hiddenAfterCompletion();
    await one.runsAfter(one.engine.resolve(task, keep), 'timer');
    expect(await one.queue()).toEqual([]);
    expect(await one.shown()).toHaveLength(keep === 'server' ? 0 : 1);
    expect(world.server.living().filter(({ user_id }) => user_id === userId)).toHaveLength(
      keep === 'server' ? 0 : 1,
    );
  },
);
