import { editableFields } from '@foray/domain';
import { assignItem, createItem, deleteItem, moveItem, setStatus } from './actions.ts';
import { editItem } from './edit-items.ts';
import type { ActionResult, DurableAction } from './action-unit.ts';
import type { Effect } from './effect.ts';
import { labelItem } from './label-item.ts';
import { undoEffects } from './undo-effects.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { done } from '../testing/done.ts';
import { endsInStep, inStep, make } from '../testing/in-step.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';

type Effects = readonly Effect[];

/** The effects of an action. */
async function effectsOf(action: ActionResult): Promise<Effects> {
  return effectsIn(await done(action));
}

function effectsIn({ effects }: DurableAction): Effects {
  if (effects.length === 0) throw new Error('there is nothing to take back');
  return effects;
}

async function takenBack(device: SyncContext, effects: Effects) {
  const result = await undoEffects(device, effects);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** Nothing was undone, because these fields were changed since. */
const left = (fields: readonly string[]) => ({
  change: null,
  effects: [],
  exemptions: [{ fields }],
});

/** The device syncs, another one changes the item, and the change arrives. */
async function arrives(
  world: TestWorld,
  one: TestDevice,
  uuid: string,
  fields: Parameters<typeof world.server.change>[1],
): Promise<void> {
  await one.engine.run('action');
  await world.time.pass(5000);
  await one.runsAfter(world.server.change(uuid, fields), 'event');
}

/** Every kind of action on a task in a campaign. */
const actions: readonly [string, (device: SyncContext, uuid: string) => ActionResult][] = [
  [
    'an edit',
    (device, uuid) =>
      editItem(device, uuid, { title: 'new', description: 'text', priority: 'high' }),
  ],
  [
    'a date with a time',
    (device, uuid) => editItem(device, uuid, { due_date: '2026-03-04', due_time: '09:30' }),
  ],
  [
    'a change of labels',
    (device, uuid) => labelItem(device, uuid, { add: ['new'], remove: ['old'] }),
  ],
  ['a status', (device, uuid) => setStatus(device, uuid, 'completed')],
  ['an assignment', (device, uuid) => assignItem(device, uuid, 2)],
  ['a move', (device, uuid) => moveItem(device, uuid, null)],
  ['a delete', (device, uuid) => deleteItem(device, uuid)],
];

/**
 * The displayed tasks. Campaigns roll up by their own rules: one that was started does not become pending
 * again.
 */
async function shownOf(one: TestDevice) {
  const tasks = (await one.shown()).filter(({ type }) => type === 'task');
  return tasks.map((row) => [editableFields.map((field) => row[field]), row.uuid, row.labels]);
}

describe.each([true, false])('undo, with the item sent: %s', (isSent) => {
  test.each(actions)(
    '[UNDO-03] %s restores the former state, and can be repeated',
    async (_, act) => {
      const { world, one } = await inStep();
      const place = await one.create({ type: 'campaign', title: 'place' });
      const { uuid: parent_uuid } = place.item;
      const task = { type: 'task', title: 'old', labels: ['old'], parent_uuid } as const;
      const { item } = await one.create(task);
      if (isSent) await one.engine.run('action');
      const before = await shownOf(one);
      await world.time.pass(1000);
      const effects = await effectsOf(act(one.device, item.uuid));
      const after = await shownOf(one);
      expect(after).not.toEqual(before);
      if (isSent) await one.engine.run('action');
      await world.time.pass(1000);
      const back = await takenBack(one.device, effects);
      expect(back.exemptions).toEqual([]);
      expect(await shownOf(one)).toEqual(before);
      await takenBack(one.device, effectsIn(back));
      expect(await shownOf(one)).toEqual(after);
      await one.engine.run('action');
      await endsInStep(world, one, 'event');
    },
  );

  test('[UNDO-03] undoing a create deletes the item, and redoing it restores the item', async () => {
    const { world, one } = await inStep();
    const made = await one.create({ type: 'todo', title: 'Rope' });
    if (isSent) await one.engine.run('action');
    const back = await takenBack(one.device, effectsIn(made));
    expect(await one.shown()).toEqual([]);
    if (isSent) await one.engine.run('action');
    const again = await takenBack(one.device, effectsIn(back));
    expect(await one.shown()).toMatchObject([{ uuid: made.item.uuid, title: 'Rope' }]);
    await takenBack(one.device, effectsIn(again));
    await one.engine.run('action');
    await endsInStep(world, one, 'event');
  });
});

test('[UNDO-03] an item that had been completed is completed as before, and its parent follows', async () => {
  const { world, one } = await inStep();
  const parent = await make(one, 'parent');
  const child = await make(one, 'child', parent.uuid);
  await one.runsAfter(one.setStatus(child.uuid, 'completed'), 'action');
  const { completed_at: completedAt } = await one.row(child.uuid);
  await world.time.pass(60_000);
  const effects = await effectsOf(setStatus(one.device, child.uuid, 'pending'));
  expect(await one.row(parent.uuid)).toMatchObject({ status: 'in_progress' });
  await one.engine.run('action');
  await world.time.pass(60_000);
  await takenBack(one.device, effects);
  const completed = { status: 'completed', completed_at: completedAt };
  expect(await one.row(child.uuid)).toMatchObject(completed);
  expect(await one.row(parent.uuid)).toMatchObject({ status: 'completed' });
  await one.runs('action', 'event');
  expect(await one.row(child.uuid)).toMatchObject({ ...completed, _syncStatus: 'synced' });
});

test('[UNDO-03] undoing a delete restores its items, and redoing it deletes the same items', async () => {
  const { world, one } = await inStep();
  const parent = await make(one, 'parent');
  const child = await make(one, 'child', parent.uuid);
  const other = await make(one, 'other', parent.uuid);
  await one.engine.run('action');
  const effects = await effectsOf(deleteItem(one.device, parent.uuid, [child.uuid]));
  const back = await takenBack(one.device, effects);
  expect(await one.shown()).toHaveLength(3);
  await takenBack(one.device, effectsIn(back));
  expect(await one.shown()).toMatchObject([{ uuid: other.uuid }]);
  await endsInStep(world, one, 'action');
});

test('[UNDO-03] a guest can undo actions', async () => {
  const { one } = await inStep();
  const device: SyncContext = { ...one.device, account: { kind: 'guest' } };
  const { item } = await done(createItem(device, { type: 'todo', title: 'Rope' }));
  const renamed = await effectsOf(editItem(device, item.uuid, { title: 'Ropes' }));
  await takenBack(device, renamed);
  expect(await one.shown()).toMatchObject([{ title: 'Rope' }]);
  const deleted = await effectsOf(deleteItem(device, item.uuid));
  const back = await takenBack(device, deleted);
  expect(await one.shown()).toMatchObject([{ title: 'Rope' }]);
  await takenBack(device, effectsIn(back));
  expect(await one.shown()).toEqual([]);
});

test('[UNDO-04] later changes stay, field by field', async () => {
  const { world, one } = await inStep();
  const { uuid } = await make(one, 'task');
  const edit = { title: 'mine', due_date: '2026-03-04' };
  const effects = await effectsOf(editItem(one.device, uuid, edit));
  await arrives(world, one, uuid, { due_date: '2026-03-05' });
  const back = await takenBack(one.device, effects);
  expect(back.exemptions).toMatchObject([{ fields: ['due_date'] }]);
  expect(await one.row(uuid)).toMatchObject({ title: 'task', due_date: '2026-03-05' });
  const again = await takenBack(one.device, effectsIn(back));
  expect(again.item).toMatchObject({ title: 'mine', due_date: '2026-03-05' });
  await endsInStep(world, one, 'action');
  expect(await one.engine.conflicts()).toEqual([]);
});

test('[UNDO-04] if everything that an action did has changed since, all of it stays and nothing is written', async () => {
  const { world, one } = await inStep();
  const { uuid } = await make(one, 'task');
  const effects = await effectsOf(setStatus(one.device, uuid, 'in_progress'));
  await arrives(world, one, uuid, { status: 'completed' });
  expect(await takenBack(one.device, effects)).toMatchObject(left(['status']));
  expect(await one.row(uuid)).toMatchObject({ status: 'completed' });
  expect(await one.queue()).toEqual([]);
});

test('[UNDO-04] a change that arrives only after the undo is kept', async () => {
  const { world, one } = await inStep();
  const { uuid } = await make(one, 'task');
  await one.engine.run('action');
  const effects = await effectsOf(editItem(one.device, uuid, { title: 'mine' }));
  await takenBack(one.device, effects);
  await one.runsAfter(world.changes(uuid, { title: 'theirs' }), 'action', 'event');
  expect(world.server.items.get(uuid)).toMatchObject({ title: 'theirs' });
});

test.each([
  ['an item that was changed', { description: 'theirs' }],
  ['an item that was assigned', { assigned_to: 2 }],
])('[UNDO-04] a later change keeps %s from being deleted', async (_, fields) => {
  const { world, one } = await inStep();
  const { item, effects } = await one.create({ type: 'task', title: 'mine' });
  await arrives(world, one, item.uuid, fields);
  expect(await takenBack(one.device, effects)).toMatchObject(left(Object.keys(fields)));
  expect(await one.row(item.uuid)).toMatchObject({ _deleted: false, ...fields });
});

test('[UNDO-04] an item with new children is not deleted by an undo', async () => {
  const { world, one } = await inStep();
  const { item, effects } = await one.create({ type: 'task', title: 'mine' });
  await make(world.newTab(one), 'of another tab', item.uuid);
  expect(await takenBack(one.device, effects)).toMatchObject(left([]));
  expect(await one.shown()).toHaveLength(2);
});

test('[UNDO-04] a restored item that has changed since is not deleted again by an undo', async () => {
  const { world, one } = await inStep();
  const { uuid } = await make(one, 'parent');
  const child = await make(one, 'child', uuid);
  await one.engine.run('action');
  const deleted = await effectsOf(deleteItem(one.device, uuid, [child.uuid]));
  const back = await takenBack(one.device, deleted);
  await arrives(world, one, child.uuid, { title: 'theirs' });
  expect(await takenBack(one.device, effectsIn(back))).toMatchObject(left(['title']));
  expect(await one.shown()).toHaveLength(2);
});

test('a change that is already reverted needs no undo', async () => {
  const { one } = await inStep();
  const { uuid } = await make(one, 'task');
  const effects = await effectsOf(editItem(one.device, uuid, { title: 'mine' }));
  await one.edit(uuid, { title: 'task' });
  expect(await takenBack(one.device, effects)).toMatchObject({
    change: null,
    effects: [],
    exemptions: [],
  });
  const deleted = await effectsOf(deleteItem(one.device, uuid));
  await one.restore(uuid);
  expect(await takenBack(one.device, deleted)).toMatchObject({
    change: null,
    effects: [],
    exemptions: [],
  });
});

test('an undo is refused for a missing item, or without the right', async () => {
  const { one } = await inStep();
  const { uuid } = await make(one, 'task');
  const campaign = { type: 'campaign', title: 'place' } as const;
  const { item: place } = await one.create(campaign);
  await one.move(uuid, place.uuid);
  const moved = await effectsOf(moveItem(one.device, uuid, null));
  await one.delete(place.uuid);
  expect(await undoEffects(one.device, moved)).toMatchObject({ error: { code: 'illegal_parent' } });
  const edited = await effectsOf(editItem(one.device, uuid, { title: 'mine' }));
  await one.delete(uuid);
  expect(await undoEffects(one.device, edited)).toMatchObject({ error: { code: 'not_found' } });
});

test('an action that changed nothing, or more than this device stores, cannot be undone', async () => {
  const { one } = await inStep();
  const { uuid } = await make(one, 'task');
  expect(await one.edit(uuid, { title: 'task' })).toMatchObject({ effects: [] });
  expect(await one.move(uuid, null)).toMatchObject({ effects: [] });
  await one.assign(uuid, 2);
  expect(await one.removePerson(uuid, 2)).toMatchObject({ effects: [] });
});
