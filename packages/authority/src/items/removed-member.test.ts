import { brokenInvariants } from '@foray/model';
import { worldOf } from '../testing/world.ts';

/** Ann's campaign, assigned to Bob, with a task of Bob's in it and a todo of Ann's in that. */
async function campaignWithBob() {
  const { world, ann, bob } = await worldOf('Ann', 'Bob');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign', assigned_to: bob.id });
  const task = await bob.create({ type: 'task', title: 'task', parent_id: campaign.id });
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: task.id });
  const url = (item: { id: number }, action = '') => `/api/items/${item.id}${action}`;
  const unassign = () => ann.send('POST', url(campaign, '/assign'), { user_id: 0 });
  /** The removals in Bob's feed. */
  const removals = async () => {
    const titles: Record<string, string> = {};
    for (const type of ['campaign', 'task', 'todo'] as const) {
      const page = await world.authority.delta({ userId: bob.id }, { type, since: 0, limit: 100 });
      if (!page.ok) throw new Error('epoch_changed');
      for (const { id, reason } of page.value.removed) {
        titles[world.store.tables().items.find((item) => item.id === id)?.title ?? ''] = reason;
      }
    }
    return titles;
  };
  return { ...world, ann, bob, campaign, task, todo, url, unassign, removals };
}

test('[SHARE-05] a user who was removed learns nothing about their item by creating it again', async () => {
  const { ann, bob, task, url, unassign } = await campaignWithBob();
  await unassign();
  const again = () => bob.send('POST', '/api/items', { uuid: task.uuid, type: 'task', title: 'x' });
  const first = await again();
  expect(first).toMatchObject({ status: 200, body: { permission: null } });
  await ann.send('PATCH', url(task), { title: 'new' });
  await ann.send('DELETE', url(task));
  expect(await again()).toEqual(first);
});

test('[SHARE-05] a user who was removed also loses their own items below, is notified, and regains them with access', async () => {
  const { ann, bob, campaign, task, todo, url, unassign, removals, store } =
    await campaignWithBob();
  await unassign();
  for (const item of [campaign, task, todo]) expect(await bob.see(item)).toBe(null);
  expect(await removals()).toEqual({ campaign: 'hidden', task: 'hidden', todo: 'hidden' });
  // Anyone who manages the parent still manages the task, and Bob remains its owner.
  expect(await ann.see(task)).toMatchObject({ permission: 'manage', user_id: bob.id });
  expect(brokenInvariants(store.tables())).toEqual([]);
  await ann.send('POST', url(campaign, '/assign'), { user_id: bob.id });
  expect(await bob.see(task)).toMatchObject({ permission: 'manage' });
  expect(await bob.see(todo)).toMatchObject({ permission: 'manage' });
  expect(brokenInvariants(store.tables())).toEqual([]);
});
