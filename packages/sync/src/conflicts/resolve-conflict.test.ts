import { listed } from '../testing/deleted.ts';
import { deviceWith } from '../testing/device-with.ts';
import { expectInStep, inStep } from '../testing/in-step.ts';
import { madeHere } from '../testing/queued.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import { serverRow } from '../testing/server-row.ts';
import { otherId, userId } from '../testing/test-server.ts';
import type { ShownConflict } from './resolve-conflict.ts';
import {
  changedThere,
  family,
  sibling,
  task,
  todo,
  type SharedFamilyScene,
} from '../testing/shared-family.ts';

/** The conflict about the todo as the dialog now shows it. */
async function shownOf({ one }: SharedFamilyScene): Promise<ShownConflict> {
  const [conflict] = await one.engine.conflicts();
  if (conflict === undefined) throw new Error('no conflict');
  return { conflict, row: await one.read((tx) => tx.itemByUuid(todo)) };
}

test('a choice between the displayed versions is not accepted once others have removed the item again', async () => {
  const { world, one } = await family();
  await one.edit(todo, { title: 'mine' });
  await one.runsAfter(world.server.remove(todo), 'timer');
  const shown = await shownOf({ world, one });
  await world.server.restore(todo);
  await one.runsAfter(world.server.remove(todo), 'timer');
  expect(await one.engine.resolve(todo, 'server', shown)).toMatchObject({ error: 'changed' });
  const now = await shownOf({ world, one });
  expect(await one.engine.resolve(todo, 'server', now)).toMatchObject({ ok: true });
});

test('a choice between the displayed versions is not accepted once this device has deleted the item', async () => {
  const { world, one } = await family();
  await one.edit(todo, { title: 'mine' });
  await changedThere({ world, one }, { title: 'theirs' });
  const shown = await shownOf({ world, one });
  const { row } = shown;
  if (row === undefined) throw new Error('no row');
  const before = { ...shown, row: { ...row, _deleted: true } };
  expect(await one.engine.resolve(todo, 'local', before)).toMatchObject({ error: 'changed' });
});

test('a choice between the displayed versions is accepted for an item whose row is lost, unless the row is back', async () => {
  const { world, one } = await family();
  await one.edit(todo, { title: 'mine' });
  await changedThere({ world, one }, { title: 'theirs' });
  const shown = await shownOf({ world, one });
  const without: ShownConflict = { ...shown, row: undefined };
  expect(await one.engine.resolve(todo, 'server', without)).toMatchObject({ error: 'changed' });
  one.tables.items.delete(shown.row?.id ?? 0);
  expect(await one.engine.resolve(todo, 'server', shown)).toMatchObject({ error: 'changed' });
  expect(await one.engine.resolve(todo, 'server', without)).toMatchObject({ ok: true });
  expect(await one.engine.conflicts()).toEqual([]);
});

test('a conflict that is already set aside is not announced again', async () => {
  const { world, one } = await family();
  await one.edit(todo, { title: 'mine' });
  await changedThere({ world, one }, { title: 'theirs' });
  await one.engine.setConflictsAside();
  one.published.length = 0;
  await one.engine.setConflictsAside();
  expect(one.published).toEqual([]);
});

test('[CONF-05] Keep Server does not affect the removal of a person from an ancestor', async () => {
  const { world, one } = await family();
  for (const uuid of [task, todo]) await one.assign(uuid, userId);
  await one.engine.run('timer');
  await one.removePerson(task, userId);
  const [removal] = await one.queue();
  expect(removal).toMatchObject({ touches: [task, todo], data: { user_id: userId } });
  await one.edit(todo, { title: 'mine' });
  await changedThere({ world, one }, { title: 'theirs' });
  await one.engine.resolve(todo, 'server');
  expect(await one.queue()).toMatchObject([{ touches: [task, todo], data: { user_id: userId } }]);
});

test('[TRASH-01] Keep Server of an item that was deleted by others and then by this device lists it as deleted', async () => {
  const { world, one } = await family();
  await one.edit(sibling, { title: 'mine' });
  await one.runsAfter(world.server.remove(sibling), 'timer');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: sibling, removal: 'deleted' }]);
  await one.delete(sibling);
  expect(await one.engine.conflicts()).toHaveLength(1);
  expect(await one.engine.resolve(sibling, 'server')).toMatchObject({ ok: true });
  expect(await listed(one)).toEqual([['sibling', 0]]);
});

test('[CONF-05] Keep Local of an item that the server has removed sends a restore, and the change after it', async () => {
  const { world, one } = await family();
  await one.edit(todo, { title: 'mine' });
  await one.runsAfter(world.server.remove(todo), 'timer');
  await one.engine.resolve(todo, 'local');
  const [restore, patch] = await one.queue();
  expect(restore).toMatchObject({ touches: [todo] });
  expect(patch).toMatchObject({ data: { title: 'mine' }, basis: { after: restore?.id } });
});

test('[CONF-05] Keep Local of an item that the server has removed sends only the restore if nothing differs', async () => {
  const { world, one } = await family();
  await one.edit(todo, { title: 'mine' });
  await one.edit(todo, { title: 'todo' });
  await one.runsAfter(world.server.remove(todo), 'timer');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'removed' }]);
  await one.engine.resolve(todo, 'local');
  expect((await one.queue()).map(({ url }) => url)).toEqual([`/api/items/${todo}/restore`]);
});

test('[CONF-05] Keep Server of an item that the server has removed drops this device’s changes', async () => {
  const { world, one } = await family();
  await one.edit(todo, { title: 'mine' });
  await one.runsAfter(world.server.remove(todo), 'timer');
  await one.engine.resolve(todo, 'server');
  await expectInStep(world, one);
});

test('[CONF-05] Keep Local of a hidden item creates a new item of the same type and status', async () => {
  const { world, one } = await family();
  await one.setStatus(todo, 'in_progress');
  await one.runsAfter(world.server.hide(todo), 'timer');
  await one.runsAfter(one.engine.resolve(todo, 'local'), 'timer');
  const made = world.server.living().filter(({ user_id }) => user_id !== otherId);
  expect(made).toContainEqual(expect.objectContaining({ type: 'todo', status: 'in_progress' }));
});

test('the children of an item created here get the number that the server assigns to it', async () => {
  const { world, one, restore } = await inStep();
  const { item } = await one.create({ type: 'task', title: 'first' });
  await one.engine.run('sync_now');
  await one.runsAfter(one.edit(item.uuid, { title: 'second' }), 'sync_now');
  restore();
  await world.server.seed({ uuid: uuidOf(8), type: 'todo', title: 'takes its number' });
  await world.server.seed({ uuid: item.uuid, type: 'task', title: 'made again' });
  await world.time.pass(60_000);
  one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
  const below = { type: 'todo', title: 'below', parent_uuid: item.uuid } as const;
  const child = await one.create(below);
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: item.uuid }]);
  await one.engine.resolve(item.uuid, 'server');
  const shown = await one.row(item.uuid);
  expect(shown.id).toBe(world.server.items.get(item.uuid)?.id);
  expect((await one.row(child.item.uuid)).parent_id).toBe(shown.id);
});

test.each(['local', 'server', 'both'] as const)(
  '[I10] [I13] Keep %s of an item whose number another item has keeps both on the device',
  async (keep) => {
    const asked = madeHere(900, { uuid: uuidOf(1), _conflictType: 'update' });
    const holder = madeHere(1, { uuid: uuidOf(2), title: 'holder' });
    const one = await deviceWith([asked, holder], queuedRequest(1, 1), queuedRequest(2, 2));
    const server = serverRow(1, { title: 'theirs' });
    const rest = { canKeepBoth: true, isAside: false, foundAt: server.updated_at };
    const sides = { base: null, server, removal: null, rev: server.rev };
    const conflict = { uuid: server.uuid, kind: 'update', ...sides, ...rest } as const;
    await one.store.write((tx) => tx.putMeta('conflict', conflict.uuid, conflict));
    await one.engine.resolve(conflict.uuid, keep);
    expect((await one.row(conflict.uuid)).id).toBe(server.id);
    expect((await one.row(holder.uuid)).title).toBe('holder');
  },
);
