import { createItem, deleteItem, moveItem, setStatus } from '../actions/actions.ts';
import { done } from '../testing/done.ts';
import { endsInStep, expectInStep, inStep, make } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { otherId, userId } from '../testing/test-server.ts';
import { TestWorld, newWorld } from '../testing/test-world.ts';

test('a started todo is reflected in its task and in the campaign', async () => {
  const { world, one } = await inStep();
  const top = await one.create({ type: 'campaign', title: 'campaign' });
  const parent = { type: 'task', title: 'task', parent_uuid: top.item.uuid } as const;
  const { item: task } = await one.create(parent);
  const todo = await make(one, 'todo', task.uuid);
  await one.engine.run('action');
  await one.setStatus(todo.uuid, 'in_progress');
  for (const { uuid } of [task, top.item]) {
    expect((await one.row(uuid)).status).toBe('in_progress');
  }
  await endsInStep(world, one, 'action');
});

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

test('a parent of which only some children are on this device does not follow from them', async () => {
  const { world, one } = newWorld();
  const [task, todo] = [uuidOf(1), uuidOf(2)];
  const theirs = { user_id: otherId };
  await world.server.seed({ uuid: task, type: 'task', title: 'task', ...theirs });
  const assigned = { ...theirs, parent_uuid: task, assigned_to: userId };
  await world.server.seed({ uuid: todo, type: 'todo', title: 'todo', ...assigned });
  const hidden = { ...theirs, parent_uuid: task };
  await world.server.seed({ uuid: uuidOf(3), type: 'todo', title: 'hidden', ...hidden });
  await one.engine.run('start');
  await one.setStatus(todo, 'completed');
  expect(await one.row(task)).toMatchObject({ permission: 'view', status: 'pending' });
  await one.runs('action', 'timer');
  expect(await one.row(task)).toMatchObject({ status: 'in_progress', rolled: null });
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
