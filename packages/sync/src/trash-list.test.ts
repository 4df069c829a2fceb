import { expect, test } from 'vitest';
import { createItem, deleteItem } from './actions.ts';
import { restoreItem } from './restore.ts';
import { done } from './testing/done.ts';
import { TestWorld } from './testing/test-device.ts';
import type { TestDevice } from './testing/test-device.ts';
import { listDeleted } from './trash-list.ts';

async function listed({ device }: TestDevice) {
  const list = await listDeleted(device);
  if (!list.ok) throw new Error(list.error.code);
  return list.value.map(({ title, takenAlong }) => [title, takenAlong]);
}

test('what one delete took is one line, before the server knows and after; it goes with a restore', async () => {
  const world = new TestWorld();
  const tab = world.newDevice();
  const { item: task } = await done(createItem(tab.device, { type: 'task', title: 'Pack' }));
  const { item: todo } = await done(
    createItem(tab.device, { type: 'todo', title: 'Boots', parent_uuid: task.uuid }),
  );
  const { item: single } = await done(createItem(tab.device, { type: 'todo', title: 'Map' }));
  await tab.engine.run('start');
  await done(deleteItem(tab.device, single.uuid));
  await world.time.pass(1000);
  await done(deleteItem(tab.device, task.uuid, [todo.uuid]));
  const both = [
    ['Pack', 1],
    ['Map', 0],
  ];
  expect(await listed(tab)).toEqual(both);
  await tab.engine.run('action');
  await tab.engine.run('sync_now');
  expect(await listed(tab)).toEqual(both);
  await done(restoreItem(tab.device, task.uuid));
  expect(await listed(tab)).toEqual([['Map', 0]]);
});

test('after 30 days nothing is listed', async () => {
  const world = new TestWorld();
  const tab = world.newDevice();
  const { item } = await done(createItem(tab.device, { type: 'todo', title: 'Map' }));
  await done(deleteItem(tab.device, item.uuid));
  expect(await listed(tab)).toEqual([['Map', 0]]);
  await world.time.pass(31 * 86_400_000);
  expect(await listed(tab)).toEqual([]);
});
