import { upgradeGuest, endBegunUpgrade } from './guest-upgrade.ts';
import { moveOwnItems } from './former-account.ts';
import { beginSignOut, finishSignOut } from './sign-out.ts';
import { putPrivateRows, readPrivateRows } from '../actions/private-rows.ts';
import { MemoryStores } from '../memory/memory-store.ts';
import { FakeAccountMemory } from '../testing/fake-account-memory.ts';
import { guestOn, guestWithItems } from '../testing/guest.ts';
import { newWorld, type TestDevice, type TestWorld } from '../testing/test-world.ts';
import { userId } from '../testing/test-server.ts';
import type { SyncContext } from '../store/sync-context.ts';

const start = { kind: 'setting', id: 'start', value: { path: '/today' } };
const view = { kind: 'view', id: 'v-1', value: { query: 'due:today' } };
const other = { ...start, value: { path: '/queue' } };

async function shown(device: Pick<SyncContext, 'store'>) {
  const read = await readPrivateRows(device);
  return read.ok ? read.value : read.error;
}

function atServer({ server }: TestWorld) {
  return [...server.store.rows('private_rows')].map(({ name, value }) => [
    name,
    JSON.parse(value ?? 'null'),
  ]);
}

const change = ({ server }: TestWorld, ...rows: (typeof start | typeof view)[]) =>
  server.authority.putPrivateRows({ userId }, rows);

test('[PRIV-06] a guest’s rows come to the account, and leave the guest', async () => {
  const { world, guest } = await guestWithItems();
  const one = world.newDevice();
  await putPrivateRows(guest, [start, view]);
  expect((await upgradeGuest(guest.store, one.device, new MemoryStores())).ok).toBe(true);
  expect(await shown(one.device)).toEqual([start, view]);
  expect(await shown(guest)).toEqual([]);
  await one.runs('start');
  expect(atServer(world)).toEqual([
    ['start', start.value],
    ['v-1', view.value],
  ]);
  expect(await one.queue()).toEqual([]);
});

test('[PRIV-06] rows that the account has win over a guest’s, before and after they are pulled', async () => {
  const { world, one } = newWorld();
  const guest = guestOn(world);
  await change(world, other);
  await putPrivateRows(guest, [start, view]);
  await upgradeGuest(guest.store, one.device, new MemoryStores());
  expect(await shown(one.device)).toEqual([start, view]);
  await one.runs('start', 'sync_now');
  expect(await shown(one.device)).toEqual([other, view]);
  expect(atServer(world)).toEqual([
    ['start', other.value],
    ['v-1', view.value],
  ]);
  const again = guestOn(world);
  await putPrivateRows(again, [{ ...view, value: { query: 'later' } }]);
  await upgradeGuest(again.store, one.device, new MemoryStores());
  expect([await shown(one.device), await one.queue()]).toEqual([[other, view], []]);
});

test('[PRIV-06] a guest’s row replaces one that the account has removed', async () => {
  const { world, one } = newWorld();
  const guest = guestOn(world);
  await change(world, other);
  await world.server.authority.putPrivateRows({ userId }, [{ ...start, value: null }]);
  await putPrivateRows(guest, [start]);
  await upgradeGuest(guest.store, one.device, new MemoryStores());
  await one.runs('start', 'sync_now');
  expect([await shown(one.device), atServer(world)]).toEqual([[start], [['start', start.value]]]);
});

test('[PRIV-06] an interrupted upgrade of rows alone is finished once, or undone', async () => {
  const { world, one } = newWorld();
  const stores = new MemoryStores();
  const guest = guestOn(world);
  await putPrivateRows(guest, [start]);
  guest.store.faults.beforeCommit = () =>
    guest.tables.meta('moved').size > 0 && guest.tables.meta('private').size === 0
      ? { code: 'broken', detail: 'emptying' }
      : null;
  expect((await upgradeGuest(guest.store, one.device, stores)).ok).toBe(false);
  expect([await shown(guest), await shown(one.device)]).toEqual([[start], [start]]);
  guest.store.faults.beforeCommit = () => null;
  await putPrivateRows(one.device, [{ ...start, value: null }]);
  await upgradeGuest(guest.store, one.device, stores);
  expect([await shown(guest), await shown(one.device)]).toEqual([[], []]);

  const kept = guestOn(world);
  await putPrivateRows(kept, [start]);
  await kept.store.write((tx) => tx.putMeta('moved', 'guest', { toUserId: 7, upgrade: 'u' }));
  await endBegunUpgrade(kept.store, stores);
  expect(await shown(kept)).toEqual([start]);
});

test('[PRIV-06] rows under a former id of the person come to their account', async () => {
  const { world, one } = newWorld();
  const former = world.newDevice();
  await putPrivateRows(former.device, [start, view]);
  await putPrivateRows(one.device, [other]);
  await moveOwnItems(former.store, 900, one.device);
  expect(await shown(one.device)).toEqual([other, view]);
});

test('[PRIV-06] a sign-out counts unsent rows like other changes, and erases sent ones', async () => {
  const { world, one } = newWorld();
  await one.runs('start');
  await putPrivateRows(one.device, [start]);
  const memory = new FakeAccountMemory({ user: world.user });
  const signOut = async (device: TestDevice) => {
    const { leaving } = await beginSignOut(memory, device.store, userId, 'keep');
    return finishSignOut(memory, new MemoryStores(), device.store, leaving);
  };
  const tab = world.newTab(one);
  expect(await signOut(one)).toEqual({ ok: true, value: 'kept' });
  expect(await shown(tab.device)).toEqual([start]);
  await tab.runs('start');
  memory.value = { ...memory.value, user: world.user };
  expect(await signOut(tab)).toEqual({ ok: true, value: 'erased' });
  expect(await shown(world.newTab(one).device)).toEqual([]);
});
