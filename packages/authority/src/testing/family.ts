import { makeWorld } from './world.ts';

/** Ann's campaign with a task that has a todo. */
export async function family() {
  const world = makeWorld();
  const ann = await world.person('Ann');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: campaign.id });
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: task.id });
  return { ...world, ann, campaign, task, todo };
}
