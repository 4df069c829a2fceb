import type { TrashedItem } from '@foray/contract';
import { makeMutual } from '@foray/authority/testing/mutual';
import { assignItem } from './actions.ts';
import { restoreFromServer } from './restore.ts';
import { takeLeftOutAssignees } from './restored-assignees.ts';
import { done } from '../testing/done.ts';
import { family, task, todo } from '../testing/shared-family.ts';
import type { SharedFamilyScene } from '../testing/shared-family.ts';
import type { CallName } from '../testing/test-transport.ts';
import { otherId as ben, userId } from '../testing/test-server.ts';

/** The task and a todo in it are assigned to Ben, and both are deleted. */
async function deletedWithBen(): Promise<SharedFamilyScene> {
  const scene = await family();
  const { world, one } = scene;
  await makeMutual(world.server.store, userId, ben);
  await one.engine.run('timer');
  for (const uuid of [task, todo]) await done(assignItem(one.device, uuid, ben));
  await one.engine.run('action');
  await one.delete(task, [todo]);
  await one.engine.run('action');
  return scene;
}

/** The deleted task as the server lists it. */
async function trashedTask({ world }: SharedFamilyScene): Promise<TrashedItem> {
  const { data } = await world.server.authority.trash({ userId }, { limit: 500 });
  const item = data.find(({ uuid }) => uuid === task);
  if (item === undefined) throw new Error('not in the trash');
  return item;
}

async function blocks({ world }: SharedFamilyScene): Promise<void> {
  expect(await world.server.authority.blockContact({ userId: ben }, userId)).toBe(true);
}

test('[BLOCK-21] assignees whom a restore leaves out are reported once, also those of items below', async () => {
  const scene = await deletedWithBen();
  const { one } = scene;
  await blocks(scene);
  await one.restore(task);
  expect(await takeLeftOutAssignees(one.device)).toEqual([]);
  await one.engine.run('action');
  await one.engine.run('timer');
  expect((await one.row(task)).assigned_to).toBeNull();
  const told = await takeLeftOutAssignees(one.device);
  expect(told.toSorted((a, b) => a.uuid.localeCompare(b.uuid))).toEqual([
    { uuid: task, userId: ben },
    { uuid: todo, userId: ben },
  ]);
  expect(await takeLeftOutAssignees(one.device)).toEqual([]);
});

test('[BLOCK-21] assignees whom a restore leaves out of items that another device deleted are reported together', async () => {
  const scene = await deletedWithBen();
  const { world } = scene;
  await blocks(scene);
  const two = world.newDevice();
  await two.engine.run('start');
  await done(restoreFromServer(two.device, await trashedTask(scene)));
  two.transport.isEarlierNode = true;
  const isSent = () => two.transport.calls.includes('batch');
  const fault = (call: CallName) => (call === 'items' && isSent() ? 'request_lost' : 'none');
  await two.runsWith(fault, 'action');
  expect(await two.row(task)).toMatchObject({ assigned_to: null });
  expect(await takeLeftOutAssignees(two.device)).toEqual([]);
  await two.engine.run('sync_now');
  const told = await takeLeftOutAssignees(two.device);
  expect(told.toSorted((a, b) => a.uuid.localeCompare(b.uuid))).toEqual([
    { uuid: task, userId: ben },
    { uuid: todo, userId: ben },
  ]);
  expect(await two.read((tx) => tx.metaOf('restoredWith'))).toEqual([]);
});

test('[BLOCK-21] an assignee of an item that does not come back is forgotten after the next pull', async () => {
  const scene = await deletedWithBen();
  const { world } = scene;
  const two = world.newDevice();
  await two.engine.run('start');
  const trashed = await trashedTask(scene);
  await world.server.restore(todo);
  await world.server.remove(todo);
  await done(restoreFromServer(two.device, trashed));
  for (let cycle = 0; cycle < 2; cycle += 1) await two.engine.run('action');
  expect((await two.row(task)).assigned_to).toBe(ben);
  expect(await takeLeftOutAssignees(two.device)).toEqual([]);
  expect(await two.read((tx) => tx.metaOf('restoredWith'))).toEqual([]);
});

test('[BLOCK-21] an assignee who came back, or was unassigned later, is not reported', async () => {
  const { world, one } = await deletedWithBen();
  await one.restore(task);
  await one.engine.run('action');
  await one.engine.run('timer');
  expect((await one.row(task)).assigned_to).toBe(ben);
  expect(await takeLeftOutAssignees(one.device)).toEqual([]);
  await world.server.authority.request(
    { userId },
    { method: 'POST', url: `/api/items/${task}/assign`, data: { user_id: null } },
  );
  await one.engine.run('timer');
  expect((await one.row(task)).assigned_to).toBeNull();
  expect(await takeLeftOutAssignees(one.device)).toEqual([]);
});

test('[BLOCK-21] a delete that was undone before it was sent reports no assignees', async () => {
  const scene = await family();
  const { world, one } = scene;
  await makeMutual(world.server.store, userId, ben);
  await one.engine.run('timer');
  await done(assignItem(one.device, task, ben));
  await one.engine.run('action');
  await one.delete(task, [todo]);
  await one.restore(task);
  await blocks(scene);
  await world.server.authority.request(
    { userId },
    { method: 'POST', url: `/api/items/${task}/assign`, data: { user_id: null } },
  );
  await one.engine.run('timer');
  expect((await one.row(task)).assigned_to).toBeNull();
  expect(await takeLeftOutAssignees(one.device)).toEqual([]);
});

test('[BLOCK-21] a restored item that is deleted again reports no assignees', async () => {
  const scene = await deletedWithBen();
  const { one } = scene;
  await blocks(scene);
  await one.restore(task);
  await one.delete(task, [todo]);
  await one.engine.run('action');
  await one.engine.run('timer');
  expect(await takeLeftOutAssignees(one.device)).toEqual([]);
  expect(await one.read((tx) => tx.metaOf('restoredWith'))).toEqual([]);
});
