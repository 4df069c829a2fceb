import { err, ok } from '@foray/domain';
import { createItem } from '../actions/actions.ts';
import { MemoryStore, MemoryStores } from '../memory/memory-store.ts';
import type { Conflict } from '../store/meta.ts';
import type { PendingSignOut } from '../store/remembered-account.ts';
import { FakeAccountMemory } from '../testing/fake-account-memory.ts';
import { done } from '../testing/done.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import { personOf, TestWorld, newWorld, type TestDevice } from '../testing/test-world.ts';
import {
  beginSignOut,
  cancelSignOut,
  countUnsent,
  finishSignOut,
  finishSignOuts,
} from './sign-out.ts';

const later = { type: 'todo', title: 'later' } as const;
const full = { code: 'quota', detail: 'the test says so' } as const;

/** A device with an unsent todo of the user, its browser, and another user's sign-out. */
async function withUnsent() {
  const { world, one } = newWorld();
  await one.create({ type: 'todo', title: 'unsent' });
  const stores = new MemoryStores();
  stores.tables.set(world.user.id, one.tables);
  const memory = new FakeAccountMemory({ user: world.user });
  const leavingOf = (fields: Partial<PendingSignOut>): PendingSignOut => {
    return { userId: world.user.id, unsent: 'keep', decidedBefore: 0, ...fields };
  };
  return { world, one, user: world.user, stores, memory, leavingOf };
}

function titlesIn({ tables }: TestDevice): string[] {
  return [...tables.items.values()].map(({ title }) => title);
}

/** The conflict about an item that others have removed. */
function conflictAbout(uuid: string): Conflict {
  const none = { base: null, server: null, canKeepBoth: false, rev: 0, isAside: false } as const;
  const foundAt = '2026-01-01T00:00:00.000Z';
  return { uuid, kind: 'removed', removal: 'deleted', foundAt, ...none };
}

test('a second sign-out replaces the first of its own account only', async () => {
  const { one, user, memory, leavingOf } = await withUnsent();
  const other = leavingOf({ userId: 1002 });
  memory.value = { ...memory.value, leaving: [other, leavingOf({})] };
  const { leaving } = await beginSignOut(memory, one.store, user.id, 'discard');
  expect(memory.value.leaving).toEqual([other, leaving]);
  expect(memory.value).toMatchObject({ user: null, signedOutId: user.id });
});

test('a user whom another tab has signed in stays signed in', async () => {
  const { one, user, memory } = await withUnsent();
  const bob = personOf(1002);
  memory.value = { ...memory.value, user: bob };
  await beginSignOut(memory, one.store, user.id, 'keep');
  expect(memory.value).toMatchObject({ user: bob, signedOutId: null });
  expect(memory.value.leaving).toHaveLength(1);
});

test('[I15] finishing one of two sign-outs keeps the other', async () => {
  const { one, user, stores, memory, leavingOf } = await withUnsent();
  const other = leavingOf({ userId: 1002, unsent: 'discard' });
  memory.value = { ...memory.value, user: null, leaving: [other] };
  const { leaving } = await beginSignOut(memory, one.store, user.id, 'discard');
  expect(await finishSignOut(memory, stores, one.store, leaving)).toEqual(ok('erased'));
  expect(titlesIn(one)).toEqual([]);
  expect(memory.value.leaving).toEqual([other]);
});

test('[I15] a sign-out whose store cannot be opened now is finished later', async () => {
  const { one, user, stores, memory } = await withUnsent();
  const known = [{ userId: user.id, phone: user.phone }];
  memory.value = { ...memory.value, known };
  const { leaving } = await beginSignOut(memory, one.store, user.id, 'discard');
  const open = stores.openExisting.bind(stores);
  stores.openExisting = async () => err(full);
  await finishSignOuts(memory, stores);
  expect(memory.value).toMatchObject({ leaving: [leaving], known });
  stores.openExisting = open;
  await finishSignOuts(memory, stores);
  expect(memory.value).toMatchObject({ leaving: [], known: [] });
  expect(titlesIn(one)).toEqual([]);
});

test('[AUTH-06] an account whose store another tab has erased is forgotten', async () => {
  const { user, memory, leavingOf } = await withUnsent();
  const known = [{ userId: user.id, phone: user.phone }];
  memory.value = { ...memory.value, user: null, leaving: [leavingOf({})], known };
  await finishSignOuts(memory, new MemoryStores());
  expect(memory.value).toMatchObject({ leaving: [], known: [] });
});

test('an account is not forgotten if its user signs in while it is being erased', async () => {
  const { one, user, stores, memory } = await withUnsent();
  memory.value = { ...memory.value, known: [{ userId: user.id, phone: user.phone }] };
  const { leaving } = await beginSignOut(memory, one.store, user.id, 'discard');
  const destroy = one.store.destroy.bind(one.store);
  one.store.destroy = async () => {
    memory.value = { ...memory.value, user };
    return destroy();
  };
  expect(await finishSignOut(memory, stores, one.store, leaving)).toEqual(ok('erased'));
  expect(memory.value.known).toEqual([{ userId: user.id, phone: user.phone }]);
});

test('[I1] a sign-out erases nothing as long as it cannot finish an upgrade of the guest', async () => {
  const { one, user, stores, memory } = await withUnsent();
  const guest = await stores.open(0);
  if (!guest.ok) throw new Error(guest.error.code);
  const moved = { toUserId: user.id, upgrade: 'one' };
  const account = { kind: 'guest' } as const;
  await done(createItem({ ...one.device, account, store: guest.value }, later));
  await guest.value.write((tx) => tx.putMeta('moved', 'guest', moved));
  const { leaving } = await beginSignOut(memory, one.store, user.id, 'discard');
  const open = stores.openExisting.bind(stores);
  // The account's own store cannot be opened a second time.
  stores.openExisting = async (key) => (key === 0 ? open(key) : err(full));
  expect(await finishSignOut(memory, stores, one.store, leaving)).toEqual(err(full));
  expect(titlesIn(one)).toEqual(['unsent']);
  expect(memory.value.leaving).toEqual([leaving]);
});

test('[I1] a finished sign-out does not remove a later one', async () => {
  const { one, user, stores, memory, leavingOf } = await withUnsent();
  await one.store.write((tx) => tx.putMeta('signOuts', 'account', { decided: 1 }));
  const { leaving } = await beginSignOut(memory, one.store, user.id, 'keep');
  expect(leaving.decidedBefore).toBe(1);
  const late = new MemoryStore(one.tables);
  const over = leavingOf({ unsent: 'discard' });
  expect(await finishSignOut(memory, stores, late, over)).toEqual(ok('kept'));
  expect(memory.value.leaving).toEqual([leaving]);
  expect(titlesIn(one)).toEqual(['unsent']);
});

test('[I1] a sign-out that keeps the store cancels every earlier unfinished sign-out', async () => {
  const { one, user, stores, memory } = await withUnsent();
  for (const decided of [1, 2, 3]) {
    const tab = new MemoryStore(one.tables);
    const { leaving } = await beginSignOut(memory, tab, user.id, 'keep');
    // Another tab is going to erase the data that this one keeps, and pauses after its check.
    const load = async () => ({ ...memory.value, leaving: [leaving] });
    const sleeping = { load, change: memory.change.bind(memory) };
    expect(await finishSignOut(memory, stores, tab, leaving)).toEqual(ok('kept'));
    expect(one.tables.meta('signOuts').get('account')?.value).toEqual({ decided });
    const late = { ...leaving, unsent: 'discard' } as const;
    const its = new MemoryStore(one.tables);
    expect(await finishSignOut(sleeping, stores, its, late)).toEqual(ok('kept'));
  }
  expect(titlesIn(one)).toEqual(['unsent']);
});

test('[I1] conflicts are counted and kept like unsent requests', async () => {
  const world = new TestWorld();
  const { store } = world.newDevice();
  const memory = new FakeAccountMemory({ user: world.user });
  await store.write((tx) => tx.putMeta('conflict', uuidOf(1), conflictAbout(uuidOf(1))));
  expect(await countUnsent(store)).toEqual(ok({ requests: 0, conflicts: 1 }));
  await store.write((tx) => tx.putRequest(queuedRequest(1, 1)));
  expect(await countUnsent(store)).toEqual(ok({ requests: 1, conflicts: 1 }));
  const { leaving } = await beginSignOut(memory, store, world.user.id, 'keep');
  const stores = new MemoryStores();
  expect(await finishSignOut(memory, stores, store, leaving)).toEqual(ok('kept'));
});

test('an unreadable row that was replaced is an unsent change only if it is a request', async () => {
  const { store } = new TestWorld().newDevice();
  const row = { store: 'items', key: '5', content: { id: 5 } } as const;
  await store.write((tx) => tx.putMeta('unreadable', 'items/5', row));
  expect(await countUnsent(store)).toEqual(ok({ requests: 0, conflicts: 0 }));
});

test('a new sign-in cancels only the sign-out of its own user', async () => {
  const { one, user, memory, leavingOf } = await withUnsent();
  const other = leavingOf({ userId: 1002 });
  memory.value = { ...memory.value, leaving: [other, leavingOf({})] };
  await cancelSignOut(memory, one.store, user.id);
  expect(memory.value.leaving).toEqual([other]);
});

test('a sign-in without an unfinished sign-out cancels nothing', async () => {
  const { one, user, memory } = await withUnsent();
  const mark = { unsent: 'keep', isFormer: true } as const;
  await one.store.write((tx) => tx.putMeta('left', 'account', mark));
  await cancelSignOut(memory, one.store, user.id);
  expect(one.tables.meta('left').get('account')?.value).toEqual(mark);
  expect(one.tables.meta('signOuts').size).toBe(0);
});

test('[I1] a sign-out without a mark can be cancelled even on a full disk', async () => {
  const { one, user, stores, memory, leavingOf } = await withUnsent();
  memory.value = { ...memory.value, leaving: [leavingOf({ unsent: 'discard' })] };
  one.store.faults.beforeCommit = () => full;
  await cancelSignOut(memory, one.store, user.id);
  one.store.faults.beforeCommit = () => null;
  expect(memory.value.leaving).toEqual([]);
  await finishSignOuts(memory, stores);
  expect(titlesIn(one)).toEqual(['unsent']);
});

test('[AUTH-06] an account whose sign-out is cancelled is not forgotten, even if another user signs in meanwhile', async () => {
  const { one, user, memory, leavingOf } = await withUnsent();
  const known = [{ userId: user.id, phone: user.phone }];
  memory.value = { ...memory.value, leaving: [leavingOf({})], known };
  one.store.faults.beforeCommit = () => {
    memory.value = { ...memory.value, user: personOf(1002) };
    return null;
  };
  await cancelSignOut(memory, one.store, user.id);
  expect(memory.value).toMatchObject({ leaving: [], known });
});
