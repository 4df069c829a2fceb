import { renameUser } from './account.ts';
import { makeMutual } from '../testing/mutual.ts';
import { makeWorld, type AuthorityWorld, worldOf, worldStart } from '../testing/world.ts';

const who = { phone: '+491511234567', name: 'Ann', placeholder: false, verified: false };

/** The names of people in a user's feed. */
async function namesIn(world: AuthorityWorld, userId: number, since = 0) {
  const page = await world.authority.changes({ userId }, { since, limit: 100 });
  if (!page.ok) throw page.error;
  return page.value.users.map(({ name }) => name);
}

const cursorOf = async (world: AuthorityWorld, userId: number) =>
  (await world.authority.selfCheck({ userId })).cursor;

test('[DATA-09] sign-in creates a user with an id from 1000 on at the first sign-in, and finds that user afterwards', async () => {
  const { authority } = makeWorld();
  const ann = await authority.signIn(who);
  expect(ann).toEqual({
    id: 1000,
    name: 'Ann',
    phone: who.phone,
    created_at: worldStart,
    updated_at: worldStart,
  });
  expect(await authority.signIn({ ...who, name: 'Mallory' })).toEqual(ann);
  expect(await authority.me({ userId: 1000 })).toEqual(ann);
  expect(await authority.me({ userId: 4711 })).toBeNull();
});

test('sign-in: two simultaneous first sign-ins of a phone create one user', async () => {
  const { authority, store } = makeWorld({ beforePrimitive: async () => {} });
  const people = await Promise.all([authority.signIn(who), authority.signIn(who)]);
  expect(people[0]).toEqual(people[1]);
  expect(store.tables().users.filter(({ phone }) => phone === who.phone)).toHaveLength(1);
});

test('sign-in: a placeholder name is replaced by the next real one', async () => {
  const { authority } = makeWorld();
  await authority.signIn({ ...who, name: 'New user', placeholder: true });
  expect((await authority.signIn(who)).name).toBe('Ann');
  const again = await authority.signIn({ ...who, name: 'New user', placeholder: true });
  expect(again.name).toBe('Ann');
});

test('sign-in: a placeholder remains until a real name replaces it, even one with the same text', async () => {
  const world = makeWorld();
  const { authority, clock } = world;
  const placeholder = { ...who, name: 'New user', placeholder: true };
  const first = await authority.signIn(placeholder);
  clock.nowMs += 1000;
  expect(await authority.signIn(placeholder)).toEqual(first);
  expect(await authority.signIn({ ...placeholder, name: 'Nouveau' })).toEqual(first);
  // The person's real name reads like the placeholder: nobody's feed changes, but the name is now theirs.
  expect(await authority.signIn({ ...who, name: 'New user' })).toEqual(first);
  expect(await cursorOf(world, first.id)).toBe(0);
  expect((await authority.signIn(who)).name).toBe('New user');
  const other = await authority.signIn({ ...placeholder, phone: '+491517654321' });
  await authority.signIn({ ...placeholder, phone: '+491517654321' });
  const named = await authority.signIn({ ...who, phone: '+491517654321' });
  expect(named).toMatchObject({ id: other.id, name: 'Ann' });
});

test('sign-in: a real name in place of a placeholder reaches everyone who sees an item of the user', async () => {
  const world = makeWorld();
  const { authority, clock } = world;
  const bob = await world.stranger('Bob');
  const cid = await world.stranger('Cid');
  const placeholder = { ...who, name: 'New user', placeholder: true };
  const ann = await authority.signIn(placeholder);
  await makeMutual(world.store, ann.id, bob.id);
  const request = { type: 'todo', title: 'shared', assigned_to: bob.id };
  const caller = { userId: ann.id };
  await authority.request(caller, { method: 'POST', url: '/api/items', data: request });
  const since = await cursorOf(world, bob.id);
  clock.nowMs += 1000;
  expect(await authority.signIn(who)).toMatchObject({
    name: 'Ann',
    updated_at: authority.now(),
    created_at: worldStart,
  });
  expect(await namesIn(world, bob.id, since)).toEqual(['Ann']);
  expect(await namesIn(world, ann.id)).toContain('Ann');
  expect(await cursorOf(world, cid.id)).toBe(0);
});

test('sign-in: a sign-in under another name changes nothing for others', async () => {
  const world = makeWorld();
  const ann = await world.authority.signIn(who);
  world.clock.nowMs += 1000;
  for (const placeholder of [false, true]) {
    expect(await world.authority.signIn({ ...who, name: 'Mallory', placeholder })).toEqual(ann);
  }
  expect(await cursorOf(world, ann.id)).toBe(0);
});

test('sign-in: a sign-in that asks to start empty creates the user of a new phone', async () => {
  const { authority } = makeWorld();
  const start = { ...who, verified: true, start: 'empty' as const };
  expect(await authority.signIn(start)).toMatchObject({ id: 1000, name: 'Ann' });
  expect(await authority.mustChooseStart(who.phone)).toBe(false);
});

test('sign-in creates another user if the account ends before it can be locked', async () => {
  let beforeLock = async (): Promise<void> => {};
  const { authority } = makeWorld({
    beforePrimitive: async (name) => {
      if (name !== 'lockUsers') return;
      const act = beforeLock;
      beforeLock = async () => {};
      await act();
    },
  });
  const ann = await authority.signIn(who);
  beforeLock = () => authority.deleteAccount({ userId: ann.id });
  const next = await authority.signIn({ ...who, name: 'Next' });
  expect(next).toMatchObject({ name: 'Next', phone: who.phone });
  expect(next.id).not.toBe(ann.id);
});

test('the choice at the first verification is required only if the account has items or imported numbers', async () => {
  const { authority } = makeWorld();
  const ann = { userId: (await authority.signIn(who)).id };
  expect(await authority.mustChooseStart(who.phone)).toBe(false);
  await authority.importContacts(ann, [{ typed: '1', readings: ['+4930123456'] }]);
  expect(await authority.mustChooseStart(who.phone)).toBe(true);
  const bob = { ...who, phone: '+491517654321', name: 'Bob' };
  const { id } = await authority.signIn(bob);
  const todo = { type: 'todo', title: 'his' };
  await authority.request({ userId: id }, { method: 'POST', url: '/api/items', data: todo });
  expect(await authority.mustChooseStart(bob.phone)).toBe(true);
});

test('a rename reaches everyone who sees an item of theirs, and no other user', async () => {
  const { authority, stranger, ann, bob } = await worldOf('Ann', 'Bob');
  const eve = await stranger('Eve');
  await ann.create({ type: 'task', title: 'shared', assigned_to: bob.id });
  await eve.create({ type: 'todo', title: 'hers' });
  expect(await authority.rename({ userId: ann.id }, 'Anna')).toMatchObject({
    ok: true,
    value: { name: 'Anna' },
  });
  const names = async (userId: number) => {
    const page = await authority.changes({ userId }, { since: 0, limit: 10 });
    return page.ok ? page.value.users.map(({ name }) => name) : [];
  };
  // Bob is a mutual contact of hers.
  expect(await names(ann.id)).toEqual(['Anna', 'Bob']);
  expect(await names(bob.id)).toContain('Anna');
  expect(await names(eve.id)).toEqual([]);
});

test('a rename to the current name changes nothing for others', async () => {
  const world = makeWorld();
  const ann = await world.authority.signIn(who);
  world.clock.nowMs += 1000;
  const renamed = await world.authority.rename({ userId: ann.id }, 'Ann');
  expect(renamed).toEqual({ ok: true, value: ann });
  expect(await cursorOf(world, ann.id)).toBe(0);
});

test('a rename returns the phone number and the time of the change', async () => {
  const { authority, clock } = makeWorld();
  const { id } = await authority.signIn(who);
  clock.nowMs += 1000;
  expect(await authority.rename({ userId: id }, 'Anna')).toMatchObject({
    value: { name: 'Anna', phone: who.phone, updated_at: authority.now(), created_at: worldStart },
  });
});

test('a rename replaces a placeholder by the chosen name, even one with the same text', async () => {
  for (const chosen of ['New user', 'Anna']) {
    const { authority } = makeWorld();
    const { id } = await authority.signIn({ ...who, name: 'New user', placeholder: true });
    await authority.rename({ userId: id }, chosen);
    expect(await authority.signIn(who)).toMatchObject({ id, name: chosen });
  }
});

test('a rename fails for an unknown user', async () => {
  const { authority, store } = makeWorld();
  const renamed = await renameUser(store, authority.now(), { userId: 4711 }, 'Anna');
  expect(renamed).toEqual({ ok: false, error: 'not_found' });
});
