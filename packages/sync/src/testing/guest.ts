import { createItem, deleteItem, setStatus } from '../actions/actions.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { done } from './done.ts';
import { MemoryStore } from '../memory/memory-store.ts';
import { MemoryTables } from '../memory/memory-tables.ts';
import { CountingIds } from './test-ports.ts';
import { TestWorld } from './test-world.ts';

/** A guest's device, with the tables of its store. */
export interface Guest extends SyncContext {
  readonly store: MemoryStore;
  readonly tables: MemoryTables;
}

/** A guest's device without items. */
export function guestOn(world: TestWorld): Guest {
  const tables = new MemoryTables();
  return {
    account: { kind: 'guest' },
    store: new MemoryStore(tables),
    tables,
    clock: world.time,
    ids: new CountingIds(9),
    changes: { publish: () => undefined },
  };
}

/** A guest with a campaign, a task in it, a completed todo, and a deleted one. */
export async function guestWithItems(world = new TestWorld()) {
  const guest = guestOn(world);
  const { item: campaign } = await done(createItem(guest, { type: 'campaign', title: 'C' }));
  const { item: task } = await done(
    createItem(guest, { type: 'task', title: 'T', parent_uuid: campaign.uuid }),
  );
  const { item: todo } = await done(
    createItem(guest, { type: 'todo', title: 'D', parent_uuid: task.uuid }),
  );
  const { item: gone } = await done(createItem(guest, { type: 'todo', title: 'gone' }));
  await done(deleteItem(guest, gone.uuid));
  await done(setStatus(guest, todo.uuid, 'completed'));
  return { world, guest, campaign, task, todo, gone };
}
