import { expect, test } from 'vitest';
import { activityPage } from '@foray/contract';
import { makeWorld } from './testing/world.ts';

test('[API-10] [DATA-12] a campaign has its history, newest first, in pages', async () => {
  const { person, authority } = makeWorld();
  const [ann, bob] = [await person('Ann'), await person('Bob')];
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

test('with view one reads the entries of what one sees; a hidden campaign has none', async () => {
  const { person, stranger, authority } = makeWorld();
  const [ann, bob] = [await person('Ann'), await person('Bob')];
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
