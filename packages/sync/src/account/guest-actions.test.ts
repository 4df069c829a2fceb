import { assignItem, deleteItem } from '../actions/actions.ts';
import { restoreItem } from '../actions/restore.ts';
import { done } from '../testing/done.ts';
import { TestWorld } from '../testing/test-world.ts';
import { guestWithItems } from '../testing/guest.ts';

test('[OFF-01] [PERM-01] every action of a guest changes only the rows, and queues nothing', async () => {
  const { guest, campaign, task, todo, gone } = await guestWithItems();
  await done(assignItem(guest, task.uuid, 2));
  const read = await guest.store.read((tx) => Promise.all([tx.allItems(), tx.queue()]));
  if (!read.ok) throw new Error('unreadable');
  const [rows, queue] = read.value;
  expect(queue).toEqual([]);
  expect(rows.every((row) => row.user_id === 0 && row._syncStatus === 'synced')).toBe(true);
  const byUuid = new Map(rows.map((row) => [row.uuid, row]));
  expect(byUuid.get(todo.uuid)).toMatchObject({ status: 'completed' });
  expect(byUuid.get(task.uuid)).toMatchObject({ status: 'completed', assigned_to: 2 });
  expect(byUuid.get(campaign.uuid)).toMatchObject({ status: 'completed' });
  expect(byUuid.get(gone.uuid)).toMatchObject({ _deleted: true });
  await done(restoreItem(guest, gone.uuid));
  expect(await guest.store.read((tx) => tx.itemByUuid(gone.uuid))).toMatchObject({
    value: { _deleted: false },
  });
});

test('[DATA-03] ids of a guest count from 1', async () => {
  const { campaign, task, todo } = await guestWithItems(new TestWorld());
  expect([campaign.id, task.id, todo.id]).toEqual([1, 2, 3]);
});

test('a delete with children is restored completely', async () => {
  const { guest, campaign, task } = await guestWithItems();
  await done(deleteItem(guest, campaign.uuid, [task.uuid]));
  await done(restoreItem(guest, campaign.uuid));
  const rows = await guest.store.read((tx) => tx.itemsByUuid([campaign.uuid, task.uuid]));
  expect(rows).toMatchObject({ value: [{ _deleted: false }, { _deleted: false, top: 0 }] });
});
