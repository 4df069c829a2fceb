import { occurrenceUuid } from '@foray/domain';
import { completeOccurrence, undoOccurrence } from './occurrence.ts';
import { done } from '../testing/done.ts';
import { expectInStep } from '../testing/in-step.ts';
import { daily, zone } from '../testing/repeating-task.ts';
import { uuidOf } from '../testing/rows.ts';
import { otherId, userId } from '../testing/test-server.ts';
import { TestWorld } from '../testing/test-world.ts';

const task = uuidOf(1);

/** A daily task of another person, assigned to the user of the device, whose first occurrence the owner completed. */
async function assigned() {
  const world = new TestWorld();
  const one = world.newDevice();
  const { server } = world;
  await server.seed({ uuid: task, type: 'task', title: 'task', user_id: otherId, ...daily });
  await server.change(task, { assigned_to: userId });
  const url = `/api/items/${task}/occurrences`;
  await server.authority.request({ userId: otherId }, { method: 'POST', url, data: { n: 1 } });
  await one.engine.run('start');
  const copies = async () => {
    const rows = await Promise.all([1, 2, 3].map((n) => one.row(occurrenceUuid(task, n))));
    return rows.flatMap((row, index) => (row._deleted ? [] : [index + 1]));
  };
  return { world, one, copies };
}

test('[SHARE-32] on a device a user who does not manage an item can undo only their own last completion', async () => {
  const { world, one, copies } = await assigned();
  for (const n of [2, 3]) await done(completeOccurrence(one.device, task, { n, zone }));
  for (const n of [1, 2]) {
    const { item } = await done(undoOccurrence(one.device, task, n));
    expect(item.occurrence).toBe(4);
  }
  await one.engine.run('sync_now');
  expect(await copies()).toEqual([1, 2, 3]);
  for (const n of [3, 2, 1]) await done(undoOccurrence(one.device, task, n));
  expect(await copies()).toEqual([1]);
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(await one.queue()).toEqual([]);
  expect(world.server.items.get(task)).toMatchObject({ occurrence: 2 });
  await expectInStep(world, one);
});
