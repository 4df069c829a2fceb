import { standardLimits } from '../store/authority-limits.ts';
import { brokenInvariants } from '@foray/model';
import { makeWorld, worldStart, type AuthorityWorld } from '../testing/world.ts';

/** Four people without contacts, with their numbers. */
async function strangers(world: AuthorityWorld) {
  const stranger = async (name: string) => {
    const { id } = await world.stranger(name);
    const me = await world.authority.me({ userId: id });
    return { id, name, phone: me?.phone ?? '' };
  };
  return {
    ann: await stranger('Ann'),
    bob: await stranger('Bob'),
    cid: await stranger('Cid'),
    dan: await stranger('Dan'),
  };
}

/** A function that imports numbers, each with all of its readings, and returns the answer. */
function importOf(world: AuthorityWorld, who: { readonly id: number }) {
  return (...numbers: readonly (readonly string[])[]) =>
    world.authority.importContacts(
      { userId: who.id },
      numbers.map((readings) => ({ typed: `typed ${readings.join(' or ')}`, readings })),
    );
}

/** A user's feed after a cursor, page by page. */
async function pagesOf(world: AuthorityWorld, userId: number, from = 0, limit = 1) {
  const pages = [];
  for (let since = from, more = true; more;) {
    const page = await world.authority.changes({ userId }, { since, limit });
    if (!page.ok) throw page.error;
    pages.push(page.value);
    since = page.value.cursor;
    more = page.value.more;
  }
  return pages;
}

const cursorOf = async (world: AuthorityWorld, userId: number) =>
  (await world.authority.selfCheck({ userId })).cursor;

/** A world in which each user can import this many numbers. */
const worldOf = (contacts: number) => makeWorld({}, { ...standardLimits, contacts });

test('an import of numbers makes two people mutual contacts only once both have imported each other', async () => {
  const world = makeWorld();
  const { ann, bob, cid } = await strangers(world);
  expect(await importOf(world, ann)([bob.phone], [cid.phone])).toEqual({ count: 2, beyond: [] });
  expect(await world.authority.mutuals({ userId: ann.id })).toEqual([]);
  expect(await pagesOf(world, bob.id)).toMatchObject([{ notifications: [], cursor: 0 }]);

  expect(await importOf(world, bob)([ann.phone], [cid.phone])).toEqual({ count: 2, beyond: [] });
  expect(await world.authority.mutuals({ userId: ann.id })).toEqual([bob]);
  expect(await world.authority.mutuals({ userId: bob.id })).toEqual([ann]);
  expect(await world.authority.mutuals({ userId: cid.id })).toEqual([]);
  expect(brokenInvariants(world.store.tables())).toEqual([]);
});

test('an import of numbers is written to both feeds, and notifies the other person after their feed has the contact', async () => {
  const world = makeWorld();
  const { ann, bob } = await strangers(world);
  await importOf(world, ann)([bob.phone]);
  await importOf(world, bob)([ann.phone]);
  const [fact, notice, ...more] = await pagesOf(world, ann.id);
  const notification = {
    kind: 'mutual',
    actor_id: bob.id,
    item_id: null,
    item_uuid: null,
    item_type: null,
    count: 1,
    created_at: worldStart,
    read_at: null,
    rev: 2,
  };
  expect(fact).toMatchObject({
    mutuals: [{ id: bob.id, name: 'Bob', phone: bob.phone }],
    users: [{ id: bob.id, phone: bob.phone }],
    removedMutuals: [],
    notifications: [],
    cursor: 1,
  });
  expect(notice).toMatchObject({ mutuals: [], notifications: [notification], cursor: 2 });
  expect(more).toEqual([]);
  expect(await pagesOf(world, bob.id)).toMatchObject([
    { mutuals: [{ id: ann.id, name: 'Ann' }], notifications: [], cursor: 1, more: false },
  ]);
});

test('an import of numbers gives each person that it finds a separate place in the feed', async () => {
  const world = makeWorld();
  const { ann, ...of } = await strangers(world);
  const others = [of.bob, of.cid, of.dan];
  for (const other of others) await importOf(world, other)([ann.phone]);
  await importOf(world, ann)(...others.map(({ phone }) => [phone]));
  const pages = await pagesOf(world, ann.id);
  expect(pages.map(({ mutuals }) => mutuals.map(({ name }) => name))).toEqual([
    ['Bob'],
    ['Cid'],
    ['Dan'],
  ]);
  expect(pages.map(({ cursor }) => cursor)).toEqual([1, 2, 3]);
  for (const { id } of others) {
    expect(await pagesOf(world, id)).toMatchObject([
      { mutuals: [{ name: 'Ann' }], cursor: 1 },
      { notifications: [{ kind: 'mutual', actor_id: ann.id, rev: 2 }], cursor: 2 },
    ]);
  }
  expect([...world.store.rows('feed')]).toHaveLength(9);
});

test('an import of numbers informs and notifies nobody again when it is repeated', async () => {
  const world = makeWorld();
  const { ann, bob, cid } = await strangers(world);
  await importOf(world, ann)([bob.phone]);
  await importOf(world, bob)([ann.phone]);
  await importOf(world, cid)([bob.phone]);
  const before = await cursorOf(world, ann.id);
  expect(await importOf(world, bob)([ann.phone], [cid.phone])).toEqual({ count: 2, beyond: [] });
  expect(await cursorOf(world, ann.id)).toBe(before);
  const since = await cursorOf(world, bob.id);
  await importOf(world, bob)([ann.phone], [cid.phone]);
  expect(await cursorOf(world, bob.id)).toBe(since);
  expect((await world.authority.mutuals({ userId: bob.id })).map(({ name }) => name)).toEqual([
    'Ann',
    'Cid',
  ]);
});

test("an import of numbers that contains the importer's own number makes nobody their own contact", async () => {
  const world = makeWorld();
  const { ann, bob } = await strangers(world);
  expect(await importOf(world, bob)([bob.phone], [ann.phone])).toMatchObject({ count: 2 });
  expect(await world.authority.mutuals({ userId: bob.id })).toEqual([]);
  expect([...world.store.rows('feed')]).toEqual([]);
});

test('an import of numbers finds a person by any reading of their number', async () => {
  const world = makeWorld();
  const { ann, bob } = await strangers(world);
  await importOf(world, ann)(['+4930123456', bob.phone]);
  await importOf(world, bob)(['+4930654321', ann.phone]);
  expect(await world.authority.mutuals({ userId: ann.id })).toMatchObject([{ name: 'Bob' }]);
});

test('the limit of a list of numbers rejects and names the numbers beyond it, and makes no contacts of them', async () => {
  const world = worldOf(2);
  const { ann, bob, cid } = await strangers(world);
  await importOf(world, bob)([ann.phone]);
  await importOf(world, cid)([ann.phone]);
  const answer = await importOf(world, ann)(['+4930111'], [bob.phone], [cid.phone], ['+4930112']);
  expect(answer).toEqual({ count: 2, beyond: [`typed ${cid.phone}`, 'typed +4930112'] });
  expect(await world.authority.mutuals({ userId: ann.id })).toMatchObject([{ name: 'Bob' }]);
  // Those numbers are not on the list later either.
  await importOf(world, cid)([ann.phone]);
  expect(await world.authority.mutuals({ userId: ann.id })).toHaveLength(1);
});

test('the limit of a list of numbers includes earlier imports, and still accepts known numbers once it is reached', async () => {
  const world = worldOf(2);
  const { ann } = await strangers(world);
  await importOf(world, ann)(['+4930111']);
  const answer = await importOf(world, ann)(['+4930111'], ['+4930112'], ['+4930113']);
  expect(answer).toEqual({ count: 2, beyond: ['typed +4930113'] });
  expect(await importOf(world, ann)(['+4930112'], ['+4930111'])).toEqual({ count: 2, beyond: [] });
  expect(await importOf(world, ann)(['+4930113'])).toEqual({
    count: 0,
    beyond: ['typed +4930113'],
  });
});

test('the limit of a list of numbers counts a number once, whatever readings it has and whenever they become known', async () => {
  const world = worldOf(2);
  const { ann } = await strangers(world);
  expect(await importOf(world, ann)(['+4930111', '+1930111'])).toMatchObject({ count: 1 });
  // A number with a known reading is the same number, and adds its other readings.
  expect(await importOf(world, ann)(['+7930111', '+1930111'])).toMatchObject({ count: 1 });
  expect(await importOf(world, ann)(['+4930112', '+1930112'])).toEqual({ count: 1, beyond: [] });
  expect(await importOf(world, ann)(['+7930111', '+4930555'])).toEqual({ count: 1, beyond: [] });
  expect(await importOf(world, ann)(['+4930113', '+1930113'])).toMatchObject({ count: 0 });
  const phones = [...world.store.rows('contacts')].map(({ phone }) => phone);
  expect(phones.toSorted()).toEqual(
    ['+4930111', '+1930111', '+7930111', '+4930112', '+1930112', '+4930555'].toSorted(),
  );
});

test('the limit of a list of numbers counts two entries that share a reading as one number', async () => {
  const world = worldOf(2);
  const { ann } = await strangers(world);
  const answer = await importOf(world, ann)(['+4930111', '+1930111'], ['+1930111'], ['+4930112']);
  expect(answer).toEqual({ count: 3, beyond: [] });
});
