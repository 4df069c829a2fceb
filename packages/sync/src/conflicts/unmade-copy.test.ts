import { deleteItem, setStatus } from '../actions/actions.ts';
import { retryRequest } from '../actions/attention.ts';
import { done } from '../testing/done.ts';
import { copy, daily, repeating } from '../testing/repeating-task.ts';
import { task } from '../testing/restored-backup.ts';
import { refuse } from '../testing/refuse.ts';
import { newWorld, type TestDevice } from '../testing/test-world.ts';

/** Completes an occurrence of the task and deletes its copy. */
async function completeWithoutCopy({ device }: TestDevice): Promise<void> {
  await done(setStatus(device, task, 'completed'));
  await done(deleteItem(device, copy));
}

test('[I1] the delete of a copy is dropped with the completion of a hidden item', async () => {
  const { world, one } = await repeating();
  await completeWithoutCopy(one);
  await one.runsAfter(world.server.hide(task), 'timer');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: task, removal: 'hidden' }]);
  expect(one.tables.idOfUuid.has(copy)).toBe(false);
  expect((await one.queue()).map(({ url }) => url)).toEqual([
    `/api/items/${task}/occurrences`,
    `/api/items/${copy}`,
  ]);
  await one.engine.resolve(task, 'server');
  expect(await one.queue()).toEqual([]);
  expect([...one.tables.items.values()]).toEqual([]);
});

test.each([1, 2])(
  '[I1] the delete of a copy waits for the refused completion of an item that was hidden %i times',
  async (times) => {
    const { world, one } = await repeating();
    await completeWithoutCopy(one);
    const relent = refuse(one, ({ url }) => url.endsWith('/occurrences'), 422);
    const retry = async () => retryRequest(one.device, (await one.queue())[0]?.id ?? '');
    for (let time = 1; time <= times; time += 1) {
      await one.runsAfter(world.server.hide(task), 'timer');
      await one.runsAfter(world.server.touch(task), 'timer');
      await one.runsAfter(retry(), 'timer');
      expect(await one.queue()).toMatchObject([
        { method: 'POST', state: { why: { kind: 'verdict' } } },
        { method: 'DELETE', state: { why: { kind: 'dependency' } } },
      ]);
    }
    relent();
    await one.runsAfter(retry(), 'timer');
    expect(await one.queue()).toEqual([]);
    expect(await world.server.view(task)).toMatchObject({ occurrence: 2 });
    expect(world.server.living().map(({ uuid }) => uuid)).toEqual([task]);
  },
);

test('[I1] the delete of a copy is dropped with the completion of a deleted item', async () => {
  const { world, one } = await repeating();
  await completeWithoutCopy(one);
  await one.runsAfter(world.server.remove(task), 'timer');
  await one.engine.resolve(task, 'server');
  expect(await one.queue()).toEqual([]);
  expect([...one.tables.items.values()]).toEqual([]);
});

test('[I1] the delete of a copy is dropped with an item that was deleted on both sides', async () => {
  const { world, one } = await repeating();
  await completeWithoutCopy(one);
  await one.delete(task);
  await one.runsAfter(world.server.remove(task), 'timer');
  expect(one.transport.batches).toEqual([]);
  expect(await one.queue()).toEqual([]);
});

test('[I1] the delete of a copy is sent after a completion that brings its item back', async () => {
  const { world, one } = await repeating();
  await completeWithoutCopy(one);
  await one.runsAfter(world.server.remove(task), 'timer');
  await one.engine.resolve(task, 'local');
  expect((await one.queue()).map(({ method, url }) => [method, url])).toEqual([
    ['POST', `/api/items/${task}/restore`],
    ['POST', `/api/items/${task}/occurrences`],
    ['DELETE', `/api/items/${copy}`],
  ]);
  await one.engine.run('timer');
  expect(await one.queue()).toEqual([]);
  expect(await world.server.view(task)).toMatchObject({ occurrence: 2 });
  expect(world.server.living().map(({ uuid }) => uuid)).toEqual([task]);
});

test('[I1] the delete of a copy is sent after the completion of an item that a backup lost', async () => {
  const { world, one } = newWorld();
  const restore = world.server.backup();
  await world.server.seed({ uuid: task, type: 'task', title: 'as it was', ...daily });
  await one.engine.run('start');
  await completeWithoutCopy(one);
  restore();
  await one.runs('sync_now', 'sync_now');
  expect(await one.queue()).toEqual([]);
  expect(await world.server.view(task)).toMatchObject({ occurrence: 2 });
  expect(world.server.living().map(({ uuid }) => uuid)).toEqual([task]);
});
