import { endsInStep, expectInStep, inStep, make } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { refuse } from '../testing/refuse.ts';

test('[I9] [SYNC-07] refused creates of a deleted family are removed by its delete', async () => {
  const { world, one } = await inStep();
  const campaign = await world.server.seed({ uuid: uuidOf(1), type: 'campaign', title: 'top' });
  await one.engine.run('timer');
  const below = { parent_uuid: campaign.uuid };
  const { item: task } = await one.create({ type: 'task', title: 'bad', ...below });
  const todo = await make(one, 'below', task.uuid);
  await one.delete(campaign.uuid, [task.uuid, todo.uuid]);
  refuse(one, (entry) => JSON.stringify(entry.data).includes('"bad"'), 422);
  await one.runs('action', 'timer');
  expect(one.engine.state()).toMatchObject({ pending: 0, blocked: 0 });
  await expectInStep(world, one);
});

/** A device that has deleted a task with a new todo in it, whose create the server answers with 500. */
async function deletedWithFailing() {
  const { world, one } = await inStep();
  const { uuid: parent } = await world.server.seed({ uuid: uuidOf(1), type: 'task', title: 'top' });
  await one.engine.run('timer');
  const todo = await make(one, 'bad', parent);
  await one.delete(parent, [todo.uuid]);
  const relent = refuse(one, (entry) => JSON.stringify(entry.data).includes('"bad"'), 500);
  return { world, one, parent, relent };
}

test('[I9] [SYNC-07] a create that failed is removed by the delete that includes its item', async () => {
  const { world, one, relent } = await deletedWithFailing();
  await one.engine.run('action');
  expect(world.server.living()).toEqual([]);
  expect(await one.queue()).toEqual([]);
  relent();
  await endsInStep(world, one, 'timer');
});

test('[I1] a create that failed stays for an item that is restored before its delete is confirmed', async () => {
  const { world, one, parent, relent } = await deletedWithFailing();
  one.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
  await one.engine.run('action');
  await one.restore(parent);
  one.transport.fault = () => 'none';
  await one.engine.run('sync_now');
  relent();
  await one.engine.run('sync_now');
  expect(world.server.living().map(({ title }) => title)).toEqual(['top', 'bad']);
  await expectInStep(world, one);
});
