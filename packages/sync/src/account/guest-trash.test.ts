import { createItem, deleteItem } from '../actions/actions.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { upgradeGuest } from './guest-upgrade.ts';
import { done } from '../testing/done.ts';
import { endsInStep, expectInStep } from '../testing/in-step.ts';
import { MemoryStore, MemoryStores } from '../memory/memory-store.ts';
import { MemoryTables } from '../memory/memory-tables.ts';
import { CountingIds } from '../testing/test-ports.ts';
import { TestWorld, type TestDevice } from '../testing/test-world.ts';
import { listDeleted } from '../actions/trash.ts';

const dayMs = 86_400_000;

/** A guest who deleted a todo alone, and a campaign with its task but not the todo in that. */
async function guestWithTrash(world = new TestWorld()) {
  const tables = new MemoryTables();
  const guest: SyncContext & { readonly store: MemoryStore } = {
    account: { kind: 'guest' },
    store: new MemoryStore(tables),
    clock: world.time,
    ids: new CountingIds(9),
    changes: { publish: () => undefined },
  };
  const make = async (type: 'campaign' | 'task' | 'todo', title: string, parent?: string) =>
    (await done(createItem(guest, { type, title, parent_uuid: parent ?? null }))).item;
  const kept = await make('todo', 'kept');
  const lone = await make('todo', 'lone');
  const campaign = await make('campaign', 'campaign');
  const task = await make('task', 'task', campaign.uuid);
  const child = await make('todo', 'child', task.uuid);
  await done(deleteItem(guest, lone.uuid));
  await world.time.pass(1000);
  await done(deleteItem(guest, campaign.uuid, [task.uuid]));
  return { world, guest, tables, kept, lone, campaign, task, child };
}

function browserOf(one: TestDevice): MemoryStores {
  const stores = new MemoryStores();
  const { account } = one.device;
  stores.tables.set(account.kind === 'user' ? account.user.id : 0, one.tables);
  return stores;
}

async function deletedOn(device: SyncContext) {
  const listed = await listDeleted(device);
  if (!listed.ok) throw new Error(listed.error.code);
  return listed.value.map(({ title, takenAlong }) => [title, takenAlong]);
}

const trash = [
  ['campaign', 1],
  ['lone', 0],
];

test('[UPG-03] an item that a guest deleted is copied as deleted, and can be restored offline as it was', async () => {
  const { world, guest, lone, campaign, task, child } = await guestWithTrash();
  const one = world.newDevice();
  expect(await deletedOn(guest)).toEqual(trash);
  const upgraded = await upgradeGuest(guest.store, one.device, browserOf(one));
  expect(upgraded).toEqual({ ok: true, value: 2 });
  expect(await deletedOn(one.device)).toEqual(trash);
  await one.engine.run('start');
  // The item is deleted here, and neither on the server nor on another device.
  await expectInStep(world, one);
  expect((await one.shown()).map(({ title }) => title).toSorted()).toEqual(['child', 'kept']);
  expect(world.server.items.size).toBe(2);
  expect(await deletedOn(one.device)).toEqual(trash);
  one.connectivity.set(false);
  await one.restore(campaign.uuid);
  await one.restore(lone.uuid);
  expect(await deletedOn(one.device)).toEqual([]);
  expect((await one.shown()).length).toBe(5);
  one.connectivity.set(true);
  await endsInStep(world, one, 'online');
  expect(world.server.items.get(task.uuid)).toMatchObject({ parent_uuid: campaign.uuid });
  expect(world.server.items.get(campaign.uuid)?.created_at).toBe(campaign.created_at);
  expect(world.server.items.get(child.uuid)).toMatchObject({ deleted: false });
});

test("[UPG-03] a guest's item is restored without its campaign if the campaign was deleted separately", async () => {
  const { world, guest, campaign, child } = await guestWithTrash();
  await done(deleteItem(guest, child.uuid));
  const one = world.newDevice();
  await upgradeGuest(guest.store, one.device, browserOf(one));
  await one.restore(child.uuid);
  await endsInStep(world, one, 'start');
  expect(world.server.items.get(child.uuid)).toMatchObject({ parent_uuid: null });
  expect(world.server.items.has(campaign.uuid)).toBe(false);
});

test("[UPG-03] a guest's deleted items are copied even if there are no others", async () => {
  const { world, guest, kept, child } = await guestWithTrash();
  await done(deleteItem(guest, kept.uuid));
  await done(deleteItem(guest, child.uuid));
  const one = world.newDevice();
  const upgraded = await upgradeGuest(guest.store, one.device, browserOf(one));
  expect(upgraded).toEqual({ ok: true, value: 0 });
  expect((await deletedOn(one.device)).length).toBe(4);
});

test('[UPG-03] a copied deleted item cannot be restored after 30 days, and leaves the device', async () => {
  const { world, guest } = await guestWithTrash();
  await world.time.pass(20 * dayMs);
  const one = world.newDevice();
  await upgradeGuest(guest.store, one.device, browserOf(one));
  await one.engine.run('start');
  expect(await deletedOn(one.device)).toEqual(trash);
  await world.time.pass(11 * dayMs);
  expect(await deletedOn(one.device)).toEqual([]);
  await one.engine.run('sync_now');
  expect((await one.read((tx) => tx.allItems())).length).toBe(2);
  await expectInStep(world, one);
});

test('[UPG-03] an item that a guest deleted more than 30 days ago is not copied', async () => {
  const { world, guest } = await guestWithTrash();
  await world.time.pass(31 * dayMs);
  const one = world.newDevice();
  await upgradeGuest(guest.store, one.device, browserOf(one));
  expect((await one.read((tx) => tx.allItems())).length).toBe(2);
});

test("[UPG-03] an item that a guest deleted does not remove the account's item with the same uuid", async () => {
  const { world, guest, lone } = await guestWithTrash();
  const one = world.newDevice();
  await one.create({ type: 'todo', title: 'lone', uuid: lone.uuid });
  await upgradeGuest(guest.store, one.device, browserOf(one));
  expect(await deletedOn(one.device)).toEqual(trash.slice(0, 1));
  await endsInStep(world, one, 'start');
  expect(world.server.items.get(lone.uuid)).toMatchObject({ deleted: false });
});

test.each(['guest', 'account'] as const)(
  '[UPG-03] an upgrade interrupted at any write of the %s, and repeated, copies deleted items once',
  async (whose) => {
    for (let number = 1; number <= 3; number += 1) {
      const { world, guest, tables } = await guestWithTrash();
      const one = world.newDevice();
      const stores = browserOf(one);
      let writes = 0;
      const interrupted = whose === 'guest' ? guest.store : one.store;
      interrupted.faults.beforeCommit = () => {
        writes += 1;
        return writes === number ? { code: 'closed', detail: 'tab closed' } : null;
      };
      await upgradeGuest(guest.store, one.device, stores);
      interrupted.faults.beforeCommit = () => null;
      await upgradeGuest(new MemoryStore(tables), one.device, stores);
      await upgradeGuest(new MemoryStore(tables), one.device, stores);
      expect(await deletedOn(one.device)).toEqual(trash);
      await endsInStep(world, one, 'start');
      expect(world.server.items.size).toBe(2);
      expect((await one.read((tx) => tx.allItems())).length).toBe(5);
    }
  },
);
