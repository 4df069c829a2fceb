import { describe, expect, test } from 'vitest';
import { brokenInvariants } from './testing/reference.ts';
import { makeWorld, refusalOf } from './testing/world.ts';

/** Ann and Bob, who share a campaign of each, and things of Bob's in every place. */
async function shared() {
  const world = makeWorld();
  const [ann, bob] = [await world.person('Ann'), await world.person('Bob')];
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

describe('deleting an account', () => {
  test("passes what is in others' campaigns to their owners, and deletes the rest", async () => {
    const { authority, store, ann, bob, ...of } = await shared();
    await authority.deleteAccount({ userId: bob.id });
    expect(await ann.see(of.hers)).toMatchObject({ user_id: ann.id, assigned_to: null });
    for (const item of [of.inHers, of.below]) {
      expect(await ann.see(item)).toMatchObject({ user_id: ann.id, title: item.title });
    }
    for (const item of [of.his, of.alone]) expect(await ann.see(item)).toBe(null);
    // What is hers in his campaign stays hers, at the top.
    expect(await ann.see(of.inHis)).toMatchObject({ permission: 'manage', parent: null });
    expect(brokenInvariants(store.tables())).toEqual([]);
  });

  test('leaves nothing of what was theirs alone, in no table', async () => {
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

  test('cannot be undone by whoever managed what was deleted', async () => {
    const { authority, ann, bob } = await shared();
    const task = await ann.create({ type: 'task', title: 'task', assigned_to: bob.id });
    const [one, two] = [
      await bob.create({ type: 'todo', title: 'one', parent_id: task.id }),
      await bob.create({ type: 'todo', title: 'two', parent_id: task.id }),
    ];
    await ann.send('DELETE', `/api/items/${task.id}`, { children: [one.uuid] });
    await authority.deleteAccount({ userId: bob.id });
    for (const { id } of [one, two]) {
      expect(refusalOf(await ann.send('POST', `/api/items/${id}/restore`)).status).toBe(404);
    }
    expect(await authority.trash({ userId: ann.id })).toMatchObject([
      { title: 'task', taken_along: 0 },
    ]);
    await ann.send('POST', `/api/items/${task.id}/restore`);
    expect(await ann.see(one)).toBe(null);
  });

  test('is told to those who knew them: no contact, no number, another name', async () => {
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
    // Whoever gets the number next is somebody else.
    const phone = [...store.rows('users')].map((user) => user.phone);
    expect(phone.filter((one) => one !== null)).toHaveLength(1);
  });

  test('counts for the roll-up of parents that stay', async () => {
    const { authority, ann, bob } = await shared();
    const task = await ann.create({ type: 'task', title: 'task', assigned_to: bob.id });
    const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: task.id });
    await bob.create({ type: 'todo', title: 'open', parent_id: task.id });
    await ann.send('PATCH', `/api/items/${todo.id}`, { status: 'completed' });
    expect((await ann.see(task))?.status).toBe('in_progress');
    await authority.deleteAccount({ userId: bob.id });
    expect((await ann.see(task))?.status).toBe('completed');
  });

  test('of many items takes several transactions, and can be asked again', async () => {
    const { authority, store, bob } = await shared();
    for (let count = 0; count < 450; count += 1) {
      await bob.create({ type: 'todo', title: `${count}` });
    }
    await authority.deleteAccount({ userId: bob.id });
    await authority.deleteAccount({ userId: bob.id });
    expect(store.tables().items.filter(({ deleted_at }) => deleted_at === null)).toHaveLength(4);
  });
});

describe('the first verified sign-in', () => {
  const phoneOf = (world: Awaited<ReturnType<typeof shared>>) =>
    [...world.store.rows('users')].find(({ id }) => id === world.bob.id)?.phone ?? '';
  const who = { name: 'Bob the second', placeholder: false, verified: true };

  test('has to choose where there is something, and only once', async () => {
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

  test('starts empty, under the same id and another name; old cursors begin anew', async () => {
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
      error: 'epoch_changed',
    });
    expect(await authority.mutuals(caller)).toEqual([]);
    expect(await authority.trash(caller)).toEqual([]);
    expect(brokenInvariants(world.store.tables())).toEqual([]);
  });
});
