import { makeWorld, type AuthorityWorld } from './world.ts';

export const dayMs = 86_400_000;

/**
 * Ann's campaign, shared with Bob, with her task and a todo of each in it, and the contents of their trash.
 */
export async function shared(world: AuthorityWorld = makeWorld()) {
  const [ann, bob] = [await world.person('Ann'), await world.person('Bob')];
  const campaign = await ann.create({ type: 'campaign', title: 'campaign', assigned_to: bob.id });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: campaign.id });
  const hers = await ann.create({ type: 'todo', title: 'hers', parent_id: task.id });
  const his = await bob.create({ type: 'todo', title: 'his', parent_id: task.id });
  const url = (item: { id: number }, action = '') => `/api/items/${item.id}${action}`;
  const trash = async (who: { id: number }) =>
    (await world.authority.trash({ userId: who.id }, { limit: 500 })).data.map(
      ({ title, taken_along }) => [title, taken_along],
    );
  return { ...world, ann, bob, campaign, task, hers, his, url, trash };
}
