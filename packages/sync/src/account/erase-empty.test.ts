import { err, ok } from '@foray/domain';
import { createItem } from '../actions/actions.ts';
import { MemoryStore, MemoryStores } from '../memory/memory-store.ts';
import type { Conflict } from '../store/meta.ts';
import type { WriteTransaction } from '../store/ports.ts';
import { FakeAccountMemory } from '../testing/fake-account-memory.ts';
import { done } from '../testing/done.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { personOf, TestWorld, type TestDevice } from '../testing/test-world.ts';
import { eraseEmpty } from './sign-out.ts';

let one: TestDevice;
let userId: number;
let memory: FakeAccountMemory;
let stores: MemoryStores;

/** A store that holds a phone number and nothing else, of an account that nobody is signed in to. */
beforeEach(async () => {
  const world = new TestWorld();
  one = world.newDevice();
  userId = world.user.id;
  stores = new MemoryStores();
  stores.tables.set(userId, one.tables);
  memory = new FakeAccountMemory({ known: [{ userId, phone: '+15550001' }] });
  await one.store.write((tx) => tx.putMeta('owner', 'account', { phone: '+15550001' }));
});

const erase = () => eraseEmpty(memory, stores, one.store, userId);
const numberIsHere = () => one.tables.meta('owner').size === 1;

test('[I15] an empty store of an account is erased and the account forgotten if nobody is signed in to it', async () => {
  await erase();
  expect(numberIsHere()).toBe(false);
  expect(memory.value).toMatchObject({ leaving: [], known: [] });
});

test('[I15] the sign-out of another account does not keep an empty store, and is not forgotten with it', async () => {
  const leaving = [{ userId: 1002, unsent: 'discard', decidedBefore: 0 }] as const;
  memory.value = { ...memory.value, leaving, user: personOf(1003) };
  await erase();
  expect(numberIsHere()).toBe(false);
  expect(memory.value.leaving).toEqual(leaving);
});

test('the empty store of a user who signs in meanwhile stays theirs, and is closed here', async () => {
  const { account } = one.device;
  memory.value = { ...memory.value, user: account.kind === 'user' ? account.user : null };
  const before = memory.value;
  await erase();
  expect(numberIsHere()).toBe(true);
  expect(memory.value).toEqual(before);
  expect(await one.store.read(async () => true)).toMatchObject({ error: { code: 'closed' } });
});

test('an empty store is left to a sign-out that began there earlier', async () => {
  // This sign-out is void, since another was decided after it.
  await one.store.write((tx) => tx.putMeta('signOuts', 'account', { decided: 1 }));
  const own = { userId, unsent: 'discard', decidedBefore: 0 } as const;
  const other = { ...own, userId: 1002 };
  memory.value = { ...memory.value, leaving: [other, own] };
  await erase();
  expect(numberIsHere()).toBe(true);
  expect(memory.value.leaving).toEqual([other, own]);
});

test('[I1] an action made in a store after it was found empty is kept', async () => {
  const tab = { ...one.device, store: new MemoryStore(one.tables) };
  const change = memory.change.bind(memory);
  memory.change = async (work) => {
    memory.change = change;
    await done(createItem(tab, { type: 'todo', title: 'new' }));
    return change(work);
  };
  await erase();
  expect([...one.tables.items.values()].map(({ title }) => title)).toEqual(['new']);
});

const conflict: Conflict = {
  uuid: uuidOf(7),
  kind: 'removed',
  base: null,
  server: null,
  removal: 'deleted',
  canKeepBoth: false,
  rev: 0,
  isAside: false,
  foundAt: '2026-01-01T00:00:00.000Z',
};
const gaveWay = { store: 'users', key: '5', content: { id: 5 } } as const;

const item = (tx: WriteTransaction) => tx.putItems([localItem(1)]);
const request = (tx: WriteTransaction) => tx.putRequest(queuedRequest(1, 1));
const open = (tx: WriteTransaction) => tx.putMeta('conflict', conflict.uuid, conflict);
const damaged = (tx: WriteTransaction) => tx.putMeta('unreadable', 'users/5', gaveWay);

test.each([
  ['an item', [item]],
  ['an unreadable row that was moved aside', [damaged]],
  ['an item and an unreadable row that was moved aside', [item, damaged]],
  ['an item and a request', [item, request]],
  ['a request and a conflict', [request, open]],
])('[I1] [I24] a store with %s is not empty, and is only closed', async (_, contents) => {
  await one.store.write(async (tx) => {
    for (const put of contents) await put(tx);
  });
  const before = memory.value;
  await erase();
  expect(numberIsHere()).toBe(true);
  expect(one.tables.meta('signOuts').size).toBe(0);
  expect(memory.value).toEqual(before);
  const later = new MemoryStore(one.tables);
  const kept = await later.read((tx) => Promise.all([tx.queueSize(), tx.itemIds()]));
  const holds = (put: unknown) => (contents.includes(put as never) ? 1 : 0);
  expect(kept).toMatchObject(ok([holds(request), { length: holds(item) }]));
  expect(await one.store.read(async () => true)).toMatchObject({ error: { code: 'closed' } });
});

test('a store that cannot be read does not count as empty', async () => {
  const failure = { code: 'broken', detail: 'the test says so' } as const;
  one.store.read = async () => err(failure);
  await erase();
  expect(numberIsHere()).toBe(true);
  expect(memory.value.known).toHaveLength(1);
});
