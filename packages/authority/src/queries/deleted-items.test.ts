import { trashList } from '@foray/contract';
import { contacts } from '../testing/contacts.ts';
import { brokenInvariants } from '@foray/model';
import { itemOf, makeWorld, refusalOf } from '../testing/world.ts';
import { dayMs, shared } from '../testing/shared-trash.ts';

test('the trash lists deletions newest first, and counts descendants with the item that they were deleted with', async () => {
  const { ann, bob, campaign, task, hers, his, url, trash, authority, clock } = await shared();
  await ann.send('DELETE', url(hers));
  clock.nowMs += 1000;
  await ann.send('DELETE', url(campaign), { children: [task.uuid, his.uuid] });
  expect(await trash(ann)).toEqual([
    ['campaign', 2],
    ['hers', 0],
  ]);
  // A deleted campaign gives its assignee no right, not even on items that he owns.
  expect(await trash(bob)).toEqual([]);
  const list = await authority.trash({ userId: ann.id }, { limit: 500 });
  expect(trashList.parse(list)).toEqual(list);
  expect(list.data[0]).toMatchObject({
    uuid: campaign.uuid,
    deleted_at: '2026-03-01T12:00:01.000Z',
    permission: 'manage',
  });
});

test('the trash leaves out restored items and those older than 30 days', async () => {
  const { ann, task, hers, url, trash, clock } = await shared();
  await ann.send('DELETE', url(hers));
  await ann.send('DELETE', url(task));
  expect(itemOf(await ann.send('POST', url(task, '/restore'))).title).toBe('task');
  expect(await trash(ann)).toEqual([['hers', 0]]);
  clock.nowMs += 30 * dayMs;
  expect(await trash(ann)).toEqual([['hers', 0]]);
  clock.nowMs += 1;
  expect(await trash(ann)).toEqual([]);
  expect(refusalOf(await ann.send('POST', url(hers, '/restore'))).code).toBe('not_found');
});

test('the trash names each assignee of the items that come back with another, with one of these items', async () => {
  const { authority, ann, bob, cid } = await contacts();
  const campaign = await ann.create({ type: 'campaign', title: 'campaign', assigned_to: cid.id });
  const todoFor = ({ id }: { id: number }) =>
    ann.create({ type: 'todo', title: 'todo', parent_id: campaign.id, assigned_to: id });
  const [first, second, third, own] = [
    await todoFor(bob),
    await todoFor(bob),
    await todoFor(cid),
    await todoFor(ann),
  ];
  const children = [first, second, third, own].map(({ uuid }) => uuid);
  const alone = await ann.create({ type: 'todo', title: 'alone', assigned_to: bob.id });
  await ann.send('DELETE', `/api/items/${alone.uuid}`);
  await ann.send('DELETE', `/api/items/${campaign.uuid}`, { children });
  const list = await authority.trash({ userId: ann.id }, { limit: 500 });
  const named = new Map(list.data.map((item) => [item.uuid, item.assignees_along]));
  expect(named.get(alone.uuid)).toEqual([]);
  expect(named.get(campaign.uuid)).toEqual([
    { user_id: bob.id, uuid: first.uuid },
    { user_id: cid.id, uuid: third.uuid },
    { user_id: ann.id, uuid: own.uuid },
  ]);
});

test('[SHARE-10] the trash: items that were moved since are restored with the rest of their delete', async () => {
  const { ann, campaign, task, hers, url, trash, authority, store } = await shared();
  await ann.send('DELETE', url(campaign), { children: [hers.uuid] });
  const other = await ann.create({ type: 'campaign', title: 'other' });
  await ann.send('PATCH', url(task), { parent_id: other.id });
  expect(await trash(ann)).toEqual([['campaign', 1]]);
  await ann.send('POST', url(campaign, '/restore'));
  expect(await trash(ann)).toEqual([]);
  expect(await ann.see(hers)).toMatchObject({ parent: { id: task.id } });
  const rolled = await authority.activity({ userId: ann.id }, { id: other.id }, 1);
  expect(rolled?.data[0]).toMatchObject({ action: 'restored', item: { title: 'hers' } });
  expect(brokenInvariants(store.tables())).toEqual([]);
});

/** Bob's task in Ann's campaign, from which he is unassigned. */
async function barred() {
  const world = await shared();
  const { ann, bob, campaign, url } = world;
  const own = await bob.create({ type: 'task', title: 'own', parent_id: campaign.id });
  const assign = (user_id: number) => ann.send('POST', url(campaign, '/assign'), { user_id });
  await assign(0);
  return { ...world, own, assign };
}

test('[SHARE-10] the trash of a user who regains access includes what was deleted and created while they had none', async () => {
  const { ann, bob, own, url, trash, assign, clock, store } = await barred();
  const late = await ann.create({ type: 'todo', title: 'late', parent_id: own.id });
  await ann.send('DELETE', url(late));
  clock.nowMs += 1000;
  await ann.send('DELETE', url(own));
  expect(await trash(bob)).toEqual([]);
  await assign(bob.id);
  expect(await trash(bob)).toEqual([
    ['own', 0],
    ['late', 0],
  ]);
  expect(itemOf(await bob.send('POST', url(own, '/restore')))).toMatchObject({ title: 'own' });
  expect(itemOf(await bob.send('POST', url(late, '/restore')))).toMatchObject({ title: 'late' });
  expect(await trash(bob)).toEqual([]);
  expect(brokenInvariants(store.tables())).toEqual([]);
});

test('[SHARE-10] the trash of a user who regains access neither lists nor counts items that they no longer manage', async () => {
  const { ann, bob, own, url, trash, assign, store } = await barred();
  await assign(bob.id);
  const his = await bob.create({ type: 'todo', title: 'his', parent_id: own.id });
  await bob.send('DELETE', url(own), { children: [his.uuid] });
  expect(await trash(bob)).toEqual([['own', 1]]);
  await assign(0);
  expect(await trash(bob)).toEqual([]);
  expect(await trash(ann)).toEqual([['own', 1]]);
  expect(brokenInvariants(store.tables())).toEqual([]);
});

/** One delete of a campaign with `taken` todos in it, then 30 deletes of single todos. */
async function longTrash(taken: number) {
  const calls: string[] = [];
  const hooks = { beforePrimitive: async (name: string) => void calls.push(name) };
  const world = makeWorld(hooks);
  const ann = await world.person('Ann');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  const children: string[] = [];
  for (let index = 0; index < taken; index += 1) {
    const data = { type: 'todo', title: `todo ${index}`, parent_id: campaign.uuid };
    children.push((await ann.create(data)).uuid);
  }
  await ann.send('DELETE', `/api/items/${campaign.uuid}`, { children });
  for (let index = 0; index < 30; index += 1) {
    world.clock.nowMs += index % 3;
    const { uuid } = await ann.create({ type: 'todo', title: `single ${index}` });
    await ann.send('DELETE', `/api/items/${uuid}`);
  }
  const page = (limit: number, before?: string) =>
    world.authority.trash({ userId: ann.id }, { limit, ...(before && { before }) });
  return { ...world, ann, campaign, calls, page };
}

test('[TRASH-01] a long trash: a campaign that was deleted with its 600 items is one line, and is restored completely', async () => {
  const { ann, campaign, page, authority } = await longTrash(600);
  const { data } = await page(500);
  expect(data).toHaveLength(31);
  expect(data.at(-1)).toMatchObject({ uuid: campaign.uuid, taken_along: 600 });
  await ann.send('POST', `/api/items/${campaign.uuid}/restore`);
  expect(await ann.see(campaign)).toMatchObject({ children_count: 600 });
  expect((await authority.trash({ userId: ann.id }, { limit: 500 })).data).toHaveLength(30);
});

test('[TRASH-01] a long trash: its pages contain every delete once, newest first, also for equal times', async () => {
  const { page } = await longTrash(3);
  const full = await page(500);
  expect(full.next).toBeNull();
  const paged: string[] = [];
  for (let before: string | undefined, more = true; more;) {
    const { data, next } = await page(4, before);
    expect(data.length).toBeLessThanOrEqual(4);
    paged.push(...data.map(({ uuid }) => uuid));
    before = next ?? undefined;
    more = before !== undefined;
  }
  expect(paged).toEqual(full.data.map(({ uuid }) => uuid));
  const times = full.data.map(({ deleted_at }) => deleted_at);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('a long trash: a page costs as many statements for 30 deletes as for one', async () => {
  const { page, calls } = await longTrash(3);
  const statements = async (limit: number): Promise<readonly string[]> => {
    calls.length = 0;
    await page(limit);
    return [...calls];
  };
  const [one, many] = [await statements(1), await statements(31)];
  expect(one.length).toBeLessThanOrEqual(8);
  // Children are counted only for entries that can have them.
  expect(many.filter((name) => name !== 'childCounts')).toEqual(one);
});

test('a restore is rolled up if the parent was not deleted, and recorded in the log', async () => {
  const { ann, campaign, task, hers, his, url, authority } = await shared();
  await ann.send('PATCH', url(his), { status: 'completed' });
  await ann.send('DELETE', url(hers));
  expect((await ann.see(campaign))?.status).toBe('completed');
  await ann.send('POST', url(hers, '/restore'));
  expect((await ann.see(task))?.status).toBe('in_progress');
  expect((await ann.see(campaign))?.status).toBe('in_progress');
  const page = await authority.activity({ userId: ann.id }, { id: campaign.id }, 1);
  expect(page?.data.slice(0, 7).map(({ action, item }) => `${action} ${item.title}`)).toEqual([
    'reopened campaign',
    'reopened task',
    'restored hers',
    'completed campaign',
    'completed task',
    'deleted hers',
    'started campaign',
  ]);
});

test('a restore is sent to every user who sees the item again, under a new rev', async () => {
  const { ann, bob, task, hers, url, authority } = await shared();
  const read = async (userId: number, since: number) => {
    const page = await authority.delta({ userId }, { type: 'todo', since, limit: 100 });
    if (!page.ok) throw page.error;
    return page.value;
  };
  const before = await read(bob.id, 0);
  await ann.send('DELETE', url(task), { children: [hers.uuid] });
  const gone = await read(bob.id, before.cursor);
  expect(gone.removed).toMatchObject([{ uuid: hers.uuid, reason: 'deleted' }]);
  await ann.send('POST', url(task, '/restore'));
  const back = await read(bob.id, gone.cursor);
  expect(back.data.map(({ title, permission }) => [title, permission])).toEqual([
    ['hers', 'contribute'],
  ]);
  expect(back.data[0]?.rev).toBeGreaterThan(gone.removed[0]?.rev ?? 0);
});
