import { expectInStep } from '../testing/in-step.ts';
import { changedThere, elsewhere, family, sibling, task, todo } from '../testing/shared-family.ts';
import type { SharedFamilyScene } from '../testing/shared-family.ts';

async function takenAlong(...children: readonly string[]): Promise<SharedFamilyScene> {
  const scene = await family();
  const { one } = scene;
  await one.edit(todo, { title: 'mine' });
  await one.delete(task, [...children]);
  await changedThere(scene, { title: 'theirs' });
  return scene;
}

test('[CONF-05] Keep Server of an item in the queued delete of its parent takes it out of the delete, which keeps the others', async () => {
  const { world, one } = await takenAlong(todo, sibling);
  await one.engine.resolve(todo, 'server');
  expect(await one.queue()).toMatchObject([
    { method: 'DELETE', touches: [task, sibling], data: { children: [sibling] } },
  ]);
  await one.engine.run('timer');
  expect(world.server.items.get(todo)).toMatchObject({ title: 'theirs', deleted: false });
  expect(world.server.items.get(sibling)?.deleted).toBe(true);
  await expectInStep(world, one);
});

test('[CONF-05] Keep Server of the only child in a queued delete leaves a delete of only the parent', async () => {
  const { world, one } = await takenAlong(todo);
  await one.engine.resolve(todo, 'server');
  expect(await one.queue()).toMatchObject([{ method: 'DELETE', touches: [task], data: null }]);
  await one.engine.run('timer');
  expect(world.server.items.get(todo)).toMatchObject({ title: 'theirs', deleted: false });
  await expectInStep(world, one);
});

test('[CONF-05] Keep Local of an item in the queued delete of its parent keeps it in the delete, with its changes', async () => {
  const { one } = await takenAlong(todo);
  await one.engine.resolve(todo, 'local');
  expect(await one.queue()).toMatchObject([
    { method: 'DELETE', touches: [task, todo] },
    { method: 'PATCH', itemUuid: todo, data: { title: 'mine' } },
  ]);
  expect(await one.row(todo)).toMatchObject({ _deleted: true, _syncStatus: 'pending' });
});

test('[CONF-05] Keep Local of an item that only the delete of its parent names sends nothing else', async () => {
  const { world, one } = await family();
  await one.delete(task, [todo]);
  await changedThere({ world, one }, { title: 'theirs' });
  await one.engine.resolve(todo, 'local');
  expect(await one.queue()).toMatchObject([{ method: 'DELETE', touches: [task, todo] }]);
  expect(await one.queue()).toHaveLength(1);
});

test('[CONF-05] Keep Local of a deleted family names each of its items once', async () => {
  const { world, one } = await family();
  await one.delete(task, [todo, sibling]);
  await one.runsAfter(world.server.change(task, { title: 'theirs' }), 'timer');
  await one.engine.resolve(task, 'local');
  expect(await one.queue()).toMatchObject([
    { touches: [task, todo, sibling], data: { children: [todo, sibling] } },
  ]);
});

test('[CONF-05] a roll-up is recomputed at once when Keep Server drops the change that caused it', async () => {
  const { world, one } = await family();
  await one.delete(sibling);
  await one.setStatus(todo, 'completed');
  await one.edit(todo, { title: 'mine' });
  expect((await one.row(task)).status).toBe('completed');
  await changedThere({ world, one }, { title: 'theirs' });
  await one.engine.resolve(todo, 'server');
  expect((await one.row(task)).status).toBe('pending');
});

test('[CONF-05] a roll-up is recomputed in the parent to which the item was moved here', async () => {
  const { world, one } = await family();
  await one.setStatus(todo, 'completed');
  await one.move(todo, elsewhere);
  expect((await one.row(elsewhere)).status).toBe('completed');
  await changedThere({ world, one }, { title: 'theirs', status: 'in_progress' });
  await one.engine.resolve(todo, 'server');
  expect((await one.row(elsewhere)).status).toBe('pending');
  expect((await one.row(task)).status).toBe('in_progress');
});
