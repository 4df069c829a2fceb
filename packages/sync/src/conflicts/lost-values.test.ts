import { endsInStep, expectInStep } from '../testing/in-step.ts';
import { runsWithout } from '../testing/restored-backup.ts';
import { decisionsOf, elsewhere, family, task, todo } from '../testing/shared-family.ts';
import { uuidOf } from '../testing/rows.ts';
import { userId } from '../testing/test-server.ts';
import type { TestDevice } from '../testing/test-world.ts';
import type { SharedFamilyScene } from '../testing/shared-family.ts';

test('[RESTORE-03] [I8] Keep Local after a restored backup restores an item that the current history has removed', async () => {
  const { world, one } = await family();
  const restore = world.server.backup();
  await one.runsAfter(world.server.change(todo, { title: 'lost' }), 'sync_now');
  await one.edit(todo, { title: 'mine' });
  restore();
  await one.runsAfter(world.server.remove(todo), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: todo, removal: 'deleted' }]);
  await one.runsAfter(one.engine.resolve(todo, 'local'), 'sync_now');
  expect(world.server.items.get(todo)).toMatchObject({ title: 'mine', deleted: false });
  await expectInStep(world, one);
});

/** A family that a restored backup lost, queued to be created again, and not sent. */
async function lostFamily(
  change: (one: TestDevice) => Promise<unknown>,
): Promise<SharedFamilyScene> {
  const scene = await family();
  const { world, one } = scene;
  const restore = world.server.backup();
  await world.server.seed({ uuid: uuidOf(9), type: 'task', title: 'lost task' });
  await world.server.seed({
    uuid: uuidOf(8),
    type: 'todo',
    title: 'lost todo',
    parent_uuid: uuidOf(9),
  });
  await one.engine.run('sync_now');
  restore();
  await change(one);
  await runsWithout(scene.one, 'batch');
  return scene;
}

test('[RESTORE-03] [I1] items created again after a restored backup are queued parents first, each in its own request', async () => {
  const { world, one } = await lostFamily(async () => undefined);
  expect(await one.queue()).toMatchObject([
    { method: 'POST', itemUuid: uuidOf(9), isImport: true, isAgain: true },
    { method: 'POST', itemUuid: uuidOf(8), isImport: true, isAgain: true },
  ]);
  expect(await one.queue()).toHaveLength(2);
  await endsInStep(world, one, 'sync_now');
});

test('[RESTORE-03] [I18] queued changes of an item created again are sent as one change, with the time of the newest', async () => {
  let newest = '';
  const { world, one } = await lostFamily(async (device) => {
    await device.edit(uuidOf(8), { title: 'mine' });
    await device.assign(uuidOf(8), userId);
    newest = (await device.queue()).at(-1)?.timestamp ?? '';
    await device.delete(task, [todo]);
  });
  const about = (await one.queue()).filter(({ itemUuid }) => itemUuid === uuidOf(8));
  expect(about).toMatchObject([
    { method: 'POST' },
    { method: 'PATCH', timestamp: newest, data: { title: 'mine' }, basis: { after: about[0]?.id } },
  ]);
  expect(about[1]).not.toHaveProperty('isKept');
  await one.engine.run('sync_now');
  expect(world.server.items.get(uuidOf(8))).toMatchObject({ title: 'mine' });
  await expectInStep(world, one);
});

test('[RESTORE-03] [I1] an assignment and a move lost with a restored backup are offered as separate requests', async () => {
  const { world, one } = await family();
  const restore = world.server.backup();
  await one.assign(todo, userId);
  await one.runsAfter(one.move(todo, elsewhere), 'sync_now');
  restore();
  await runsWithout(one, 'batch');
  expect(await one.queue()).toMatchObject([
    { url: `/api/items/${todo}/assign`, data: { user_id: userId }, isKept: true },
    { method: 'PATCH', data: { parent_id: elsewhere }, isKept: true },
  ]);
  await endsInStep(world, one, 'sync_now');
});

/** A title that the server lost is kept despite what others wrote since. */
async function asked(change?: (one: TestDevice) => Promise<unknown>): Promise<SharedFamilyScene> {
  const scene = await family();
  const { world, one } = scene;
  const restore = world.server.backup();
  await one.runsAfter(one.edit(todo, { title: 'lost' }), 'sync_now');
  await change?.(one);
  restore();
  await one.runsAfter(world.changes(todo, { title: 'theirs' }, 60_000), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: todo, kind: 'update' }]);
  return scene;
}

test('[RESTORE-03] [I13] a question about lost values ends when others set the same values', async () => {
  const { world, one } = await asked();
  await one.runsAfter(world.server.change(todo, { title: 'lost' }), 'sync_now');
  expect(await one.engine.conflicts()).toEqual([]);
  for (let run = 0; run < 2; run += 1) await endsInStep(world, one, 'sync_now');
});

test('[RESTORE-03] a question about lost values adds nothing to queued changes', async () => {
  const { one } = await asked((device) => device.edit(todo, { description: 'mine' }));
  expect(await one.queue()).toMatchObject([{ data: { description: 'mine' } }]);
  expect(await one.queue()).toHaveLength(1);
});

test('[RESTORE-03] [I8] the delete of a lost item is kept despite later changes by others', async () => {
  const { world, one } = await family();
  const restore = world.server.backup();
  await one.runsAfter(one.edit(todo, { title: 'lost' }), 'sync_now');
  await one.delete(todo);
  restore();
  await one.runsAfter(world.changes(todo, { title: 'theirs' }, 60_000), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: todo, kind: 'delete' }]);
  await one.engine.resolve(todo, 'server');
  await expectInStep(world, one);
});

test('the log says whether lost values were offered or asked about', async () => {
  const { world, one } = await family();
  const restore = world.server.backup();
  await one.edit(todo, { title: 'mine' });
  await one.runsAfter(one.edit(task, { title: 'mine' }), 'sync_now');
  restore();
  await world.server.change(task, { title: 'mine' });
  await runsWithout(one, 'batch');
  const lost = [task, todo].map((uuid) => decisionsOf({ world, one }, uuid).at(-1));
  expect(lost).toMatchObject([
    { outcome: 'lost', why: 'same' },
    { outcome: 'lost', why: 'offered' },
  ]);
});
