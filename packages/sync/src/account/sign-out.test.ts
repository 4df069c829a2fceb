import { err } from '@foray/domain';
import { createItem } from '../actions/actions.ts';
import { upgradeGuest } from './guest-upgrade.ts';
import type { LocalStore, LocalStores } from '../store/ports.ts';
import {
  beginSignOut,
  cancelSignOut,
  countUnsent,
  finishSignOut,
  finishSignOuts,
  sendSignOut,
} from './sign-out.ts';
import { done } from '../testing/done.ts';
import { FakeAccountMemory } from '../testing/fake-account-memory.ts';
import { MemoryStore, MemoryStores } from '../memory/memory-store.ts';
import { queuedRequest } from '../testing/rows.ts';
import { TestWorld, newWorld } from '../testing/test-world.ts';
import { inStep } from '../testing/in-step.ts';

/** A sign-out from its mark to its end. */
async function signOutHere(
  memory: FakeAccountMemory,
  stores: LocalStores,
  store: LocalStore,
  userId: number,
  unsent: 'keep' | 'discard',
) {
  const { leaving } = await beginSignOut(memory, store, userId, unsent);
  return finishSignOut(memory, stores, store, leaving);
}

test('[I15] signing out after everything was sent leaves no data of the account', async () => {
  const { world, one } = newWorld();
  await one.runsAfter(one.create({ type: 'todo', title: 'secret' }), 'start');
  one.engine.stop();
  const memory = new FakeAccountMemory({ user: world.user });
  expect(
    await signOutHere(memory, new MemoryStores(), one.store, world.user.id, 'keep'),
  ).toMatchObject({ value: 'erased' });
  const later = new MemoryStore(one.tables);
  const left = await later.read((tx) =>
    Promise.all([
      tx.allItems(),
      tx.queue(),
      tx.users(),
      tx.metaOf('cursor'),
      tx.metaOf('counters'),
    ]),
  );
  expect(left).toEqual({ ok: true, value: [[], [], [], [], []] });
});

test('[AUTH-03] the mark is stored durably first, and is removed when the server has ended the session', async () => {
  const { world, one } = newWorld();
  const memory = new FakeAccountMemory({ user: world.user });
  await signOutHere(memory, new MemoryStores(), one.store, world.user.id, 'discard');
  expect(memory.value).toMatchObject({ user: null, signedOutId: world.user.id, leaving: [] });
  one.transport.logout = async () => ({ kind: 'noAnswer', why: 'network' });
  expect(await sendSignOut(memory, one.transport)).toBe(false);
  expect(memory.value.signedOutId).toBe(world.user.id);
  const unsent = { serverNow: null, position: null, knownHead: null, retryAfterMs: null };
  one.transport.logout = async () => ({ kind: 'refusal', status: 401, error: null, ...unsent });
  expect(await sendSignOut(memory, one.transport)).toBe(true);
  expect(memory.value).toMatchObject({ user: null, signedOutId: null, leaving: [] });
});

test('[I1] [DATA-14] an unreadable change that was replaced counts as unsent too', async () => {
  const { world, one } = await inStep();
  one.tables.putRaw('syncQueue', { id: 'broken', seq: 1, state: 9 } as never);
  const change = queuedRequest(1, 1);
  await one.store.write(async (tx) => {
    await tx.putRequest(change);
    await tx.deleteRequest(change.id);
  });
  expect(await one.store.unreadable(['syncQueue'])).toMatchObject({ value: [{ key: 'broken' }] });
  expect(await countUnsent(one.store)).toEqual({ ok: true, value: { requests: 1, conflicts: 0 } });
  const memory = new FakeAccountMemory({ user: world.user });
  const left = await signOutHere(memory, new MemoryStores(), one.store, world.user.id, 'keep');
  expect(left).toEqual({ ok: true, value: 'kept' });
});

test('[I1] unsent changes are counted, and kept or discarded as the person chooses', async () => {
  const { world, one } = newWorld();
  await one.create({ type: 'todo', title: 'unsent' });
  expect(await countUnsent(one.store)).toEqual({ ok: true, value: { requests: 1, conflicts: 0 } });
  const memory = new FakeAccountMemory({ user: world.user });
  const kept = await signOutHere(memory, new MemoryStores(), one.store, world.user.id, 'keep');
  expect(kept).toEqual({ ok: true, value: 'kept' });
  const later = new MemoryStore(one.tables);
  expect(await later.read((tx) => tx.queueSize())).toEqual({ ok: true, value: 1 });
  await signOutHere(memory, new MemoryStores(), later, world.user.id, 'discard');
  expect(await new MemoryStore(one.tables).read((tx) => tx.queueSize())).toMatchObject({
    value: 0,
  });
});

test('[AUTH-03] a sign-in made during the call that ends a session is kept', async () => {
  const { world, one } = newWorld();
  const memory = new FakeAccountMemory();
  memory.value = { ...memory.value, signedOutId: world.user.id };
  const signedIn = { ...memory.value, user: world.user, signedOutId: null };
  one.transport.logout = async () => {
    memory.value = signedIn;
    return { kind: 'answer', status: 204, body: null, serverNow: null, position: null };
  };
  await sendSignOut(memory, one.transport);
  expect(memory.value).toEqual(signedIn);
});

test('[I15] a sign-out that another tab has finished leaves no empty store behind', async () => {
  const world = new TestWorld();
  const memory = new FakeAccountMemory();
  const leaving = [{ userId: world.user.id, unsent: 'keep' as const, decidedBefore: 0 }];
  memory.value = { ...memory.value, leaving };
  const stores = new MemoryStores();
  await finishSignOuts(memory, stores);
  expect([...stores.tables.keys()]).toEqual([]);
  expect(memory.value.leaving).toEqual([]);
});

test('[I1] no action is confirmed between the count of unsent changes and the erasure', async () => {
  const { world, one } = newWorld();
  const other = { ...one.device, store: new MemoryStore(one.tables) };
  const memory = new FakeAccountMemory({ user: world.user });
  const erase = one.store.destroy.bind(one.store);
  let late: Awaited<ReturnType<typeof createItem>> | null = null;
  one.store.destroy = async () => {
    late = await createItem(other, { type: 'todo', title: 'late' });
    return erase();
  };
  await signOutHere(memory, new MemoryStores(), one.store, world.user.id, 'keep');
  expect(late).toEqual({ ok: false, error: { code: 'moved' } });
});

test('[I1] a sign-out finishes an interrupted upgrade before it erases the record of it', async () => {
  const { world, one } = newWorld();
  const stores = new MemoryStores();
  stores.tables.set(world.user.id, one.tables);
  const opened = await stores.open(0);
  if (!opened.ok) throw new Error(opened.error.code);
  const guestStore = opened.value;
  const guest = { ...one.device, account: { kind: 'guest' }, store: guestStore } as const;
  await done(createItem(guest, { type: 'todo', title: 'mine' }));
  let writes = 0;
  guestStore.faults.beforeCommit = () => {
    writes += 1;
    return writes === 2 ? { code: 'closed', detail: 'tab closed' } : null;
  };
  expect(await upgradeGuest(guestStore, one.device, stores)).toMatchObject({ ok: false });
  await one.engine.run('start');
  expect(world.server.living()).toHaveLength(1);
  const memory = new FakeAccountMemory({ user: world.user });
  await signOutHere(memory, stores, one.store, world.user.id, 'keep');
  expect(await guestStore.read((tx) => tx.allItems())).toEqual({ ok: true, value: [] });
  expect(one.tables.items.size).toBe(0);
});

test.each(['not marked', 'marked and not erased'])(
  '[I1] a person who signs in after a sign-out that was %s loses no later action',
  async (how) => {
    const { world, one } = newWorld();
    await one.create({ type: 'todo', title: 'given up' });
    const memory = new FakeAccountMemory({ user: world.user });
    const full = { code: 'quota', detail: 'the test says so' } as const;
    if (how === 'not marked') one.store.faults.beforeCommit = () => full;
    one.store.destroy = async () => err(full);
    const left = await signOutHere(memory, new MemoryStores(), one.store, world.user.id, 'discard');
    expect(left).toEqual(err(full));
    one.store.faults.beforeCommit = () => null;
    // The sign-out waits to be finished while nobody is signed in.
    await cancelSignOut(memory, one.store, world.user.id);
    expect(memory.value.leaving).toHaveLength(1);

    memory.value = { ...memory.value, user: world.user, signedOutId: null };
    await cancelSignOut(memory, one.store, world.user.id);
    await one.create({ type: 'todo', title: 'later' });
    const stores = new MemoryStores();
    stores.tables.set(world.user.id, one.tables);
    await finishSignOuts(memory, stores);
    const titles = [...one.tables.items.values()].map(({ title }) => title);
    expect(titles).toEqual(['given up', 'later']);
  },
);

test('[I1] a sign-out that can still be finished is not cancelled while its mark exists', async () => {
  const { world, one } = newWorld();
  await one.store.write((tx) => tx.putMeta('left', 'account', { unsent: 'discard' }));
  const memory = new FakeAccountMemory({ user: world.user });
  const leaving = [{ userId: world.user.id, unsent: 'discard' as const, decidedBefore: 0 }];
  memory.value = { ...memory.value, leaving };
  one.store.faults.beforeCommit = () => ({ code: 'broken', detail: 'the test says so' });
  await cancelSignOut(memory, one.store, world.user.id);
  one.store.faults.beforeCommit = () => null;
  expect(memory.value.leaving).toEqual(leaving);
  const refused = await createItem(one.device, { type: 'todo', title: 'later' });
  expect(refused).toEqual(err({ code: 'moved' }));
});

test('[I1] a sign-out that a tab finishes late erases no data of a user who has signed in since', async () => {
  const { world, one } = newWorld();
  await one.create({ type: 'todo', title: 'kept' });
  const memory = new FakeAccountMemory({ user: world.user });
  const { leaving } = await beginSignOut(memory, one.store, world.user.id, 'keep');
  const late = new MemoryStore(one.tables);
  // The tab has checked for something to finish, and pauses.
  const asleep = { load: async () => ({ ...memory.value, leaving: [leaving] }) };
  const sleeping = { ...asleep, change: memory.change.bind(memory) };
  const stores = new MemoryStores();
  stores.tables.set(world.user.id, one.tables);
  await finishSignOuts(memory, stores);
  memory.value = { ...memory.value, user: world.user };
  await one.engine.run('start');
  expect(await finishSignOut(sleeping, stores, late, leaving)).toEqual({ ok: true, value: 'kept' });
  expect([...one.tables.items.values()].map(({ title }) => title)).toEqual(['kept']);
});

test('[AUTH-06] an account stays known as long as its data may be on the device', async () => {
  const { world, one } = newWorld();
  await one.create({ type: 'todo', title: 'unsent' });
  const known = [{ userId: world.user.id, phone: world.user.phone }];
  const memory = new FakeAccountMemory({ user: world.user, known });
  await signOutHere(memory, new MemoryStores(), one.store, world.user.id, 'keep');
  expect(memory.value.known).toEqual(known);
  const again = new MemoryStore(one.tables);
  await signOutHere(memory, new MemoryStores(), again, world.user.id, 'discard');
  expect(memory.value.known).toEqual([]);
});
