import { deleteAccount, emptyAccount } from './erase-account.ts';
import type { Store } from '../store/store.ts';
import { MemoryAuthorityStore } from '../testing/memory-store.ts';
import { makeMutual } from '../testing/mutual.ts';
import { brokenInvariants } from '@foray/model';
import { makeWorld } from '../testing/world.ts';

/** A world that runs an action once before the next primitive of a name. */
function makeGatedWorld() {
  const before = new Map<string, () => Promise<unknown>>();
  const world = makeWorld({
    beforePrimitive: async (name) => {
      const act = before.get(name);
      before.delete(name);
      await act?.();
    },
  });
  const changesOf = async (userId: number, since = 0) => {
    const page = await world.authority.changes({ userId }, { since, limit: 100 });
    if (!page.ok) throw page.error;
    return page.value;
  };
  const phoneOf = async (userId: number) => (await world.authority.me({ userId }))?.phone ?? '';
  return { ...world, before, changesOf, phoneOf };
}

/** Ann's campaign, in which Cid sees a task of Bob's. Cid and Bob are not contacts. */
async function acquainted() {
  const world = makeGatedWorld();
  const ann = await world.stranger('Ann');
  const bob = await world.stranger('Bob');
  const cid = await world.stranger('Cid');
  for (const { id } of [bob, cid]) await makeMutual(world.store, ann.id, id);
  const hers = await ann.create({ type: 'campaign', title: 'hers', assigned_to: cid.id });
  const task = { type: 'task', title: 'for Bob', parent_id: hers.id, assigned_to: bob.id };
  await ann.create(task);
  return { ...world, ann, bob, cid };
}

test('the end of an account sends only the new name to a user who sees an item of theirs without being a contact', async () => {
  const { authority, bob, cid, changesOf } = await acquainted();
  const { cursor } = await changesOf(cid.id);
  await authority.deleteAccount({ userId: bob.id });
  expect(await changesOf(cid.id, cursor)).toMatchObject({
    users: [{ id: bob.id, name: 'Deleted user', phone: '' }],
    mutuals: [],
    removedMutuals: [],
  });
});

test('the end of an account includes items that the user receives while it ends', async () => {
  const { authority, store, ann, bob, before } = await acquainted();
  const late: { readonly id: number }[] = [];
  before.set('advanceHeads', async () => {
    const todo = { type: 'todo', title: 'late', assigned_to: bob.id };
    late.push(await ann.create(todo));
  });
  await authority.deleteAccount({ userId: bob.id });
  expect(late).toHaveLength(1);
  expect(store.row('items', late[0]?.id ?? 0)).toMatchObject({
    user_id: ann.id,
    assigned_to: null,
  });
  expect(store.row('users', bob.id)).toMatchObject({ phone: null, name: 'Deleted user' });
  expect(brokenInvariants(store.tables())).toEqual([]);
});

test('the end of an account is not sent to a contact whose account started empty meanwhile', async () => {
  const { authority, ann, bob, before, changesOf, phoneOf } = await acquainted();
  const phone = await phoneOf(ann.id);
  before.set('advanceHeads', async () => {
    const who = { phone, name: 'Ann the second', placeholder: false, verified: true };
    await authority.signIn({ ...who, start: 'empty' });
  });
  await authority.deleteAccount({ userId: bob.id });
  expect(before.size).toBe(0);
  const page = await changesOf(ann.id);
  expect([page.removedMutuals, page.mutuals]).toEqual([[], []]);
  expect(await authority.me({ userId: ann.id })).toMatchObject({ name: 'Ann the second' });
});

test.each(['does not learn of other accounts that end', 'hears of no account that begins empty'])(
  'the end of an account: a user whose account starts empty meanwhile %s',
  async (what) => {
    const { authority, bob, cid, clock, before, changesOf, phoneOf } = await acquainted();
    const [hisPhone, herPhone] = [await phoneOf(bob.id), await phoneOf(cid.id)];
    const who = { name: 'another', placeholder: false, verified: true, start: 'empty' } as const;
    clock.nowMs += 1000;
    before.set('advanceHeads', () => authority.signIn({ ...who, phone: herPhone }));
    if (what.includes('ends')) await authority.deleteAccount({ userId: bob.id });
    else await authority.signIn({ ...who, phone: hisPhone });
    expect(before.size).toBe(0);
    const { users } = await changesOf(cid.id);
    expect(users.filter(({ id }) => id !== cid.id)).toEqual([]);
  },
);

test('the end of an account is sent to a user whose account started empty meanwhile and who has become a contact since', async () => {
  const { authority, store, bob, cid, clock, before, changesOf, phoneOf } = await acquainted();
  const phone = await phoneOf(cid.id);
  const who = { phone, name: 'another', placeholder: false, verified: true };
  clock.nowMs += 1000;
  before.set('lockUsers', async () => {
    await authority.signIn({ ...who, start: 'empty' });
    await makeMutual(store, bob.id, cid.id);
  });
  await authority.deleteAccount({ userId: bob.id });
  expect(await changesOf(cid.id)).toMatchObject({
    users: [{ id: bob.id, name: 'Deleted user' }],
    removedMutuals: [bob.id],
  });
});

test('the end of an account happens once if it is requested twice at once, and notifies nobody again', async () => {
  const { authority, bob, cid, store, before, changesOf } = await acquainted();
  let told = 0;
  before.set('lockUsers', async () => {
    await authority.deleteAccount({ userId: bob.id });
    told = (await changesOf(cid.id)).cursor;
  });
  await authority.deleteAccount({ userId: bob.id });
  expect(told).toBeGreaterThan(0);
  expect((await changesOf(cid.id)).cursor).toBe(told);
  expect(store.row('users', bob.id)).toMatchObject({ phone: null });
});

test('the end of an account succeeds if another request has deleted the account meanwhile', async () => {
  const { authority, bob, before, store } = await acquainted();
  before.set('holdings', () => authority.deleteAccount({ userId: bob.id }));
  await authority.deleteAccount({ userId: bob.id });
  expect(before.size).toBe(0);
  expect(store.row('users', bob.id)).toMatchObject({ phone: null });
});

test.each(['observersOf', 'updateItems', 'eraseUser'])(
  'the end of an account fails when the store fails at %s, and can be repeated',
  async (primitive) => {
    const { authority, bob, before, store } = await acquainted();
    before.set(primitive, () => Promise.reject(new Error('no disk')));
    const caller = { userId: bob.id };
    await expect(authority.deleteAccount(caller)).rejects.toThrow('no disk');
    expect(store.row('users', bob.id)).toMatchObject({ name: 'Bob' });
    await authority.deleteAccount(caller);
    expect(store.row('users', bob.id)).toMatchObject({ name: 'Deleted user' });
  },
);

test('the end of an account writes to no feed if its user has no items and no contacts', async () => {
  const { authority, store, stranger } = makeGatedWorld();
  const eve = await stranger('Eve');
  await authority.deleteAccount({ userId: eve.id });
  expect(store.row('users', eve.id)).toMatchObject({ phone: null, name: 'Deleted user' });
  expect([...store.rows('feed')]).toEqual([]);
});

test('a user who saw the account receives the name that it has after it started empty', async () => {
  const { authority, bob, cid, before, changesOf, phoneOf } = await acquainted();
  const [phone, start] = [await phoneOf(bob.id), 'empty' as const];
  const { cursor } = await changesOf(cid.id);
  const received: unknown[] = [];
  const receive = async () => received.push((await changesOf(cid.id, cursor)).users);
  // Between the transaction that empties the account and the one that signs in to it.
  before.set('eraseUser', async () => before.set('userByPhone', receive));
  await authority.signIn({ phone, start, name: 'New user', placeholder: true, verified: true });
  expect(received).toMatchObject([[{ id: bob.id, name: 'New user' }]]);
  expect(await authority.me({ userId: bob.id })).toMatchObject({ name: 'New user' });
  await authority.signIn({ phone, name: 'Bob the second', placeholder: false, verified: true });
  expect(await authority.me({ userId: bob.id })).toMatchObject({ name: 'Bob the second' });
});

test('the store is told whether an account ended or started empty', async () => {
  const memory = new MemoryAuthorityStore('e1');
  const ends: unknown[] = [];
  const store: Store = {
    epoch: memory.epoch,
    read: (fn) => memory.read(fn),
    tryTx: (fn) => memory.tryTx(fn),
    tx: (fn) =>
      memory.tx((tx) => {
        const eraseUser: typeof tx.eraseUser = async (id, how) => {
          ends.push([id, how]);
          await tx.eraseUser(id, how);
        };
        return fn(
          new Proxy(tx, {
            get: (of, name) => (name === 'eraseUser' ? eraseUser : Reflect.get(of, name)),
          }),
        );
      }),
  };
  const now = '2026-03-01T12:00:00.000Z';
  const row = { placeholder: false, phone_verified_at: null, created_at: now, updated_at: now };
  const id = await memory.tx((tx) => tx.insertUser({ ...row, phone: '+49151', name: 'Ann' }));
  if (id === null) throw new Error('the phone was taken');
  await emptyAccount(store, now, id, 'Ann');
  expect(ends).toEqual([[id, { isEnd: false }]]);
  await deleteAccount(store, now, { userId: id });
  expect(ends.slice(1)).toEqual([[id, { isEnd: true }]]);
});
