import { storedName } from '../store/stored-names.ts';
import { tryUnit } from '../store/unit-of-work.ts';
import { endsInStep, expectInStep } from '../testing/in-step.ts';
import { runsWithout } from '../testing/restored-backup.ts';
import { decisionsOf, elsewhere, family, task, todo } from '../testing/shared-family.ts';
import { uuidOf } from '../testing/rows.ts';
import { userId } from '../testing/test-server.ts';
import type { TestDevice } from '../testing/test-world.ts';
import { detectConflicts } from './detect-conflicts.ts';
import type { SharedFamilyScene } from '../testing/shared-family.ts';

test.each([0, 1])(
  'a buffered row whose local row is lost is applied below %i queued changes',
  async (changes) => {
    const { world, one } = await family();
    if (changes > 0) await one.edit(todo, { title: 'mine' });
    const row = await world.server.view(todo);
    one.tables.items.delete((await one.row(todo)).id);
    await tryUnit(one.device, async (unit) => {
      await unit.tx.putMeta(storedName.buffered, todo, { kind: 'row', row });
      return null;
    });
    const detected = await tryUnit(one.device, async (unit) => {
      await detectConflicts(unit);
      return null;
    });
    expect(detected).toMatchObject({ ok: true });
    expect(await one.row(todo)).toMatchObject(
      changes > 0
        ? { title: 'mine', _syncStatus: 'pending', base: { title: 'todo' } }
        : { title: 'todo', _syncStatus: 'synced' },
    );
    expect(await one.read((tx) => tx.metaOf(storedName.buffered))).toEqual([]);
  },
);

test('[I18] a change kept in a conflict is asked about again, even behind a newer change', async () => {
  const { world, one } = await family();
  await one.edit(todo, { title: 'mine' });
  await one.runsAfter(world.changes(todo, { title: 'theirs' }), 'timer');
  await one.engine.resolve(todo, 'local');
  await world.changes(todo, { title: 'third' });
  await world.time.pass(5000);
  await one.runsAfter(one.assign(todo, userId), 'timer');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'third' } }]);
  expect(world.server.items.get(todo)?.title).toBe('third');
});

test.each([
  ['description', (one: TestDevice) => one.edit(todo, { description: 'more' })],
  ['status', (one: TestDevice) => one.setStatus(todo, 'completed')],
  ['date', (one: TestDevice) => one.edit(todo, { due_date: '2026-03-01' })],
  ['priority', (one: TestDevice) => one.edit(todo, { priority: 'high' })],
  ['assignee', (one: TestDevice) => one.assign(todo, userId)],
  ['place', (one: TestDevice) => one.move(todo, elsewhere)],
])(
  '[SYNC-15] times: an older title does not replace a newer one because the %s was changed later',
  async (_, change) => {
    const { world, one } = await family();
    await one.edit(todo, { title: 'mine' });
    await world.changes(todo, { title: 'theirs' }, 1500);
    await world.time.pass(1500);
    await change(one);
    await one.engine.run('timer');
    expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
    expect(world.server.items.get(todo)?.title).toBe('theirs');
  },
);

test('[SYNC-15] a tab of an earlier release cannot make an older text look newer', async () => {
  const { world, one } = await family();
  await one.edit(todo, { title: 'mine' });
  await world.changes(todo, { title: 'theirs' }, 1500);
  await world.time.pass(1500);
  // It knows only one time for a request, and leaves the rest unchanged.
  const [queued] = await one.queue();
  const data = { ...queued!.data, description: 'more' };
  const timestamp = new Date(world.time.nowMs()).toISOString();
  await one.store.write((tx) => tx.putRequest({ ...queued!, data, timestamp }));
  await one.engine.run('timer');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
});

test('[I16] one change dated in the future is enough for a question', async () => {
  const { world, one } = await family();
  await one.assign(todo, userId);
  world.time.skewMs = 86_400_000;
  await one.edit(todo, { title: 'mine' });
  world.time.skewMs = 0;
  await one.runsAfter(world.changes(todo, { title: 'theirs' }), 'timer');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
});

test('the log has the reason why a change by others caused no question', async () => {
  const { world, one } = await family();
  await world.server.change(todo, { title: 'theirs' });
  await world.time.pass(5000);
  await one.runsAfter(one.edit(todo, { title: 'mine' }), 'timer');
  expect(decisionsOf({ world, one }, todo)[0]).toMatchObject({
    outcome: 'keepLocal',
    what: 'row',
    why: 'local_newer',
  });
});

test('[I8] an item that both sides delete disappears, even if it was changed before and deleted with its parent', async () => {
  const scene = await family();
  const { world, one } = scene;
  await one.edit(todo, { title: 'mine' });
  await one.delete(task, [todo]);
  await world.server.remove(todo);
  await runsWithout(scene.one, 'batch');
  expect(await one.engine.conflicts()).toEqual([]);
  expect(await one.queue()).toMatchObject([{ method: 'DELETE', itemUuid: task }]);
  await endsInStep(world, one, 'sync_now');
});

test('[I18] the user’s own text of an item that is visible again cannot be kept together with an unknown version', async () => {
  const { world, one } = await family();
  await one.edit(todo, { title: 'mine' });
  await one.runsAfter(world.server.hide(todo), 'timer');
  await world.server.touch(todo);
  await one.runsAfter(world.server.change(todo, { description: 'theirs' }), 'timer');
  expect(await one.engine.conflicts()).toMatchObject([{ base: null, canKeepBoth: false }]);
});

const [made, below] = [uuidOf(8), uuidOf(9)];

test('[I11] a create of an item that the server already has is dropped without a question if another device sent the same create', async () => {
  const scene = await family();
  const { world, one } = scene;
  await one.create({ uuid: made, type: 'task', title: 'of a file' });
  await world.server.seed({ uuid: made, type: 'task', title: 'of a file' });
  await runsWithout(scene.one, 'batch');
  await expectInStep(world, one);
});

test('[I11] dropping the create of an item that the server already has unblocks its dependents', async () => {
  const { world, one } = await family();
  await one.create({ uuid: made, type: 'task', title: 'of a file' });
  const child = { uuid: below, type: 'todo', title: 'below', parent_uuid: made } as const;
  await one.create(child);
  world.server.refuses = ({ data }) => JSON.stringify(data).includes('of a file');
  await one.engine.run('sync_now');
  expect((await one.queue()).map(({ state }) => state.kind)).not.toContain('queued');
  world.server.refuses = () => false;
  await world.server.seed({ uuid: made, type: 'task', title: 'of a file' });
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(below)?.title).toBe('below');
  await expectInStep(world, one);
});

test('[I1] a create of an item that the server has removed stays queued', async () => {
  const scene = await family();
  const { world, one } = scene;
  await one.create({ uuid: made, type: 'todo', title: 'mine' });
  await world.server.seed({ uuid: made, type: 'todo', title: 'theirs' });
  await world.server.remove(made);
  await runsWithout(scene.one, 'batch');
  expect(await one.row(made)).toMatchObject({ title: 'mine', _syncStatus: 'pending' });
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: made, kind: 'removed' }]);
});

/** A full fetch that lacks the item. */
async function fetchedWithout(
  change: (one: TestDevice) => Promise<unknown>,
): Promise<SharedFamilyScene> {
  const scene = await family();
  const { world, one } = scene;
  await change(one);
  await world.server.forget(todo);
  one.transport.fault = () => ({ status: 409, code: 'epoch_changed' });
  await one.engine.run('sync_now');
  await runsWithout(scene.one, 'batch');
  return scene;
}

test('[I7] an item that the server has forgotten is removed together with its queued delete', async () => {
  const { world, one } = await fetchedWithout((device) => device.delete(todo));
  await expectInStep(world, one);
  expect(await one.read((tx) => tx.itemByUuid(todo))).toBeUndefined();
});

test('[I1] an item that the server has forgotten is asked about with its whole row if a change waits', async () => {
  const { one } = await fetchedWithout((device) => device.edit(todo, { description: 'mine' }));
  expect(await one.engine.conflicts()).toMatchObject([
    { uuid: todo, kind: 'removed', removal: 'deleted' },
  ]);
  expect(await one.row(todo)).toMatchObject({ title: 'todo', description: 'mine' });
});

test('an item that the server has forgotten becomes a new item by Keep Local, with the rest of its text', async () => {
  const { one } = await fetchedWithout((device) => device.edit(todo, { description: 'mine' }));
  await one.runsAfter(one.engine.resolve(todo, 'local'), 'sync_now');
  const shown = await one.shown();
  expect(shown.find(({ type }) => type === 'todo')).toMatchObject({
    title: 'todo',
    description: 'mine',
    _syncStatus: 'synced',
  });
  expect(shown.map(({ uuid }) => uuid)).not.toContain(todo);
});
