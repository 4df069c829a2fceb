import { createItem, deleteItem, moveItem, setStatus } from '../actions/actions.ts';
import { done } from '../testing/done.ts';
import { endsInStep, expectInStep, inStep, make } from '../testing/in-step.ts';
import { TestWorld } from '../testing/test-world.ts';

test('a task that was completed by hand stays completed while one of its open todos is edited or started', async () => {
  const { world, one } = await inStep();
  const task = await make(one, 'task');
  const todo = await make(one, 'todo', task.uuid);
  await one.runsAfter(one.setStatus(task.uuid, 'completed'), 'action');
  await one.edit(todo.uuid, { title: 'other' });
  expect((await one.row(task.uuid)).status).toBe('completed');
  await one.engine.run('action');
  await one.setStatus(todo.uuid, 'in_progress');
  expect((await one.row(task.uuid)).status).toBe('completed');
  await endsInStep(world, one, 'action');
});

test('[I9] [I7] when a todo disappears, its task follows from the remaining ones', async () => {
  for (const leave of [deleteItem, moveItem]) {
    const { world, one } = await inStep();
    const task = await make(one, 'task');
    const [open, started] = [
      await make(one, 'open', task.uuid),
      await make(one, 'started', task.uuid),
    ];
    await one.setStatus(started.uuid, 'in_progress');
    await one.runsAfter(one.setStatus(task.uuid, 'pending'), 'action');
    await done(
      leave === deleteItem
        ? deleteItem(one.device, open.uuid)
        : moveItem(one.device, open.uuid, null),
    );
    expect((await one.row(task.uuid)).status).toBe('in_progress');
    const statuses: string[] = [];
    one.device.changes.publish = ({ rows }) => {
      for (const { uuid, status } of rows) if (uuid === task.uuid) statuses.push(status);
    };
    await one.engine.run('action');
    expect(new Set(statuses)).toEqual(new Set(['in_progress']));
    await expectInStep(world, one);
  }
});

test("the parents of a guest's items follow their children permanently", async () => {
  const one = new TestWorld().newDevice();
  const guest = { ...one.device, account: { kind: 'guest' } } as const;
  const { item: task } = await done(createItem(guest, { type: 'task', title: 'task' }));
  const below = { type: 'todo', title: 'todo', parent_uuid: task.uuid } as const;
  const { item: todo } = await done(createItem(guest, below));
  for (const status of ['in_progress', 'completed'] as const) {
    await done(setStatus(guest, todo.uuid, status));
    expect(await one.row(task.uuid)).toMatchObject({ status, rolled: null });
  }
  // No server will send a different value.
  expect(await one.read((tx) => tx.metaOf('rolled'))).toEqual([]);
});
