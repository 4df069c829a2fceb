import { describe, expect, test } from 'vitest';
import { assignItem, createItem, deleteItem, editItem, setStatus } from './actions.ts';
import type { Device } from './device.ts';
import { beginGuest, upgradeGuest } from './guest-upgrade.ts';
import { restoreItem } from './restore.ts';
import { done } from './testing/done.ts';
import { MemoryStore } from './testing/memory-store.ts';
import { MemoryTables } from './testing/memory-tables.ts';
import { CountingIds, TestWorld } from './testing/test-device.ts';

function guestOn(world: TestWorld, tables = new MemoryTables()): Device & { store: MemoryStore } {
  return {
    account: { kind: 'guest' },
    store: new MemoryStore(tables),
    clock: world.time,
    ids: new CountingIds(9),
    changes: { publish: () => undefined },
  };
}

/** A guest with a campaign, a task in it, a completed todo, and a deleted one. */
async function guestWithItems(world: TestWorld) {
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
  return { guest, campaign, task, todo, gone };
}

describe('guest', () => {
  test('[OFF-01] [PERM-01] every action works on the rows alone and queues nothing', async () => {
    const world = new TestWorld();
    const { guest, campaign, task, todo, gone } = await guestWithItems(world);
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

  test('a delete with children comes back as a whole', async () => {
    const world = new TestWorld();
    const { guest, campaign, task } = await guestWithItems(world);
    await done(deleteItem(guest, campaign.uuid, [task.uuid]));
    await done(restoreItem(guest, campaign.uuid));
    const rows = await guest.store.read((tx) => tx.itemsByUuid([campaign.uuid, task.uuid]));
    expect(rows).toMatchObject({ value: [{ _deleted: false }, { _deleted: false, top: 0 }] });
  });
});

describe('upgrade', () => {
  test("[AUTH-02] [I2] a guest's items reach the server once, with their own dates and status", async () => {
    const world = new TestWorld();
    const { guest, campaign, task, todo } = await guestWithItems(world);
    await world.time.pass(86_400_000);
    const one = world.newDevice();
    expect(await upgradeGuest(guest.store, one.device)).toEqual({
      ok: true,
      value: { itemsCopied: 3 },
    });
    expect(await upgradeGuest(guest.store, one.device)).toEqual({
      ok: true,
      value: { itemsCopied: 0 },
    });
    expect((await one.shown()).every((row) => row.user_id === world.user.id)).toBe(true);
    await one.engine.run('start');
    const server = world.server.living();
    expect(server.length).toBe(3);
    for (const item of [campaign, task, todo]) {
      const { created_at } = item;
      expect(world.server.items.get(item.uuid)).toMatchObject({ created_at, status: 'completed' });
    }
    expect(world.server.items.get(todo.uuid)?.parent_uuid).toBe(task.uuid);
    expect(one.transport.batches.flatMap(({ requests }) => requests.map((r) => r.import))).toEqual([
      true,
      true,
      true,
    ]);
    expect(await guest.store.read((tx) => tx.allItems())).toEqual({ ok: true, value: [] });
  });

  test('[I1] interrupted before the guest store was emptied, a repeat copies nothing twice', async () => {
    const world = new TestWorld();
    const { guest, todo } = await guestWithItems(world);
    const one = world.newDevice();
    let writes = 0;
    guest.store.faults.beforeCommit = () => {
      writes += 1;
      return writes === 2 ? { code: 'closed', detail: 'tab closed' } : null;
    };
    expect(await upgradeGuest(guest.store, one.device)).toMatchObject({ ok: false });
    await one.engine.run('start');
    await done(deleteItem(one.device, todo.uuid));
    await one.engine.run('action');
    expect(await upgradeGuest(guest.store, one.device)).toMatchObject({
      value: { itemsCopied: 0 },
    });
    await one.engine.run('timer');
    expect(world.server.living().length).toBe(2);
    expect(await guest.store.read((tx) => tx.allItems())).toEqual({ ok: true, value: [] });
  });

  test('[I1] a guest who goes on after an interrupted upgrade loses nothing and doubles nothing', async () => {
    const world = new TestWorld();
    const { guest, todo } = await guestWithItems(world);
    const one = world.newDevice();
    let writes = 0;
    guest.store.faults.beforeCommit = () => {
      writes += 1;
      return writes === 2 ? { code: 'closed', detail: 'tab closed' } : null;
    };
    await upgradeGuest(guest.store, one.device);
    expect(await createItem(guest, { type: 'todo', title: 'refused' })).toEqual({
      ok: false,
      error: { code: 'moved' },
    });
    await beginGuest(guest.store, guest.ids);
    await done(createItem(guest, { type: 'todo', title: 'later' }));
    await done(setStatus(guest, todo.uuid, 'pending'));
    expect(await upgradeGuest(guest.store, one.device)).toMatchObject({ ok: true });
    await one.engine.run('start');
    const titles = world.server.living().map(({ title }) => title);
    expect(titles.toSorted()).toEqual(['C', 'D', 'T', 'later']);
    expect(world.server.items.get(todo.uuid)?.status).toBe('pending');
  });

  test('[I1] what was changed in the account since an interrupted upgrade is not overwritten', async () => {
    const world = new TestWorld();
    const { guest, todo } = await guestWithItems(world);
    const one = world.newDevice();
    let writes = 0;
    guest.store.faults.beforeCommit = () => {
      writes += 1;
      return writes === 2 ? { code: 'closed', detail: 'tab closed' } : null;
    };
    await upgradeGuest(guest.store, one.device);
    await done(editItem(one.device, todo.uuid, { title: 'newer' }));
    await beginGuest(guest.store, guest.ids);
    await done(createItem(guest, { type: 'todo', title: 'later' }));
    expect(await upgradeGuest(guest.store, one.device)).toMatchObject({
      value: { itemsCopied: 1 },
    });
    await one.engine.run('start');
    expect(world.server.items.get(todo.uuid)?.title).toBe('newer');
    expect(world.server.living().map(({ title }) => title)).toContain('later');
  });
});
