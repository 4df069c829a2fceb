import { makeWorld } from '../testing/world.ts';

/** Ann's campaign, assigned to Bob, with a task of hers, and in that a todo of his. */
async function shared() {
  const calls: string[] = [];
  const world = makeWorld({ beforePrimitive: async (name) => void calls.push(name) });
  const [ann, bob] = [await world.person('Ann'), await world.person('Bob')];
  const campaign = await ann.create({ type: 'campaign', title: 'campaign', assigned_to: bob.id });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: campaign.id });
  const his = await bob.create({ type: 'todo', title: 'his', parent_id: task.id });
  const remove = (item: { id: number }, children: readonly string[] = []) =>
    ann.send('DELETE', `/api/items/${item.id}`, { children });
  return { ...world, calls, ann, bob, campaign, task, his, remove };
}

test('the history exists for campaigns only', async () => {
  const { authority, ann, task } = await shared();
  expect(await authority.activity({ userId: ann.id }, { id: task.id }, 1)).toBe(null);
  expect(await authority.activity({ userId: ann.id }, { id: 1 }, 1)).toBe(null);
});

test('[SHARE-19] the history shows deleted items to contributors too, and names each item', async () => {
  const { authority, bob, campaign, task, his, remove } = await shared();
  await remove(task, [his.uuid]);
  const page = await authority.activity({ userId: bob.id }, { id: campaign.id }, 1);
  expect(page?.data.map(({ action, item }) => [action, item.uuid])).toEqual([
    ['deleted', his.uuid],
    ['deleted', task.uuid],
    ['created', his.uuid],
    ['created', task.uuid],
    ['created', campaign.uuid],
  ]);
});

test("the trash has an entry for a person's own item that was deleted with another's, with the time of the delete", async () => {
  const { authority, ann, bob, task, his, remove, clock } = await shared();
  const deletedAt = '2026-03-01T12:00:00.000Z';
  await remove(task, [his.uuid]);
  clock.nowMs += 60_000;
  const trash = async (userId: number) => (await authority.trash({ userId }, { limit: 9 })).data;
  expect(await trash(bob.id)).toMatchObject([
    { id: his.id, taken_along: 0, deleted_at: deletedAt },
  ]);
  expect(await trash(ann.id)).toMatchObject([
    { id: task.id, taken_along: 1, deleted_at: deletedAt },
  ]);
});

test('reading a missing item finds none, and a query that is too short does not reach the store', async () => {
  const { authority, ann, calls } = await shared();
  expect(await authority.get({ userId: ann.id }, { id: 1 })).toBe(null);
  calls.length = 0;
  expect(await authority.search({ userId: ann.id }, 'h')).toEqual([]);
  expect(calls).toEqual([]);
});

test('reading continues from a cursor that is later than all deleted removals', async () => {
  const { authority, ann, his, remove, clock } = await shared();
  await remove(his);
  const page = (since: number) =>
    authority.delta({ userId: ann.id }, { type: 'todo', since, limit: 9 });
  const first = await page(0);
  if (!first.ok) throw first.error;
  clock.nowMs += 181 * 86_400_000;
  await authority.cleanUp();
  const { cursor } = first.value;
  expect(await page(cursor)).toMatchObject({ ok: true, value: { data: [], more: false, cursor } });
  expect((await page(cursor - 1)).ok).toBe(false);
});
