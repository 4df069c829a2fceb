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

test('[SHARE-35] a person who stops seeing something because of somebody else is told once, of the topmost item', async () => {
  const { ann, bob, campaign, task, url, unassign, store } = await campaignWithBob();
  const removed = () => store.tables().notifications.filter(({ kind }) => kind === 'removed');
  const second = await ann.create({ type: 'campaign', title: 'second', assigned_to: bob.id });
  const below = { type: 'todo', title: 'below', parent_id: second.id };
  const todo = await ann.create({ ...below, assigned_to: bob.id });
  await unassign();
  const about = { user_id: bob.id, actor_id: ann.id, count: 1 };
  expect(removed()).toMatchObject([{ ...about, item_id: campaign.id, campaign_id: campaign.id }]);
  // The assignment further down keeps him in.
  await ann.send('POST', url(second, '/assign'), { user_id: 0 });
  expect(removed()).toHaveLength(1);
  await ann.send('POST', url(todo, '/assign'), { user_id: 0 });
  expect(removed().slice(1)).toMatchObject([
    { ...about, item_id: todo.id, campaign_id: second.id },
  ]);
  // Those who leave by themselves and those who lose something by its deletion are not told.
  await ann.send('POST', url(second, '/assign'), { user_id: bob.id });
  await bob.send('POST', url(second, '/assign'), { user_id: 0 });
  await ann.send('POST', url(second, '/assign'), { user_id: bob.id });
  await ann.send('DELETE', url(second));
  await ann.send('DELETE', url(task));
  expect(removed()).toHaveLength(2);
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
