import { activityPage } from '@foray/contract';
import { worldOf } from '../testing/world.ts';

async function people() {
  const { world, ann, bob } = await worldOf('Ann', 'Bob');
  const eve = await world.stranger('Eve');
  const page = (userId: number, item: { uuid: string }) =>
    world.authority.itemActivity({ userId }, { uuid: item.uuid }, 1);
  const read = async (userId: number, item: { uuid: string }) =>
    (await page(userId, item))?.data.map((entry) => [
      entry.user.name,
      entry.action,
      entry.metadata,
      entry.before,
    ]);
  return { ...world, ann, bob, eve, page, read };
}

test('[ACT-06] the history of an item outside any campaign names the people who replaced values, with the complete texts', async () => {
  const { ann, bob, page, read } = await people();
  const todo = await ann.create({ type: 'todo', title: 'first', assigned_to: bob.id });
  await bob.send('PATCH', `/api/items/${todo.id}`, { title: 'his', description: 'why\n→ so' });
  await ann.send('PATCH', `/api/items/${todo.id}`, { title: 'hers', description: null });
  await ann.send('PATCH', `/api/items/${todo.id}`, { status: 'completed' });
  expect(await read(ann.id, todo)).toEqual([
    ['Ann', 'completed', { status: 'pending → completed' }, undefined],
    [
      'Ann',
      'updated',
      { title: 'his → hers', description: 'why\n→ so →' },
      { title: 'his', description: 'why\n→ so' },
    ],
    ['Bob', 'updated', { title: 'first → his', description: '→ why\n→ so' }, { title: 'first' }],
  ]);
  const answer = await page(ann.id, todo);
  expect(activityPage.parse(answer)).toEqual(answer);
  expect(answer).toMatchObject({ total: 3, last_page: 1 });
});

test('[ACT-06] the history of an item outside any campaign is open to its owner, and to others from their own first change on', async () => {
  const { ann, bob, eve, read } = await people();
  const todo = await ann.create({ type: 'todo', title: 'private' });
  await ann.send('PATCH', `/api/items/${todo.id}`, { title: 'before' });
  await ann.send('POST', `/api/items/${todo.id}/assign`, { user_id: bob.id });
  await ann.send('PATCH', `/api/items/${todo.id}`, { title: 'after' });
  expect((await read(ann.id, todo))?.map(([, action]) => action)).toEqual([
    'updated',
    'assigned',
    'updated',
  ]);
  expect(await read(bob.id, todo)).toEqual([
    ['Ann', 'updated', { title: 'before → after' }, { title: 'before' }],
    ['Ann', 'assigned', { assigned_to: 'Unassigned → Bob' }, undefined],
  ]);
  expect(await read(eve.id, todo)).toBeUndefined();
});

test('[ACT-06] the history of an item outside any campaign is empty for a viewer who neither owns nor has changed it', async () => {
  const { ann, bob, read } = await people();
  const task = await ann.create({ type: 'task', title: 'task' });
  await ann.create({ type: 'todo', title: 'his', parent_id: task.id, assigned_to: bob.id });
  await ann.send('PATCH', `/api/items/${task.id}`, { title: 'new' });
  expect(await read(bob.id, task)).toEqual([]);
});

test('[ACT-06] an item shows the history of the place where it is now', async () => {
  const { ann, bob, read } = await people();
  const campaign = await ann.create({ type: 'campaign', title: 'campaign', assigned_to: bob.id });
  const todo = await ann.create({ type: 'todo', title: 'private' });
  await ann.send('PATCH', `/api/items/${todo.id}`, { title: 'shared' });
  await ann.send('PATCH', `/api/items/${todo.id}`, { parent_id: campaign.id });
  await ann.send('PATCH', `/api/items/${todo.id}`, { title: 'hers' });
  await ann.send('PATCH', `/api/items/${campaign.id}`, { title: 'renamed' });
  for (const reader of [ann, bob]) {
    expect(await read(reader.id, todo)).toEqual([
      ['Ann', 'updated', { title: 'shared → hers' }, { title: 'shared' }],
      ['Ann', 'moved', { parent: '→ renamed', campaign: '→ renamed' }, undefined],
    ]);
  }
  expect((await read(bob.id, campaign))?.map(([, action]) => action)).toEqual([
    'updated',
    'created',
  ]);
  await ann.send('PATCH', `/api/items/${todo.id}`, { parent_id: null });
  expect((await read(ann.id, todo))?.map(([, action]) => action)).toEqual(['updated']);
});
