import { expectInStep } from '../testing/in-step.ts';
import { repeating } from '../testing/repeating-task.ts';
import { task } from '../testing/restored-backup.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';

/** Another device completes the first occurrence of the task a minute later. */
async function completedThere({ world, two }: { world: TestWorld; two: TestDevice }) {
  await world.time.pass(60_000);
  await two.runsAfter(two.setStatus(task, 'completed'), 'sync_now');
}

test('[I20] the status of an occurrence is not asked about if the occurrence was completed later', async () => {
  const { world, one, two } = await repeating();
  await one.setStatus(task, 'in_progress');
  await one.setStatus(task, 'completed');
  await completedThere({ world, two });
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toEqual([]);
  expect(await one.queue()).toEqual([]);
  expect(await world.server.view(task)).toMatchObject({ occurrence: 2, status: 'pending' });
  await expectInStep(world, one);
});

test('[I20] a conflict ends when its occurrence is completed and both sides are equal', async () => {
  const { world, one, two } = await repeating();
  await one.setStatus(task, 'in_progress');
  await completedThere({ world, two });
  one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toHaveLength(1);
  await one.setStatus(task, 'completed');
  expect(await one.engine.conflicts()).toEqual([]);
  one.transport.fault = () => 'none';
  await one.engine.run('sync_now');
  expect(await world.server.view(task)).toMatchObject({ occurrence: 2, status: 'pending' });
  await expectInStep(world, one);
});

test('[I1] a text is asked about even if its occurrence was completed later', async () => {
  const { world, one, two } = await repeating();
  await one.edit(task, { title: 'mine' });
  await one.setStatus(task, 'in_progress');
  await one.setStatus(task, 'completed');
  await completedThere({ world, two });
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: task }]);
  expect((await one.row(task)).title).toBe('mine');
});
