import { createItem, deleteItem, removePerson, setStatus } from './actions.ts';
import { restoreItem } from './restore.ts';
import { done } from '../testing/done.ts';
import { endsInStep, expectInStep, inStep, make } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import type { SyncContext } from '../store/sync-context.ts';
import type { TestDevice } from '../testing/test-world.ts';

const someone = 2;
const another = 3;

test('a delete of a family names each item once, and no item that is already deleted or missing', async () => {
  const { one } = await inStep();
  const { uuid } = await make(one, 'parent');
  const child = await make(one, 'child', uuid);
  const gone = await make(one, 'gone', uuid);
  await one.engine.run('action');
  await one.delete(gone.uuid);
  const named = [uuid, gone.uuid, child.uuid, child.uuid, uuidOf(404)];
  await one.delete(uuid, named);
  const request = (await one.queue()).at(-1);
  expect(request).toMatchObject({ touches: [uuid, child.uuid], data: { children: [child.uuid] } });
  await one.restore(uuid);
  expect((await one.shown()).map(({ title }) => title).toSorted()).toEqual(['child', 'parent']);
});

test('restoring an item that has moved elsewhere since still undoes the whole delete of its family', async () => {
  const { world, one } = await inStep();
  const parent = await make(one, 'parent');
  const elsewhere = await make(one, 'elsewhere');
  const child = await make(one, 'child', elsewhere.uuid);
  await one.engine.run('action');
  await one.delete(parent.uuid, [child.uuid]);
  const { item } = await one.restore(child.uuid);
  expect(item).toMatchObject({ uuid: child.uuid, _deleted: false });
  await expectInStep(world, one);
});

test('a delete that conflicts with an unseen change by others cannot keep both', async () => {
  const { world, one } = await inStep();
  const { uuid } = await make(one, 'task');
  await one.engine.run('action');
  const seen = await one.row(uuid);
  await one.runsAfter(world.changes(uuid, { title: 'theirs' }, 1000), 'event');
  await one.delete(uuid, [], new Map([[uuid, seen]]));
  const conflicts = await one.engine.conflicts();
  expect(conflicts).toMatchObject([{ kind: 'delete', canKeepBoth: false }]);
});

test('a restored family keeps the status that a person set on its parent', async () => {
  const { world, one } = await inStep();
  const { uuid } = await make(one, 'parent');
  const child = await make(one, 'open', uuid);
  await one.runsAfter(one.setStatus(uuid, 'completed'), 'action');
  await one.runsAfter(one.delete(uuid, [child.uuid]), 'action', 'timer');
  const { item } = await one.restore(child.uuid);
  // The outcome is about the requested item.
  expect(item.uuid).toBe(child.uuid);
  expect(await one.row(uuid)).toMatchObject({ status: 'completed', rolled: null });
  await endsInStep(world, one, 'action');
});

/** A task with a todo that has just been completed here. */
async function rolledUp(isSent: boolean) {
  const { world, one } = await inStep();
  const parent = await make(one, 'parent');
  const child = await make(one, 'child', parent.uuid);
  if (isSent) await one.engine.run('action');
  await world.time.pass(1000);
  await one.setStatus(child.uuid, 'completed');
  const rolled = await one.row(parent.uuid);
  expect(rolled).toMatchObject({ status: 'completed', rolled: { status: 'completed' } });
  await world.time.pass(60_000);
  return { one, parent: parent.uuid, child: child.uuid, rolled: rolled.rolled };
}

test("a roll-up stays when the parent's title or assignee changes", async () => {
  const { one, parent, rolled } = await rolledUp(true);
  await one.edit(parent, { title: 'renamed' });
  expect(await one.row(parent)).toMatchObject({ status: 'completed', rolled });
  await one.assign(parent, someone);
  expect(await one.row(parent)).toMatchObject({ status: 'completed', rolled });
});

test('a roll-up keeps its time when an edit is merged into its change', async () => {
  const { one, parent, child, rolled } = await rolledUp(true);
  await one.edit(child, { title: 'renamed' });
  expect(await one.queue()).toHaveLength(1);
  expect(await one.row(parent)).toMatchObject({ rolled });
});

test('[SHARE-07] removing a person does not ask about deleted items, and the question names its item', async () => {
  const { world, one } = await inStep();
  const { uuid } = await make(one, 'task');
  const child = await make(one, 'child', uuid);
  const gone = await make(one, 'gone', uuid);
  await one.engine.run('action');
  for (const each of [uuid, child.uuid, gone.uuid]) {
    await world.server.change(each, { assigned_to: someone });
  }
  await one.engine.run('event');
  await one.delete(gone.uuid);
  const seen = new Map((await one.shown()).map((row) => [row.uuid, row]));
  const { item } = await one.removePerson(uuid, someone, seen);
  expect(item).toMatchObject({ uuid, assigned_to: null });
  expect((await one.queue()).at(-1)).toMatchObject({ touches: [uuid, child.uuid] });
});

function guestOf({ device }: TestDevice): SyncContext {
  return { ...device, account: { kind: 'guest' } };
}

test('a guest’s first item names the generation of the data, and later items keep the name', async () => {
  const { one } = await inStep();
  const guest = guestOf(one);
  const nameOf = () => one.read((tx) => tx.meta('generation', 'guest'));
  await done(createItem(guest, { type: 'todo', title: 'first' }));
  const name = await nameOf();
  expect(name).toMatchObject({ generation: expect.any(String) });
  await done(createItem(guest, { type: 'todo', title: 'second' }));
  expect(await nameOf()).toEqual(name);
});

test('[SHARE-07] removing a person as a guest keeps other people and the places of items', async () => {
  const { one } = await inStep();
  const guest = guestOf(one);
  const assigned = { type: 'task', title: 'task', assigned_to: another } as const;
  const { item: task } = await done(createItem(guest, assigned));
  const place = { type: 'todo', parent_uuid: task.uuid } as const;
  const give = { ...place, title: 'theirs', assigned_to: someone };
  const { item: theirs } = await done(createItem(guest, give));
  const keep = { ...place, title: 'kept', assigned_to: another };
  const { item: kept } = await done(createItem(guest, keep));
  await done(removePerson(guest, task.uuid, someone));
  for (const { uuid, assigned_to } of [task, kept, { ...theirs, assigned_to: null }]) {
    const shown = { assigned_to, _deleted: false, _syncStatus: 'synced' };
    expect(await one.row(uuid)).toMatchObject(shown);
  }
  expect(await one.row(task.uuid)).toMatchObject({ title: 'task' });
});

test.each([0, 1])(
  'a guest’s deleted family is restored unchanged through its item %i',
  async (asked) => {
    const { one } = await inStep();
    const guest = guestOf(one);
    const make = async (type: 'campaign' | 'task' | 'todo', parent_uuid: string | null) =>
      (await done(createItem(guest, { type, title: type, parent_uuid }))).item.uuid;
    const campaign = await make('campaign', null);
    const finished = await make('task', campaign);
    const task = await make('task', campaign);
    const todo = await make('todo', task);
    await done(setStatus(guest, finished, 'completed'));
    await done(setStatus(guest, todo, 'in_progress'));
    // Undone by hand, although an item below is in progress.
    await done(setStatus(guest, task, 'pending'));
    await done(deleteItem(guest, task, [todo]));
    expect(await one.row(campaign)).toMatchObject({ status: 'completed' });
    const family = [task, todo];
    const { item } = await done(restoreItem(guest, family[asked] ?? ''));
    expect(item).toMatchObject({ uuid: family[asked], _deleted: false });
    const place = { parent_uuid: task, top: 0, _syncStatus: 'synced' };
    expect(await one.row(todo)).toMatchObject(place);
    expect(await one.row(task)).toMatchObject({ status: 'pending', _deleted: false });
    expect(await one.row(task)).toMatchObject({ _syncStatus: 'synced', deletedBy: null });
    expect(await one.row(campaign)).toMatchObject({ status: 'in_progress' });
    expect(await one.queue()).toEqual([]);
  },
);
