import { EpochChangedError } from '../epochs/epoch-checked-store.ts';
import { brokenInvariants } from '@foray/model';
import { refusalOf, worldOf } from '../testing/world.ts';

/** Ann and Bob, who share a campaign of each, with items of Bob's in every place. */
async function shared() {
  const { world, ann, bob } = await worldOf('Ann', 'Bob');
  const hers = await ann.create({ type: 'campaign', title: 'hers', assigned_to: bob.id });
  const inHers = await bob.create({ type: 'task', title: 'in hers', parent_id: hers.id });
  const below = await bob.create({ type: 'todo', title: 'below', parent_id: inHers.id });
  const his = await bob.create({ type: 'campaign', title: 'his secret', assigned_to: ann.id });
  const inHis = await ann.create({ type: 'task', title: 'in his', parent_id: his.id });
  const alone = await bob.create({ type: 'todo', title: 'alone secret' });
  const trashed = await bob.create({ type: 'todo', title: 'trashed secret' });
  await bob.send('DELETE', `/api/items/${trashed.id}`);
  return { ...world, ann, bob, hers, inHers, below, his, inHis, alone, trashed };
}

test("[SHARE-11] deleting an account gives items in another user's tree to the owner of the tree, and erases the rest", async () => {
  const { authority, store, ann, bob, ...of } = await shared();
  await bob.send('DELETE', `/api/items/${of.below.id}`);
  await authority.deleteAccount({ userId: bob.id });
  expect(await ann.see(of.hers)).toMatchObject({ user_id: ann.id, assigned_to: null });
  expect(await ann.see(of.inHers)).toMatchObject({ user_id: ann.id, title: 'in hers' });
  for (const item of [of.his, of.alone]) expect(await ann.see(item)).toBe(null);
  // Deleted items pass too, and can be restored.
  await ann.send('POST', `/api/items/${of.below.id}/restore`);
  expect(await ann.see(of.below)).toMatchObject({ user_id: ann.id, title: 'below' });
  expect(brokenInvariants(store.tables())).toEqual([]);
});

test('[SHARE-11] deleting an account makes items top-level, with everything below them, if another user owns them and has a right to them', async () => {
  const { authority, store, ann, bob, person, ...of } = await shared();
  const cid = await person('Cid');
  const his = await bob.create({ type: 'todo', title: 'by Bob', parent_id: of.inHis.id });
  const cids = { type: 'todo', title: 'for Cid', parent_id: of.inHis.id, assigned_to: cid.id };
  const forCid = await ann.create(cids);
  const apart = await ann.create({ type: 'todo', title: 'apart', parent_id: of.his.id });
  const gone = await ann.create({ type: 'todo', title: 'gone', parent_id: of.his.id });
  await ann.send('DELETE', `/api/items/${gone.id}`);
  await authority.deleteAccount({ userId: bob.id });
  expect(await ann.see(of.inHis)).toMatchObject({ permission: 'manage', parent_id: null });
  expect(await ann.see(his)).toMatchObject({ user_id: ann.id, parent_id: of.inHis.id });
  expect(await cid.see(forCid)).toMatchObject({ permission: 'contribute' });
  expect(await ann.see(apart)).toMatchObject({ permission: 'manage', parent_id: null });
  await ann.send('POST', `/api/items/${gone.id}/restore`);
  expect(await ann.see(gone)).toMatchObject({ permission: 'manage', parent_id: null });
  expect(brokenInvariants(store.tables())).toEqual([]);
});

test('[SHARE-11] deleting an account erases items of others who have no right to them', async () => {
  const { authority, store, ann, bob, ...of } = await shared();
  await bob.send('POST', `/api/items/${of.his.id}/assign`, { user_id: 0 });
  await authority.deleteAccount({ userId: bob.id });
  expect(store.row('items', of.inHis.id)).toMatchObject({ title: '', user_id: ann.id });
  expect(await ann.see(of.inHis)).toBe(null);
  expect(brokenInvariants(store.tables())).toEqual([]);
});

test('[SHARE-11] deleting an account also finds items below a campaign that is a tombstone', async () => {
  const { authority, store, ann, bob, clock, ...of } = await shared();
  const task = { type: 'task', title: 'task', parent_id: of.his.id, assigned_to: ann.id };
  const forAnn = await ann.create(task);
  const alone = await ann.create({ type: 'todo', title: 'alone', parent_id: of.his.id });
  await bob.send('DELETE', `/api/items/${of.his.id}`);
  clock.nowMs += 31 * 86_400_000;
  await authority.cleanUp();
  await authority.deleteAccount({ userId: bob.id });
  expect(await ann.see(forAnn)).toMatchObject({ permission: 'manage', parent_id: null });
  expect(store.row('items', alone.id)).toMatchObject({ title: '' });
  expect(brokenInvariants(store.tables())).toEqual([]);
});

test('[SHARE-11] deleting an account does not treat a tombstone as the root of its tree', async () => {
  const { authority, store, ann, bob, clock, ...of } = await shared();
  const child = { type: 'todo', parent_id: of.inHis.id };
  const anns = await ann.create({ ...child, title: 'by Ann' });
  const bobs = await bob.create({ ...child, title: 'secret of Bob' });
  await ann.send('DELETE', `/api/items/${of.inHis.id}`);
  clock.nowMs += 31 * 86_400_000;
  await authority.cleanUp();
  await authority.deleteAccount({ userId: bob.id });
  expect(await ann.see(anns)).toMatchObject({ permission: 'manage', parent_id: null });
  expect(await ann.see(bobs)).toBe(null);
  expect(store.row('items', bobs.id)).toMatchObject({ title: '', user_id: bob.id });
  expect(store.row('items', of.inHis.id)).toMatchObject({ parent_id: of.his.id });
  expect(brokenInvariants(store.tables())).toEqual([]);
});

test('deleting an account leaves no data in any table that only its user could see', async () => {
  const { authority, store, bob } = await shared();
  const phone = [...store.rows('users')].find(({ id }) => id === bob.id)?.phone ?? '';
  await authority.deleteAccount({ userId: bob.id });
  const tables = store.tables();
  const text = JSON.stringify(tables);
  expect(text).not.toMatch(/secret|Bob/);
  expect(text).not.toContain(phone);
  for (const table of ['contacts', 'access', 'feed', 'notifications', 'ops'] as const) {
    expect(tables[table].filter(({ user_id }) => user_id === bob.id)).toEqual([]);
  }
});

test('deleting an account cannot be undone by a user who could change the erased items', async () => {
  const { authority, ann, bob, his, alone } = await shared();
  await bob.send('DELETE', `/api/items/${alone.id}`);
  await authority.deleteAccount({ userId: bob.id });
  for (const { id } of [his, alone]) {
    expect(refusalOf(await ann.send('POST', `/api/items/${id}/restore`)).status).toBe(404);
  }
  expect(await authority.trash({ userId: ann.id }, { limit: 500 })).toMatchObject({ data: [] });
});

test('deleting an account is sent to everyone who knew the user: the contact ends, the number disappears, the name changes', async () => {
  const { authority, store, ann, bob } = await shared();
  const caller = { userId: ann.id };
  const before = await authority.changes(caller, { since: 0, limit: 100 });
  const since = before.ok ? before.value.cursor : 0;
  await authority.deleteAccount({ userId: bob.id });
  const after = await authority.changes(caller, { since, limit: 100 });
  expect(after).toMatchObject({
    value: { removedMutuals: [bob.id], users: [{ id: bob.id, name: 'Deleted user', phone: '' }] },
  });
  expect(await authority.mutuals(caller)).toEqual([]);
  // The number is free: its next holder is another user.
  const phone = [...store.rows('users')].map((user) => user.phone);
  expect(phone.filter((one) => one !== null)).toHaveLength(1);
});

test('deleting an account uses several transactions for many items, and can be repeated', async () => {
  const { authority, store, bob } = await shared();
  for (let count = 0; count < 450; count += 1) {
    await bob.create({ type: 'todo', title: `${count}` });
  }
  await authority.deleteAccount({ userId: bob.id });
  await authority.deleteAccount({ userId: bob.id });
  expect(store.tables().items.filter(({ deleted_at }) => deleted_at === null)).toHaveLength(4);
});

const phoneOf = (world: Awaited<ReturnType<typeof shared>>) =>
  [...world.store.rows('users')].find(({ id }) => id === world.bob.id)?.phone ?? '';
const who = { name: 'Bob the second', placeholder: false, verified: true };

test('the first verified sign-in requires a choice if the account has data, and only once', async () => {
  const world = await shared();
  const phone = phoneOf(world);
  expect(await world.authority.mustChooseStart(phone)).toBe(true);
  expect(await world.authority.mustChooseStart('+49999')).toBe(false);
  await world.authority.signIn({ ...who, phone, start: 'keep' });
  expect(await world.authority.mustChooseStart(phone)).toBe(false);
  expect(await world.bob.see(world.alone)).not.toBe(null);
  // A verified account is never emptied by a sign-in.
  await world.authority.signIn({ ...who, phone, start: 'empty' });
  expect(await world.bob.see(world.alone)).not.toBe(null);
});

test('the first verified sign-in can start empty, under the same id and another name, and then old cursors are refused', async () => {
  const world = await shared();
  const { authority, bob } = world;
  const caller = { userId: bob.id };
  const old = await authority.delta(caller, { type: 'todo', since: 0, limit: 100 });
  const since = old.ok ? old.value.cursor : 0;
  const user = await authority.signIn({ ...who, phone: phoneOf(world), start: 'empty' });
  expect(user).toMatchObject({ id: bob.id, name: 'Bob the second' });
  expect(await authority.delta(caller, { type: 'todo', since: 0, limit: 100 })).toMatchObject({
    value: { data: [], removed: [] },
  });
  expect(await authority.delta(caller, { type: 'todo', since, limit: 100 })).toEqual({
    ok: false,
    error: expect.any(EpochChangedError),
  });
  expect(await authority.mutuals(caller)).toEqual([]);
  expect((await authority.trash(caller, { limit: 500 })).data).toEqual([]);
  expect(brokenInvariants(world.store.tables())).toEqual([]);
});
