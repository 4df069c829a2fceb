import { createItem, setStatus } from './actions.ts';
import { editItem } from './edit-items.ts';
import type { LocalItem } from '../store/local-item.ts';
import { done } from '../testing/done.ts';
import { inStep, make } from '../testing/in-step.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';

interface Opened {
  readonly world: TestWorld;
  readonly one: TestDevice;
  readonly task: string;
  readonly todo: string;
}

/** A device with a task and a todo in it, on the server or not sent yet. */
async function opened(isSent: boolean): Promise<Opened> {
  const { world, one } = await inStep();
  const task = await make(one, 'task');
  const todo = await make(one, 'todo', task.uuid);
  if (isSent) {
    await one.runs('action', 'timer');
  }
  await world.time.pass(5000);
  return { world, one, task: task.uuid, todo: todo.uuid };
}

/** Another device changes the task, and the change arrives. */
async function arrives(
  { world, one, task }: Opened,
  fields: Parameters<typeof world.server.change>[1],
): Promise<void> {
  await world.time.pass(5000);
  await one.runsAfter(world.server.change(task, fields), 'event');
  await world.time.pass(5000);
}

/** The task is renamed in another tab, which shows its current state. */
async function renamed({ world, one, task }: Opened): Promise<void> {
  await world.time.pass(5000);
  await world.newTab(one).edit(task, { title: 'renamed' });
  await world.time.pass(5000);
}

async function startChild({ one, todo }: Opened): Promise<void> {
  await one.setStatus(todo, 'in_progress');
}

const changed = { ok: false, error: { code: 'changed', fields: ['status'] } };

test.each([true, false])(
  '[I18] an unseen status is asked about if it was set in another tab; the item was sent: %s',
  async (isSent) => {
    const open = await opened(isSent);
    const { one, world, task } = open;
    const seen = await one.row(task);
    await world.newTab(one).setStatus(task, 'in_progress');
    await world.time.pass(5000);
    expect(await setStatus(one.device, task, 'completed', seen)).toMatchObject(changed);
    expect(await one.row(task)).toMatchObject({ status: 'in_progress' });
  },
);

test.each([true, false])(
  '[I20] an unseen status is not asked about if it was rolled up beside a change in another tab; sent: %s',
  async (isSent) => {
    const open = await opened(isSent);
    const { one, task } = open;
    const seen = await one.row(task);
    await startChild(open);
    await renamed(open);
    expect(await one.row(task)).toMatchObject({ rolled: { status: 'in_progress' } });
    const { item } = await one.setStatus(task, 'completed', seen);
    expect(item).toMatchObject({ status: 'completed', title: 'renamed' });
    expect(await one.engine.conflicts()).toEqual([]);
  },
);

test('[I20] an unseen status is not asked about if the roll-up has ended since', async () => {
  const open = await opened(true);
  const { one, task } = open;
  await arrives(open, { status: 'completed' });
  const more = { type: 'todo', title: 'more', parent_uuid: task } as const;
  const { item: child } = await one.create(more);
  const seen = await one.row(task);
  expect(seen).toMatchObject({ status: 'in_progress', rolled: { status: 'in_progress' } });
  await one.delete(child.uuid);
  await renamed(open);
  expect(await one.row(task)).toMatchObject({ status: 'completed', rolled: null });
  const { item } = await one.setStatus(task, 'pending', seen);
  expect(item).toMatchObject({ status: 'pending' });
  expect(await one.engine.conflicts()).toEqual([]);
});

test('[I20] an unseen status is not asked about if it was seen and is rolled up below another title', async () => {
  const open = await opened(true);
  const { one, task } = open;
  await startChild(open);
  const seen = await one.row(task);
  one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
  await arrives(open, { title: 'theirs' });
  expect(await one.row(task)).toMatchObject({ base: { status: 'pending' } });
  const { item } = await one.setStatus(task, 'completed', seen);
  expect(item).toMatchObject({ status: 'completed', title: 'theirs' });
  expect(await one.engine.conflicts()).toEqual([]);
});

test('[I20] an unseen status is not asked about if the person chooses the status that is now shown', async () => {
  const open = await opened(true);
  const { one, task } = open;
  const seen = await one.row(task);
  await arrives(open, { status: 'completed' });
  await one.create({ type: 'todo', title: 'more', parent_uuid: task });
  const { item, change } = await one.setStatus(task, 'in_progress', seen);
  expect([item.status, change]).toEqual(['in_progress', null]);
  expect(await one.engine.conflicts()).toEqual([]);
});

test('an unseen status is not asked about if it was rolled up for a guest', async () => {
  const { world, one } = await inStep();
  const guest = { ...one.device, account: { kind: 'guest' } as const };
  const { item: seen } = await done(createItem(guest, { type: 'task', title: 'task' }));
  const below = { type: 'todo', title: 'todo', parent_uuid: seen.uuid } as const;
  const { item: child } = await done(createItem(guest, below));
  await world.time.pass(5000);
  await done(setStatus(guest, child.uuid, 'completed'));
  expect(await one.row(seen.uuid)).toMatchObject({ status: 'completed' });
  const { item } = await done(setStatus(guest, seen.uuid, 'in_progress', seen));
  expect(item).toMatchObject({ status: 'in_progress' });
});

/** The item as it was shown then, and the others' changes since. */
async function madeAndChanged(fields: Parameters<typeof arrives>[1]) {
  const open = await opened(false);
  const seen = await open.one.row(open.task);
  expect(seen.base).toBeNull();
  await open.one.engine.run('action');
  await open.one.engine.run('timer');
  await arrives(open, fields);
  return { ...open, seen };
}

test('[I18] an item that was opened before the server had it is asked about if others have changed the same field since', async () => {
  const { one, task, seen } = await madeAndChanged({ title: 'theirs' });
  await one.edit(task, { title: 'mine' }, seen);
  expect(await one.engine.conflicts()).toMatchObject([
    { base: { title: 'task', version: 0 }, server: { title: 'theirs' } },
  ]);
});

test.each([false, true])(
  '[I18] an item that was opened before the server had it is asked about if others have changed its status since; rolled up: %s',
  async (isRolled) => {
    const open = await madeAndChanged({ status: 'completed' });
    const { one, task, seen } = open;
    const more = { type: 'todo', title: 'more', parent_uuid: task } as const;
    if (isRolled) await one.create(more);
    expect((await one.row(task)).rolled !== null).toBe(isRolled);
    const chosen = isRolled ? 'pending' : 'in_progress';
    const shown = isRolled ? { ...seen, status: 'in_progress' as const } : seen;
    await one.setStatus(task, chosen, shown);
    expect(await one.engine.conflicts()).toMatchObject([{ server: { status: 'completed' } }]);
  },
);

test('[I18] a change that conflicts with another tab and with others asks about the text of the other tab, whatever the server has in the field', async () => {
  const open = await opened(true);
  const { one, world, task } = open;
  const seen = await one.row(task);
  await arrives(open, { title: 'theirs' });
  await world.newTab(one).edit(task, { title: 'other tab' });
  const outcome = await editItem(one.device, task, { title: 'mine' }, seen);
  expect(outcome).toMatchObject({ error: { code: 'changed', fields: ['title'] } });
  expect(await one.row(task)).toMatchObject({ title: 'other tab' });
});

test('[I18] a change that conflicts with another tab and with others asks before anything is written if only one of two fields came from the server', async () => {
  const open = await opened(true);
  const { one, world, task } = open;
  const seen = await one.row(task);
  await arrives(open, { title: 'theirs' });
  await world.newTab(one).edit(task, { description: 'other tab' });
  const typed = { title: 'mine', description: 'mine' };
  const outcome = await editItem(one.device, task, typed, seen);
  expect(outcome).toMatchObject({ error: { fields: ['title', 'description'] } });
  expect(await one.row(task)).toMatchObject({ title: 'theirs', description: 'other tab' });
});

test('the conflict of a saved change is based on the displayed row, even if that row was queued', async () => {
  const open = await opened(true);
  const { one, world, task } = open;
  await one.edit(task, { title: 'queued' });
  const seen: LocalItem = await one.row(task);
  await one.engine.run('action');
  await arrives(open, { title: 'theirs' });
  await one.edit(task, { title: 'mine' }, seen);
  const [conflict] = await one.engine.conflicts();
  expect(conflict).toMatchObject({ server: { title: 'theirs' } });
  expect(conflict?.base).toEqual({ ...seen.base, title: 'queued', version: 0, rev: 0 });
  expect(conflict?.foundAt).toBe(new Date(world.time.nowMs()).toISOString());
});

test('the conflict of a saved change stays the same, and comes to the front again, when another change is saved over it', async () => {
  const open = await opened(true);
  const { one, world, task } = open;
  const seen = await one.row(task);
  await arrives(open, { title: 'theirs', description: 'theirs' });
  await one.edit(task, { title: 'mine', due_date: '2026-03-04' }, seen);
  const [first] = await one.engine.conflicts();
  await one.store.write(async (tx) => {
    if (first !== undefined) await tx.putMeta('conflict', task, { ...first, isAside: true });
  });
  await world.time.pass(5000);
  await one.edit(task, { description: 'mine' }, seen);
  expect(await one.engine.conflicts()).toEqual([first]);
});
