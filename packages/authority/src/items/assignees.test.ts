import { standardLimits } from '../store/authority-limits.ts';
import { makeMutual } from '../testing/mutual.ts';
import { brokenInvariants } from '../testing/reference.ts';
import { itemOf, makeWorld, refusalOf } from '../testing/world.ts';

/** Bob's todo directly in Ann's campaign. Only Ann knows Fay, and only Bob knows Eve. */
async function inCampaign(limits: Partial<typeof standardLimits> = {}) {
  const calls: string[] = [];
  const hooks = { beforePrimitive: async (name: string) => void calls.push(name) };
  const changing = { ...standardLimits, ...limits };
  const world = makeWorld(hooks, changing);
  const { store } = world;
  const ann = await world.person('Ann');
  const bob = await world.person('Bob');
  const [eve, fay] = [await world.stranger('Eve'), await world.stranger('Fay')];
  await makeMutual(store, bob.id, eve.id);
  await makeMutual(store, ann.id, fay.id);
  const campaign = await ann.create({ type: 'campaign', title: 'campaign', assigned_to: bob.id });
  const todo = await bob.create({ type: 'todo', title: 'todo', parent_id: campaign.id });
  const assign = (user_id: number, by = bob) =>
    by.send('POST', `/api/items/${todo.id}/assign`, { user_id });
  const noticesOf = (userId: number) =>
    store
      .tables()
      .notifications.filter((row) => row.user_id === userId)
      .map(({ kind, item_id }) => [kind, item_id]);
  const holds = () => expect(brokenInvariants(store.tables())).toEqual([]);
  return {
    ...world,
    calls,
    changing,
    ann,
    bob,
    eve,
    fay,
    campaign,
    todo,
    assign,
    noticesOf,
    holds,
  };
}

test("[SHARE-12] assigning an item directly in a campaign accepts contacts of the campaign's owner, and not of the item's owner", async () => {
  const { eve, fay, assign } = await inCampaign();
  expect(refusalOf(await assign(eve.id)).code).toBe('unknown_assignee');
  expect(itemOf(await assign(fay.id))).toMatchObject({ assigned_to: fay.id });
});

test("[SHARE-15] assigning an item directly in a campaign notifies the campaign's owner, also of a completion in the same change", async () => {
  const { ann, bob, fay, campaign, todo, assign, noticesOf, holds } = await inCampaign();
  await assign(fay.id);
  expect(noticesOf(ann.id)).toEqual([['assigned_other', todo.id]]);
  const hers = await ann.create({ type: 'todo', title: 'hers', parent_id: campaign.id });
  const both = { assigned_to: fay.id, status: 'completed' };
  expect((await bob.send('PATCH', `/api/items/${hers.id}`, both)).status).toBe(200);
  expect(noticesOf(ann.id)).toEqual([
    ['assigned_other', hers.id],
    ['completed', hers.id],
  ]);
  holds();
});

test('assigning an item directly in a campaign: a later change of a completed item does not notify of its completion again', async () => {
  const { ann, bob, todo, noticesOf } = await inCampaign();
  const url = `/api/items/${todo.id}`;
  await bob.send('PATCH', url, { status: 'completed' });
  await ann.send('PATCH', url, { title: 'newer' });
  expect(noticesOf(bob.id).map(([kind]) => kind)).toEqual(['assigned']);
});

test('a sample user is assigned without reading contacts and members', async () => {
  const { calls, assign } = await inCampaign();
  calls.length = 0;
  expect((await assign(2)).status).toBe(200);
  const asked = calls.slice(0, calls.indexOf('updateItems'));
  expect(asked).not.toContain('mutualsAmong');
  // Once, for the limits of the campaign.
  expect(asked.filter((name) => name === 'below')).toHaveLength(1);
});

test('a sample user does not count towards the people of a campaign', async () => {
  const { fay, assign } = await inCampaign({ campaignPeople: 2 });
  expect(refusalOf(await assign(fay.id)).code).toBe('limit');
  expect(itemOf(await assign(2))).toMatchObject({ assigned_to: 2 });
});

test('an assignment adds no item, so it is possible in a campaign that exceeds its limit', async () => {
  const { fay, changing, assign } = await inCampaign();
  changing.campaignItems = 0;
  expect(itemOf(await assign(fay.id))).toMatchObject({ assigned_to: fay.id });
});
