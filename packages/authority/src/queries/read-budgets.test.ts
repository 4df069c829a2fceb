import { makeWorld, type AuthorityWorld } from '../testing/world.ts';

type Reading = (world: AuthorityWorld, userId: number, campaignId: number) => Promise<unknown>;

/** Every way of reading, with the maximum number of statements that it may cost. */
const readings: Readonly<Record<string, readonly [number, Reading]>> = {
  'one item': [7, ({ authority }, userId, id) => authority.get({ userId }, { id })],
  'a page of a list': [
    6,
    ({ authority }, userId) => authority.list({ userId }, { type: 'todo', page: 1 }),
  ],
  'a page of a stream': [
    6,
    ({ authority }, userId) => authority.delta({ userId }, { type: 'task', since: 0, limit: 500 }),
  ],
  'a search': [6, ({ authority }, userId) => authority.search({ userId }, 'item')],
  'a page of changes': [
    6,
    ({ authority }, userId) => authority.changes({ userId }, { since: 0, limit: 500 }),
  ],
  'a page of activity': [
    8,
    ({ authority }, userId, id) => authority.activity({ userId }, { id }, 1),
  ],
  'the trash': [9, ({ authority }, userId) => authority.trash({ userId }, { limit: 500 })],
  'a self-check': [3, ({ authority }, userId) => authority.selfCheck({ userId })],
  'the mutual contacts': [4, ({ authority }, userId) => authority.mutuals({ userId })],
};

/** A campaign with this many tasks, each with a todo for another person, and as many deleted ones. */
async function worldOf(count: number) {
  const calls: string[] = [];
  const world = makeWorld({ beforePrimitive: async (name) => void calls.push(name) });
  const ann = await world.person('Ann');
  const others = await Promise.all(['Bob', 'Cleo', 'Dan'].map((name) => world.person(name)));
  const campaign = await ann.create({ type: 'campaign', title: 'item' });
  for (let index = 0; index < count; index += 1) {
    const assigned_to = others[index % others.length]?.id;
    const parent_id = campaign.id;
    const task = await ann.create({ type: 'task', title: 'item', parent_id, assigned_to });
    await others[index % others.length]?.create({
      type: 'todo',
      title: 'item',
      parent_id: task.id,
    });
    const gone = await ann.create({ type: 'todo', title: 'item', parent_id: campaign.id });
    await ann.send('DELETE', `/api/items/${gone.id}`);
  }
  return { world, calls, userId: ann.id, campaignId: campaign.id };
}

test('a read takes as many statements for many items as for few', async () => {
  const [few, many] = [await worldOf(3), await worldOf(30)];
  for (const [name, [most, read]] of Object.entries(readings)) {
    const costs: number[] = [];
    for (const { world, calls, userId, campaignId } of [few, many]) {
      calls.length = 0;
      await read(world, userId, campaignId);
      costs.push(calls.length);
    }
    expect(costs[1], name).toBe(costs[0]);
    expect(costs[1], name).toBeLessThanOrEqual(most);
  }
});
