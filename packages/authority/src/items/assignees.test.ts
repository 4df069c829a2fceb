import { standardLimits } from '../store/authority-limits.ts';
import { makeMutual } from '../testing/mutual.ts';
import { itemOf, makeWorld, refusalOf } from '../testing/world.ts';

/** Bob's todo directly in Ann's campaign. Only Ann knows Fay. */
async function inCampaign(limits: Partial<typeof standardLimits> = {}) {
  const calls: string[] = [];
  const hooks = { beforePrimitive: async (name: string) => void calls.push(name) };
  const changing = { ...standardLimits, ...limits };
  const world = makeWorld(hooks, changing);
  const ann = await world.person('Ann');
  const bob = await world.person('Bob');
  const fay = await world.stranger('Fay');
  await makeMutual(world.store, ann.id, fay.id);
  const campaign = await ann.create({ type: 'campaign', title: 'campaign', assigned_to: bob.id });
  const todo = await bob.create({ type: 'todo', title: 'todo', parent_id: campaign.id });
  const assign = (user_id: number) => bob.send('POST', `/api/items/${todo.id}/assign`, { user_id });
  return { calls, changing, fay, assign };
}

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
