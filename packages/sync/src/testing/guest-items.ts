import { assignItem, createItem, deleteItem, setStatus } from '../actions/actions.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { living, newGuest } from './data-files.ts';
import { done } from './done.ts';
import { TestWorld } from './test-world.ts';

/** The displayed items, by titles, so that they can be compared across accounts. */
export async function shown(device: SyncContext) {
  const rows = await living(device);
  const titles = new Map(rows.map((row) => [row.uuid, row.title]));
  return rows
    .map((row) => ({
      title: row.title,
      type: row.type,
      status: row.status,
      description: row.description,
      due: row.due_date,
      created: row.created_at,
      updated: row.updated_at,
      completed: row.completed_at,
      in: row.parent_uuid === null ? null : titles.get(row.parent_uuid),
      top: row.top,
    }))
    .sort((a, b) => a.title.localeCompare(b.title));
}

/** A guest with a campaign, a task in it with two todos, one of them completed, and a deleted todo. */
export async function guestWithItems(world = new TestWorld()) {
  const guest = newGuest(world);
  const make = (item: Parameters<typeof createItem>[1]) => done(createItem(guest, item));
  const { item: campaign } = await make({ type: 'campaign', title: 'Alps', description: 'Far' });
  const { item: task } = await make({
    type: 'task',
    title: 'Pack',
    parent_uuid: campaign.uuid,
    due_date: '2026-12-01',
  });
  const { item: todo } = await make({ type: 'todo', title: 'Boots', parent_uuid: task.uuid });
  await make({ type: 'todo', title: 'Tent', parent_uuid: task.uuid });
  const { item: gone } = await make({ type: 'todo', title: 'Gone' });
  await done(deleteItem(guest, gone.uuid));
  await done(setStatus(guest, todo.uuid, 'completed'));
  await done(assignItem(guest, task.uuid, 2));
  return { world, guest, task };
}
