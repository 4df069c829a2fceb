import type { ItemType } from '@foray/domain';
import { createItem } from '../actions/actions.ts';
import { done } from '../testing/done.ts';
import { endsInStep, expectInStep, inStep, make } from '../testing/in-step.ts';
import type { TestDevice } from '../testing/test-world.ts';

async function madeIn({ device }: TestDevice, parent_uuid: string | null, type: ItemType) {
  return (await done(createItem(device, { type, title: type, parent_uuid }))).item;
}

test("a roll-up over the queue shows at once, is not pending, and is replaced by the server's without flickering", async () => {
  const { world, one } = await inStep();
  const task = await make(one, 'task');
  const todo = await make(one, 'todo', task.uuid);
  await one.engine.run('action');
  await one.setStatus(todo.uuid, 'completed');
  expect(await one.row(task.uuid)).toMatchObject({ status: 'completed', _syncStatus: 'synced' });
  const statuses: string[] = [];
  one.device.changes.publish = (change) => {
    for (const row of change.rows) if (row.uuid === task.uuid) statuses.push(row.status);
  };
  await one.engine.run('action');
  expect(new Set(statuses)).toEqual(new Set(['completed']));
  await expectInStep(world, one);
  expect((await one.row(task.uuid)).rolled).toBeNull();
});

test('a roll-up over the queue follows a move in both parents', async () => {
  const { world, one } = await inStep();
  const from = await make(one, 'from');
  const to = await make(one, 'to');
  const open = await make(one, 'open', from.uuid);
  const closed = await make(one, 'closed', from.uuid);
  await one.setStatus(closed.uuid, 'completed');
  await one.move(open.uuid, to.uuid);
  expect((await one.row(from.uuid)).status).toBe('completed');
  expect((await one.row(to.uuid)).status).toBe('pending');
  await endsInStep(world, one, 'action');
  expect(world.server.items.get(from.uuid)?.status).toBe('completed');
});

test("[I7] a roll-up over two levels is replaced by the server's in one cycle", async () => {
  const { world, one } = await inStep();
  const campaign = await madeIn(one, null, 'campaign');
  const task = await madeIn(one, campaign.uuid, 'task');
  const todo = await make(one, 'todo', task.uuid);
  await one.engine.run('action');
  await one.runsAfter(one.setStatus(todo.uuid, 'completed'), 'action');
  for (const { uuid } of [task, campaign]) expect((await one.row(uuid)).rolled).toBeNull();
  await expectInStep(world, one);
});

test("[I7] a roll-up of a delete that came after another device’s is replaced by the server's in one cycle", async () => {
  const { world, one } = await inStep();
  const two = world.newDevice();
  const task = await make(one, 'task');
  const open = await make(one, 'open', task.uuid);
  const closed = await make(one, 'closed', task.uuid);
  await one.runsAfter(one.setStatus(closed.uuid, 'completed'), 'action');
  await two.engine.run('start');
  await two.runsAfter(two.delete(open.uuid), 'action');
  await world.time.pass(60_000);
  await one.runsAfter(one.delete(open.uuid), 'action');
  const { completed_at } = world.server.items.get(task.uuid) ?? {};
  expect(completed_at).not.toBeNull();
  expect(await one.row(task.uuid)).toMatchObject({ status: 'completed', completed_at });
  expect((await one.row(task.uuid)).rolled).toBeNull();
});

test('a roll-up over two levels stays while its change is unsent', async () => {
  const { world, one } = await inStep();
  const campaign = await madeIn(one, null, 'campaign');
  const task = await madeIn(one, campaign.uuid, 'task');
  const todo = await make(one, 'todo', task.uuid);
  await one.engine.run('action');
  await one.setStatus(todo.uuid, 'completed');
  one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
  await one.engine.run('action');
  for (const { uuid } of [task, campaign]) {
    expect(await one.row(uuid)).toMatchObject({ status: 'completed', rolled: {} });
  }
  one.transport.fault = () => 'none';
  await endsInStep(world, one, 'sync_now');
});

test('a roll-up of a change that is made during the pull of the previous one stays', async () => {
  const { world, one } = await inStep();
  const task = await make(one, 'task');
  const todo = await make(one, 'todo', task.uuid);
  await one.engine.run('action');
  await one.setStatus(todo.uuid, 'completed');
  const statuses: string[] = [];
  one.transport.isEarlierNode = true;
  let isSent = false;
  one.transport.beforeAnswer = async (call) => {
    if (call === 'batch') isSent = true;
    if (call !== 'items' || !isSent) return;
    one.transport.beforeAnswer = () => undefined;
    await one.setStatus(todo.uuid, 'pending');
    statuses.push((await one.row(task.uuid)).status);
    one.device.changes.publish = ({ rows }) => {
      for (const { uuid, status } of rows) if (uuid === task.uuid) statuses.push(status);
    };
  };
  await one.engine.run('action');
  expect(statuses.length).toBeGreaterThan(1);
  expect(statuses).not.toContain('completed');
  await expectInStep(world, one);
});
