import { activityPage } from '@foray/contract';
import { worldOf } from '../testing/world.ts';

test('[API-10] [DATA-12] a campaign has its history, newest first, in pages', async () => {
  const { authority, ann, bob } = await worldOf('Ann', 'Bob');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: campaign.id });
  await ann.send('PATCH', `/api/items/${todo.id}`, { title: 'new', description: 'why' });
  await ann.send('POST', `/api/items/${todo.id}/assign`, { user_id: bob.id });
  await ann.send('DELETE', `/api/items/${todo.id}`);
  const page = await authority.activity({ userId: ann.id }, { uuid: campaign.uuid }, 1);
  expect(activityPage.parse(page)).toEqual(page);
  expect(page).toMatchObject({ current_page: 1, last_page: 1, per_page: 20, total: 5 });
  expect(page?.data.map(({ action, item, metadata }) => [action, item.title, metadata])).toEqual([
    ['deleted', 'new', {}],
    ['assigned', 'new', { assigned_to: 'Unassigned → Bob' }],
    ['updated', 'new', { title: 'todo → new', description: '→ why' }],
    ['created', 'todo', {}],
    ['created', 'campaign', {}],
  ]);
  expect(page?.data[0]).toMatchObject({ user: { id: ann.id, name: 'Ann' }, description: null });
});

test('[SHARE-19] a viewer reads the entries of the items that they see, and a hidden campaign shows no history', async () => {
  const { stranger, authority, ann, bob } = await worldOf('Ann', 'Bob');
  const eve = await stranger('Eve');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  await ann.create({ type: 'todo', title: 'secret', parent_id: campaign.id });
  await ann.create({ type: 'todo', title: 'his', parent_id: campaign.id, assigned_to: bob.id });
  const read = async (userId: number) => {
    const page = await authority.activity({ userId }, { id: campaign.id }, 1);
    return page?.data.map(({ item }) => item.title);
  };
  expect(await read(ann.id)).toEqual(['his', 'secret', 'campaign']);
  expect(await read(bob.id)).toEqual(['his', 'campaign']);
  expect(await read(eve.id)).toBeUndefined();
});

async function shared() {
  const { world, ann, bob } = await worldOf('Ann', 'Bob');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: campaign.id });
  const url = (item: { id: number }, action = '') => `/api/items/${item.id}${action}`;
  const read = async (userId: number, page = 1) => {
    const answer = await world.authority.activity({ userId }, { id: campaign.id }, page);
    return answer?.data.map(({ user, action, item, metadata }) => [
      user.name,
      action,
      item.title,
      metadata,
    ]);
  };
  return { ...world, ann, bob, campaign, task, url, read };
}

test('the log has every action, with the old and new values and the person', async () => {
  const { ann, bob, campaign, task, url, read } = await shared();
  await ann.send('POST', url(campaign, '/assign'), { user_id: bob.id });
  const todo = await bob.create({ type: 'todo', title: 'todo', parent_id: campaign.id });
  const patch = (data: object) => bob.send('PATCH', url(todo), data);
  await patch({ title: 'new', description: 'why', due_date: '2026-05-01' });
  await patch({ status: 'in_progress' });
  await patch({ status: 'pending' });
  await patch({ status: 'in_progress' });
  await patch({ status: 'completed' });
  await patch({ status: 'pending' });
  await patch({ parent_id: task.id });
  await bob.send('DELETE', url(todo));
  await bob.send('POST', url(todo, '/restore'));
  const own = (await read(ann.id))?.filter(
    ([, , title]) => title !== 'campaign' && title !== 'task',
  );
  expect(own).toEqual([
    ['Bob', 'restored', 'new', {}],
    ['Bob', 'deleted', 'new', {}],
    ['Bob', 'moved', 'new', { parent: 'campaign → task' }],
    ['Bob', 'reopened', 'new', { status: 'completed → pending' }],
    ['Bob', 'completed', 'new', { status: 'in_progress → completed' }],
    ['Bob', 'started', 'new', { status: 'pending → in_progress' }],
    ['Bob', 'queued', 'new', { status: 'in_progress → pending' }],
    ['Bob', 'started', 'new', { status: 'pending → in_progress' }],
    [
      'Bob',
      'updated',
      'new',
      { title: 'todo → new', description: '→ why', due_date: '→ 2026-05-01' },
    ],
    ['Bob', 'created', 'todo', {}],
  ]);
  const assigned = (await read(ann.id))?.find(([, action]) => action === 'assigned');
  expect(assigned).toEqual(['Ann', 'assigned', 'campaign', { assigned_to: 'Unassigned → Bob' }]);
});

test('the log has roll-ups, under the person who caused them and marked automatic', async () => {
  const { ann, task, url, read } = await shared();
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: task.id });
  await ann.send('PATCH', url(todo), { status: 'completed' });
  await ann.send('PATCH', url(todo), { status: 'pending' });
  const automatic = (await read(ann.id))?.filter(([, , title]) => title === 'task').slice(0, 2);
  expect(automatic).toEqual([
    ['Ann', 'reopened', 'task', { status: 'completed → in_progress', automatic: 'yes' }],
    ['Ann', 'completed', 'task', { status: 'pending → completed', automatic: 'yes' }],
  ]);
});

test('the log has an import once, without roll-ups, even if the import is repeated', async () => {
  const { ann, task, read, store } = await shared();
  const data = { type: 'todo', title: 'todo', parent_id: task.id, status: 'completed' };
  const send = () => ann.send('POST', '/api/items', data, { opId: 'key', isImport: true });
  await send();
  const entries = await read(ann.id);
  expect(entries?.[0]).toEqual(['Ann', 'created', 'todo', {}]);
  await send();
  expect(await read(ann.id)).toEqual(entries);
  expect(store.tables().activity.filter(({ automatic }) => automatic)).toEqual([]);
});

test('the log of an item stays when the item is deleted, and comes back with its campaign', async () => {
  const { ann, campaign, task, url, read } = await shared();
  await ann.send('DELETE', url(campaign), { children: [task.uuid] });
  expect(await read(ann.id)).toBeUndefined();
  await ann.send('POST', url(campaign, '/restore'));
  expect(await read(ann.id)).toEqual([
    ['Ann', 'restored', 'task', {}],
    ['Ann', 'restored', 'campaign', {}],
    ['Ann', 'deleted', 'task', {}],
    ['Ann', 'deleted', 'campaign', {}],
    ['Ann', 'created', 'task', {}],
    ['Ann', 'created', 'campaign', {}],
  ]);
});

test('[SHARE-19] the log can be read completely with contribute, partly with view, and not at all without access', async () => {
  const { ann, bob, campaign, task, url, read } = await shared();
  await ann.create({ type: 'todo', title: 'secret', parent_id: campaign.id });
  await ann.send('POST', url(task, '/assign'), { user_id: bob.id });
  const titles = async () => new Set((await read(bob.id))?.map(([, , title]) => title));
  expect(await titles()).toEqual(new Set(['task', 'campaign']));
  await ann.send('POST', url(campaign, '/assign'), { user_id: bob.id });
  expect(await titles()).toEqual(new Set(['task', 'campaign', 'secret']));
  await ann.send('POST', url(campaign, '/assign'), { user_id: 0 });
  await ann.send('POST', url(task, '/assign'), { user_id: 0 });
  expect(await read(bob.id)).toBeUndefined();
});

test('the log is read in pages of 20, newest first, with no entry repeated or missing', async () => {
  const { ann, campaign, authority } = await shared();
  for (let index = 0; index < 43; index += 1) {
    await ann.create({ type: 'todo', title: `todo ${index}`, parent_id: campaign.id });
  }
  const ids: number[] = [];
  for (let page = 1; page <= 4; page += 1) {
    const answer = await authority.activity({ userId: ann.id }, { id: campaign.id }, page);
    expect(answer).toMatchObject({ current_page: page, last_page: 3, total: 45 });
    ids.push(...(answer?.data.map(({ id }) => id) ?? []));
  }
  expect(new Set(ids).size).toBe(45);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
});
