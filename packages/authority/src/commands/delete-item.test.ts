import { brokenInvariants } from '@foray/model';
import { refusalOf, worldOf } from '../testing/world.ts';

async function shared() {
  const { world, ann, bob } = await worldOf('Ann', 'Bob');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  const task = await ann.create({
    type: 'task',
    title: 'task',
    parent_id: campaign.id,
    assigned_to: bob.id,
  });
  const hers = await ann.create({ type: 'todo', title: 'hers', parent_id: task.id });
  const his = await bob.create({ type: 'todo', title: 'his', parent_id: task.id });
  const url = (item: { id: number }, action = '') => `/api/items/${item.id}${action}`;
  return { ...world, ann, bob, campaign, task, hers, his, url };
}

test('[API-08] a delete deletes only the item: its children keep their parent_id and become orphans', async () => {
  const { ann, bob, task, hers, his, url, store } = await shared();
  expect(await ann.send('DELETE', url(task))).toEqual({ status: 204, body: null });
  expect(await ann.see(task)).toBeNull();
  expect(await ann.see(hers)).toMatchObject({ parent_id: task.id, parent: null, version: 1 });
  // The assignee of a deleted item loses the rights below it; the owner of the root keeps them.
  expect(await ann.see(his)).toMatchObject({ permission: 'manage', user_id: bob.id });
  expect(await bob.see(hers)).toBeNull();
  expect(await bob.see(his)).toBeNull();
  expect(brokenInvariants(store.tables())).toEqual([]);
  expect(refusalOf(await ann.send('DELETE', url(task)))).toMatchObject({ status: 404 });
});

test('a delete is sent as deleted to everyone who saw the item, and as hidden for items to which they lose access with it', async () => {
  const { ann, bob, task, hers, his, campaign, url, authority } = await shared();
  await ann.send('DELETE', url(task));
  const removed = async (type: 'campaign' | 'task' | 'todo') => {
    const page = await authority.delta({ userId: bob.id }, { type, since: 0, limit: 100 });
    return page.ok ? page.value.removed.map(({ uuid, reason }) => [uuid, reason]) : [];
  };
  expect(await removed('task')).toEqual([[task.uuid, 'deleted']]);
  expect(await removed('todo')).toEqual([
    [hers.uuid, 'hidden'],
    [his.uuid, 'hidden'],
  ]);
  expect(await removed('campaign')).toEqual([[campaign.uuid, 'hidden']]);
});

test('a delete deletes exactly the named descendants', async () => {
  const { ann, bob, campaign, task, hers, his, url } = await shared();
  const other = await ann.create({ type: 'todo', title: 'elsewhere' });
  const children = [hers.uuid, other.uuid, '00000000-0000-4000-8000-00000000dead'];
  await ann.send('DELETE', url(campaign), { children });
  expect(await ann.see(hers)).toBeNull();
  expect(await ann.see(other)).not.toBeNull();
  expect(await ann.see(task)).toMatchObject({ parent: null });
  expect(await bob.see(his)).not.toBeNull();
});
