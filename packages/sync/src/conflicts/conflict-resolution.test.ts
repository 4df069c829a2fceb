import type { TestDevice, TestWorld } from '../testing/test-world.ts';
import { uuidOf } from '../testing/rows.ts';
import { editBoth, shared, x } from '../testing/shared-todo.ts';
import { inStep } from '../testing/in-step.ts';

test('[CONF-04] a conflict set aside delays nothing until it is opened again', async () => {
  const { world, one } = await shared();
  await editBoth(world, one);
  one.isResolving = true;
  await one.engine.run('timer');
  expect(await one.engine.conflicts()).toMatchObject([{ isAside: false }]);

  one.isResolving = false;
  await one.engine.setConflictsAside();
  expect(await one.engine.conflicts()).toMatchObject([{ isAside: true }]);
  const other = await one.create({ type: 'todo', title: 'other' });
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(world.server.items.get(other.item.uuid)?.title).toBe('other');
  expect(world.server.items.get(x)?.title).toBe('theirs');

  one.isResolving = true;
  const later = await one.create({ type: 'todo', title: 'later' });
  expect(await one.engine.run('timer')).toEqual({ kind: 'conflicts', count: 1 });
  expect(world.server.items.has(later.item.uuid)).toBe(false);
});

test('[CONF-05] Keep Local sends the local fields over the version that the person saw', async () => {
  const { world, one } = await shared();
  await editBoth(world, one);
  await one.engine.run('timer');
  expect(await one.engine.resolve(x, 'local')).toEqual({ ok: true, value: undefined });
  await one.engine.run('timer');
  expect(world.server.items.get(x)?.title).toBe('mine');
  expect(await one.row(x)).toMatchObject({ title: 'mine', _syncStatus: 'synced' });
  expect('_conflictType' in (await one.row(x))).toBe(false);
  expect(await one.engine.conflicts()).toEqual([]);
});

test('[CONF-05] Keep Server stores the server’s version as synced, restored if it was deleted here', async () => {
  const { world, one } = await shared();
  await one.delete(x);
  await one.runsAfter(world.server.change(x, { title: 'theirs' }), 'timer');
  await one.engine.resolve(x, 'server');
  expect(await one.row(x)).toMatchObject({
    title: 'theirs',
    _deleted: false,
    _syncStatus: 'synced',
  });
  expect(await one.queue()).toEqual([]);
});

test('[CONF-05] Keep Local of a delete conflict sends the delete again', async () => {
  const { world, one } = await shared();
  await one.delete(x);
  await one.runsAfter(world.server.change(x, { title: 'theirs' }), 'timer');
  await one.runsAfter(one.engine.resolve(x, 'local'), 'timer');
  expect(world.server.items.get(x)?.deleted).toBe(true);
  expect(await one.read((tx) => tx.allItems())).toEqual([]);
});

test('Keep both sends the fields changed here on top of everything changed elsewhere', async () => {
  const { world, one } = await shared();
  await one.edit(x, { title: 'mine' });
  await one.runsAfter(world.changes(x, { title: 'theirs', description: 'theirs' }), 'timer');
  expect(await one.engine.conflicts()).toMatchObject([{ canKeepBoth: true }]);
  await one.runsAfter(one.engine.resolve(x, 'both'), 'timer');
  expect(world.server.items.get(x)).toMatchObject({ title: 'mine', description: 'theirs' });
});

test('[I8] Keep Local of a deleted item restores it with the local change', async () => {
  const { world, one } = await shared();
  await one.edit(x, { title: 'mine' });
  await one.runsAfter(world.server.remove(x), 'timer');
  await one.runsAfter(one.engine.resolve(x, 'local'), 'timer');
  expect(world.server.items.get(x)).toMatchObject({ deleted: false, title: 'mine' });
  expect(await one.queue()).toEqual([]);
});

test('[SHARE-25] Keep Local of a hidden item creates a new item of the user’s own, and Keep Server removes it', async () => {
  const { world, one } = await shared();
  await one.edit(x, { title: 'mine' });
  await one.runsAfter(world.server.hide(x), 'timer');
  await one.runsAfter(one.engine.resolve(x, 'local'), 'timer');
  expect((await one.shown()).map(({ title }) => title)).toEqual(['mine']);
  expect((await one.shown())[0]?.uuid).not.toBe(x);
  expect(await one.engine.resolve(x, 'server')).toEqual({ ok: false, error: 'not_found' });
});

const child = uuidOf(2);

async function deletedFamily(): Promise<{ world: TestWorld; one: TestDevice }> {
  const { world, one } = await inStep(
    { uuid: x, type: 'task', title: 'parent' },
    { uuid: child, type: 'todo', title: 'child', parent_uuid: x },
  );
  await one.delete(x, [child]);
  await one.runsAfter(world.server.change(x, { title: 'theirs' }), 'timer');
  return { world, one };
}

test('[I11] a child that others delete and restore stays in the queued delete of its parent', async () => {
  const { world, one } = await deletedFamily();
  await one.runsAfter(world.server.remove(child), 'timer');
  await one.runsAfter(world.server.restore(child), 'timer');
  expect(await one.row(child)).toMatchObject({ _deleted: true, _syncStatus: 'pending' });
});

test('[I13] undoing a delete ends its conflict', async () => {
  const { world, one } = await shared();
  await one.delete(x);
  await one.runsAfter(world.server.change(x, { title: 'theirs' }), 'timer');
  await one.restore(x);
  expect(await one.engine.conflicts()).toEqual([]);
  const row = await one.row(x);
  expect(row).toMatchObject({ title: 'theirs', _deleted: false, _syncStatus: 'synced' });
  expect(row._conflictType).toBeUndefined();
});
