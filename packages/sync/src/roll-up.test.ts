import { expect, test } from 'vitest';
import { moveItem, setStatus } from './actions.ts';
import { done } from './testing/done.ts';
import { expectInStep, inStep, make } from './testing/in-step.ts';

test('a roll-up over the queue shows at once, is not pending, and gives way to the server without going back', async () => {
  const { world, one } = await inStep();
  const task = await make(one, 'task');
  const todo = await make(one, 'todo', task.uuid);
  await one.engine.run('action');
  await done(setStatus(one.device, todo.uuid, 'completed'));
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

test('a roll-up over the queue follows a move on both sides', async () => {
  const { world, one } = await inStep();
  const from = await make(one, 'from');
  const to = await make(one, 'to');
  const open = await make(one, 'open', from.uuid);
  const closed = await make(one, 'closed', from.uuid);
  await done(setStatus(one.device, closed.uuid, 'completed'));
  await done(moveItem(one.device, open.uuid, to.uuid));
  expect((await one.row(from.uuid)).status).toBe('completed');
  expect((await one.row(to.uuid)).status).toBe('pending');
  await one.engine.run('action');
  await expectInStep(world, one);
  expect(world.server.items.get(from.uuid)?.status).toBe('completed');
});
