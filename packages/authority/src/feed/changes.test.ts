import { makeWorld, worldStart, type AuthorityWorld } from '../testing/world.ts';

async function changesOf(world: AuthorityWorld, userId: number, since = 0, limit = 100) {
  const page = await world.authority.changes({ userId }, { since, limit });
  if (!page.ok) throw page.error;
  return page.value;
}

const cursorOf = async (world: AuthorityWorld, userId: number) =>
  (await world.authority.selfCheck({ userId })).cursor;

/** Bob has assigned two items to Ann, of which the second is more than a day younger. */
async function notified(given: Partial<Parameters<typeof makeWorld>[0]> = {}) {
  const world = makeWorld(given);
  const [ann, bob] = [await world.person('Ann'), await world.person('Bob')];
  const since = await cursorOf(world, ann.id);
  const campaign = { type: 'campaign', title: 'Camp', assigned_to: ann.id };
  const first = await bob.create(campaign);
  world.clock.nowMs += 25 * 3_600_000;
  const second = await bob.create({ type: 'todo', title: 'Todo', assigned_to: ann.id });
  return { ...world, world, ann, bob, since, first, second };
}

test('a page of changes has notifications with their item, their place, and their actor', async () => {
  const { world, ann, bob, since, first, second } = await notified();
  const page = await changesOf(world, ann.id, since);
  const alike = { kind: 'assigned', actor_id: bob.id, count: 1, read_at: null };
  const about = ({ id, uuid, type }: typeof first) => ({
    item_id: id,
    item_uuid: uuid,
    item_type: type,
  });
  expect(page.notifications).toMatchObject([
    { ...alike, ...about(first), created_at: worldStart },
    { ...alike, ...about(second) },
  ]);
  const revs = page.notifications.map(({ rev }) => rev);
  expect(revs.every((rev) => rev > since && rev <= page.cursor)).toBe(true);
  expect(new Set(revs).size).toBe(2);
  expect(page.users).toMatchObject([{ id: bob.id, name: 'Bob' }]);
  expect(page.mutuals).toEqual([]);
});

test('[I10] a page of changes continues where the previous one ended, whatever its size, until there are no more', async () => {
  const { world, ann } = await notified();
  await world.person('Cid');
  await world.person('Dan');
  const all = await changesOf(world, ann.id);
  const told = ({ mutuals, notifications }: typeof all) => [
    ...mutuals.map(({ name }) => name),
    ...notifications.map(({ id }) => id),
  ];
  expect(told(all)).toHaveLength(5);
  for (const limit of [1, 2, 3]) {
    const parts: (string | number)[] = [];
    for (let since = 0, more = true; more;) {
      const page = await changesOf(world, ann.id, since, limit);
      parts.push(...told(page));
      expect(page.cursor).toBeGreaterThan(since);
      since = page.cursor;
      more = page.more;
    }
    expect(parts.map(String).toSorted()).toEqual(told(all).map(String).toSorted());
  }
  // A device that has everything is up to date, and receives nothing.
  const last = await changesOf(world, ann.id, all.cursor);
  expect(last).toMatchObject({ cursor: all.cursor, more: false, users: [], notifications: [] });
});

test('a page of changes says that a contact whose account ended is no longer a contact, and nothing else', async () => {
  const { world, ann, bob } = await notified();
  await world.authority.deleteAccount({ userId: bob.id });
  const page = await changesOf(world, ann.id);
  expect(page).toMatchObject({ mutuals: [], removedMutuals: [bob.id] });
});

test('a page of changes has no other user’s notification whose number equals the id of a contact', async () => {
  const { world, ann, bob, store } = await notified();
  const tables = store.tables();
  const alien = tables.notifications.find(({ user_id }) => user_id === ann.id);
  if (alien === undefined) throw new Error('nobody was notified');
  const anns = { ...alien, id: ann.id };
  store.begin({ ...tables, notifications: [...tables.notifications, anns] });
  // Ann is a contact of Bob's, and Bob never received that notification.
  expect(await changesOf(world, bob.id)).toMatchObject({
    mutuals: [{ id: ann.id }],
    notifications: [],
  });
});

test('marking as read covers notifications up to a place, and the other devices receive it', async () => {
  const { world, ann, since, clock, authority } = await notified();
  const before = await changesOf(world, ann.id, since);
  const [first, second] = before.notifications;
  clock.nowMs += 1000;
  await authority.markRead({ userId: ann.id }, first?.rev ?? 0);
  const after = await changesOf(world, ann.id, before.cursor);
  expect(after.notifications).toEqual([
    { ...first, read_at: authority.now(), rev: before.cursor + 1 },
  ]);
  expect(after.cursor).toBe(before.cursor + 1);
  const all = await changesOf(world, ann.id);
  expect(all.notifications.find(({ id }) => id === second?.id)).toEqual(second);
});

test('marking as read gives each of several notifications a place, and is not sent to others', async () => {
  const { world, ann, bob, authority } = await notified();
  const before = await cursorOf(world, ann.id);
  const bobs = await cursorOf(world, bob.id);
  await authority.markRead({ userId: ann.id }, before);
  const after = await changesOf(world, ann.id, before);
  expect(after.notifications.map(({ rev }) => rev)).toEqual([before + 1, before + 2]);
  expect(after.notifications.every(({ read_at }) => read_at !== null)).toBe(true);
  expect(after.cursor).toBe(before + 2);
  expect(await cursorOf(world, bob.id)).toBe(bobs);
  expect((await changesOf(world, bob.id)).notifications).toEqual([]);
});

test('marking as read: repeating it has no effect, and the time of the first one stays', async () => {
  const { world, ann, authority, clock } = await notified();
  await authority.markRead({ userId: ann.id }, await cursorOf(world, ann.id));
  const before = await changesOf(world, ann.id);
  const tables = world.store.tables();
  clock.nowMs += 1000;
  await authority.markRead({ userId: ann.id }, before.cursor);
  expect(world.store.tables()).toEqual(tables);
});

test('marking as read leaves a notification unread that counts a new event at this moment', async () => {
  const at = new Map<string, () => Promise<unknown>>();
  const beforePrimitive = async (name: string) => {
    const act = at.get(name);
    at.delete(name);
    await act?.();
  };
  const { world, ann, bob, authority } = await notified({ beforePrimitive });
  const cursor = await cursorOf(world, ann.id);
  const counting: Promise<unknown>[] = [];
  const count = async () => {
    const more = { type: 'todo', title: 'one more', assigned_to: ann.id };
    counting.push(bob.create(more));
    // As many turns as it needs, if it does not have to wait for the end of the marking.
    for (let turn = 0; turn < 500; turn += 1) await Promise.resolve();
  };
  // Between the read notifications and its place.
  at.set('readNotifications', async () => {
    at.set('advanceHeads', count);
  });
  await authority.markRead({ userId: ann.id }, cursor);
  await Promise.all(counting);
  const { notifications } = await changesOf(world, ann.id);
  const unread = notifications.filter(({ read_at }) => read_at === null);
  expect(unread).toMatchObject([{ kind: 'assigned', count: 1 }]);
  expect(notifications).toHaveLength(3);
});

test("the self-check returns the totals of its user's streams", async () => {
  const { world, ann, bob, authority } = await notified();
  const all = await changesOf(world, ann.id);
  const revs = all.notifications.map(({ rev }) => rev);
  const revOf = async (type: 'campaign' | 'todo') => {
    const page = await authority.delta({ userId: ann.id }, { type, since: 0, limit: 10 });
    return page.ok ? (page.value.data[0]?.rev ?? 0) : 0;
  };
  expect(await authority.selfCheck({ userId: ann.id })).toEqual({
    epoch: 'e1',
    now: authority.now(),
    cursor: all.cursor,
    campaign: { count: 1, sum: await revOf('campaign') },
    task: { count: 0, sum: 0 },
    todo: { count: 1, sum: await revOf('todo') },
    mutuals: { count: 1, sum: bob.id },
    notifications: { count: 2, sum: revs.reduce((sum, rev) => sum + rev, 0) },
    private_rows: {},
  });
});
