import { describe, expect, test } from 'vitest';
import { makeWorld, worldStart } from '../testing/world.ts';

const who = { phone: '+491511234567', name: 'Ann', placeholder: false, verified: false };

describe('sign-in', () => {
  test('[DATA-09] makes a user at the first time, from id 1000, and finds them afterwards', async () => {
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

  test('the first two sign-ins of a phone at once make one user', async () => {
    const { authority, store } = makeWorld({ beforePrimitive: async () => {} });
    const people = await Promise.all([authority.signIn(who), authority.signIn(who)]);
    expect(people[0]).toEqual(people[1]);
    expect(store.tables().users.filter(({ phone }) => phone === who.phone)).toHaveLength(1);
  });

  test('a placeholder name is replaced by the next real one', async () => {
    const { authority } = makeWorld();
    await authority.signIn({ ...who, name: 'New user', placeholder: true });
    expect((await authority.signIn(who)).name).toBe('Ann');
    const again = await authority.signIn({ ...who, name: 'New user', placeholder: true });
    expect(again.name).toBe('Ann');
  });
});

describe('rename', () => {
  test('reaches everyone who sees an item of theirs, and no other user', async () => {
    const { authority, person, stranger } = makeWorld();
    const [ann, bob] = [await person('Ann'), await person('Bob')];
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
});
