import { brokenInvariants } from '@foray/model';
import { makeWorld } from './world.ts';

/** Ann's campaign with a task of Bob's, who is assigned to the campaign, and todos of both in that task. */
export async function shared() {
  const calls: string[] = [];
  const world = makeWorld({ beforePrimitive: async (name) => void calls.push(name) });
  const [ann, bob, cid] = [
    await world.person('Ann'),
    await world.person('Bob'),
    await world.person('Cid'),
  ];
  const campaign = await ann.create({ type: 'campaign', title: 'campaign', assigned_to: bob.id });
  const task = await bob.create({ type: 'task', title: 'task', parent_id: campaign.id });
  const hers = await ann.create({ type: 'todo', title: 'hers', parent_id: task.id });
  const his = await bob.create({ type: 'todo', title: 'his', parent_id: task.id });
  const url = (item: { id: number }, action = '') => `/api/items/${item.id}${action}`;
  const assign = (item: { id: number }, user_id: number, by = ann) =>
    by.send('POST', url(item, '/assign'), { user_id });
  const remove = (item: { id: number }, user_id: number, by = ann) =>
    by.send('POST', url(item, '/remove'), { user_id });
  const holds = () => expect(brokenInvariants(world.store.tables())).toEqual([]);
  return {
    ...world,
    calls,
    ann,
    bob,
    cid,
    campaign,
    task,
    hers,
    his,
    url,
    assign,
    remove,
    holds,
  };
}
