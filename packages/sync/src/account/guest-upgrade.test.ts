import type { Person } from '@foray/domain';
import { createItem } from '../actions/actions.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { endBegunUpgrade, upgradeGuest } from './guest-upgrade.ts';
import { done } from '../testing/done.ts';
import { MemoryStore, MemoryStores } from '../memory/memory-store.ts';
import { localItem } from '../testing/rows.ts';
import { type TestDevice } from '../testing/test-world.ts';
import { guestWithItems } from '../testing/guest.ts';

function userOf({ device: { account } }: TestDevice): Person {
  if (account.kind === 'guest') throw new Error('nobody is signed in');
  return account.user;
}

/** The databases of a browser in which that account has its data. */
function storesWith(one: TestDevice): MemoryStores {
  const stores = new MemoryStores();
  stores.tables.set(userOf(one).id, one.tables);
  return stores;
}

/** A guest with items in a browser where a user has an account. */
async function begin() {
  const made = await guestWithItems();
  const one = made.world.newDevice();
  return { ...made, one, stores: storesWith(one) };
}

/** Another account in the same browser. */
async function stranger(one: TestDevice, stores: MemoryStores): Promise<SyncContext> {
  const user = { ...userOf(one), id: 1002, name: 'Stranger' };
  const opened = await stores.open(user.id);
  if (!opened.ok) throw new Error(opened.error.code);
  return { ...one.device, account: { kind: 'user', user }, store: opened.value };
}

/** The titles of the items that are not deleted. */
async function titlesOf({ store }: SyncContext): Promise<string[]> {
  const rows = await store.read((tx) => tx.allItems());
  return rows.ok ? rows.value.flatMap((row) => (row._deleted ? [] : [row.title])).toSorted() : [];
}

/** Makes the nth write of a store fail, as if its tab were closed. */
function failWrite(store: MemoryStore, number: number): void {
  let writes = 0;
  store.faults.beforeCommit = () => {
    writes += 1;
    return writes === number ? { code: 'closed', detail: 'tab closed' } : null;
  };
}

test("[AUTH-02] [I2] a guest's items reach the server once, with their own dates and status", async () => {
  const { world, guest, campaign, task, todo, one, stores } = await begin();
  await world.time.pass(86_400_000);
  expect(await upgradeGuest(guest.store, one.device, stores)).toEqual({ ok: true, value: 3 });
  expect(await upgradeGuest(guest.store, one.device, stores)).toEqual({ ok: true, value: 0 });
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

test('[UPG-04] a number of the guest identifies its item until the server assigns one, and is remembered from then on', async () => {
  const { world, guest, campaign, task, todo } = await guestWithItems();
  const one = world.newDevice();
  await upgradeGuest(guest.store, one.device, storesWith(one));
  for (const { id, uuid } of [campaign, task, todo]) expect((await one.row(uuid)).id).toBe(id);
  await one.engine.run('start');
  expect((await one.row(task.uuid)).id).toBe(world.server.items.get(task.uuid)?.id);
  const imported = await one.read((tx) => tx.metaOf('importedGuest'));
  const numbers = { [campaign.id]: campaign.uuid, [task.id]: task.uuid, [todo.id]: todo.uuid };
  expect(imported.map(({ value }) => value.numbers)).toMatchObject([numbers]);
});

test("[UPG-04] a number that the account already uses stays with the account's item", async () => {
  const { world, guest, campaign } = await guestWithItems();
  const one = world.newDevice();
  const held = localItem(campaign.id, { title: 'held' });
  await one.store.write((tx) => tx.putItems([held]));
  await upgradeGuest(guest.store, one.device, storesWith(one));
  expect((await one.row(held.uuid)).id).toBe(campaign.id);
  expect((await one.row(campaign.uuid)).id).toBeGreaterThan(1e12);
});

test('[I1] a repeat after an interruption before the guest store was emptied copies nothing twice', async () => {
  const { world, guest, todo, one, stores } = await begin();
  failWrite(guest.store, 2);
  expect(await upgradeGuest(guest.store, one.device, stores)).toMatchObject({ ok: false });
  await one.engine.run('start');
  await one.runsAfter(one.delete(todo.uuid), 'action');
  expect(await upgradeGuest(guest.store, one.device, stores)).toMatchObject({ value: 0 });
  await one.engine.run('timer');
  expect(world.server.living().length).toBe(2);
  expect(await guest.store.read((tx) => tx.allItems())).toEqual({ ok: true, value: [] });
});

test('[I1] items that an interrupted upgrade has copied belong neither to the next guest nor to another account', async () => {
  const { guest, one, stores } = await begin();
  failWrite(guest.store, 2);
  await upgradeGuest(guest.store, one.device, stores);
  expect(await createItem(guest, { type: 'todo', title: 'refused' })).toEqual({
    ok: false,
    error: { code: 'moved' },
  });
  expect(await endBegunUpgrade(guest.store, stores)).toMatchObject({ ok: true });
  expect(await titlesOf(guest)).toEqual([]);
  await done(createItem(guest, { type: 'todo', title: 'later' }));
  const other = await stranger(one, stores);
  expect(await upgradeGuest(guest.store, other, stores)).toMatchObject({ value: 1 });
  expect(await titlesOf(other)).toEqual(['later']);
  expect(await titlesOf(one.device)).toEqual(['C', 'D', 'T']);
});

test('[I1] items that an interrupted upgrade has copied do not go to the next user to sign in either', async () => {
  const { guest, one, stores } = await begin();
  failWrite(guest.store, 2);
  await upgradeGuest(guest.store, one.device, stores);
  const other = await stranger(one, stores);
  expect(await upgradeGuest(guest.store, other, stores)).toMatchObject({ value: 0 });
  expect(await titlesOf(other)).toEqual([]);
  expect(await titlesOf(guest)).toEqual([]);
});

test("[I1] items that an interrupted upgrade has not copied stay the guest's, even while a tab still copies them", async () => {
  const { guest, one, stores } = await begin();
  // Another tab finishes it before this one has copied.
  const account = new MemoryStore(one.tables);
  const slow: SyncContext = { ...one.device, store: account };
  const write = account.write.bind(account);
  account.write = async (work) => {
    await endBegunUpgrade(new MemoryStore(guest.tables), stores);
    return write(work);
  };
  expect(await upgradeGuest(guest.store, slow, stores)).toMatchObject({ value: 0 });
  expect(await titlesOf(one.device)).toEqual([]);
  await done(createItem(guest, { type: 'todo', title: 'later' }));
  const other = await stranger(one, stores);
  expect(await upgradeGuest(guest.store, other, stores)).toMatchObject({ value: 4 });
  expect(await titlesOf(guest)).toEqual([]);
});

test('[I1] an upgrade that was cut off before its cancellation was recorded is started again', async () => {
  const { guest, one, stores } = await begin();
  one.store.faults.beforeCommit = () => ({ code: 'quota', detail: 'full' });
  expect(await upgradeGuest(guest.store, one.device, stores)).toMatchObject({ ok: false });
  delete one.store.faults.beforeCommit;
  failWrite(guest.store, 1);
  expect(await endBegunUpgrade(guest.store, stores)).toMatchObject({ ok: false });
  expect(await upgradeGuest(guest.store, one.device, stores)).toMatchObject({ value: 3 });
  expect(await titlesOf(guest)).toEqual([]);
});

test('[I1] a tab that paused before copying overwrites nothing when it continues', async () => {
  const { guest, todo, one, stores } = await begin();
  const account = new MemoryStore(one.tables);
  const slow: SyncContext = { ...one.device, store: account };
  const write = account.write.bind(account);
  account.write = async (work) => {
    await upgradeGuest(new MemoryStore(guest.tables), one.device, stores);
    await endBegunUpgrade(new MemoryStore(guest.tables), stores);
    await done(createItem(guest, { type: 'todo', title: 'later' }));
    await upgradeGuest(new MemoryStore(guest.tables), one.device, stores);
    await one.delete(todo.uuid);
    return write(work);
  };
  expect(await upgradeGuest(guest.store, slow, stores)).toMatchObject({ value: 0 });
  expect(await titlesOf(one.device)).toEqual(['C', 'T', 'later']);
});

test('[I1] no item is copied into an account that a sign-out is erasing', async () => {
  const { guest, one, stores } = await begin();
  await one.store.write((tx) => tx.putMeta('left', 'account', { unsent: 'keep' }));
  expect(await upgradeGuest(guest.store, one.device, stores)).toMatchObject({ value: 0 });
  await one.store.destroy();
  await endBegunUpgrade(guest.store, stores);
  expect(await titlesOf(guest)).toHaveLength(3);
});
