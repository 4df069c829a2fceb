import { expect, test } from 'vitest';
import { makeWorld } from '../testing/world.ts';

/** Ann's campaign, open to Bob, with her task and todo. */
async function shared() {
  const world = makeWorld();
  const ann = await world.person('Ann');
  const bob = await world.person('Bob');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign', assigned_to: bob.id });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: campaign.id });
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: task.id });
  const kindsOf = async (who: { id: number }) => {
    const page = await world.authority.changes({ userId: who.id }, { since: 0, limit: 100 });
    if (!page.ok) throw new Error('epoch_changed');
    return page.value.notifications.map(({ kind, item_id }) => [kind, item_id]);
  };
  return { ...world, ann, bob, campaign, task, todo, kindsOf };
}

test('the owner is told who completed and who reopened their item, and of no other status', async () => {
  const { ann, bob, todo, kindsOf } = await shared();
  const set = (status: string, by = bob) => by.send('PATCH', `/api/items/${todo.id}`, { status });
  await set('in_progress');
  await set('pending');
  expect(await kindsOf(ann)).toEqual([]);
  await set('completed');
  expect(await kindsOf(ann)).toEqual([['completed', todo.id]]);
  await set('in_progress');
  expect(await kindsOf(ann)).toEqual([
    ['completed', todo.id],
    ['reopened', todo.id],
  ]);
  // What they do themselves is no news.
  await set('completed', ann);
  await set('pending', ann);
  expect(await kindsOf(ann)).toHaveLength(2);
  expect(await kindsOf(bob)).toEqual([['assigned', expect.any(Number)]]);
});

test('who loses an item of their own by a delete is told nothing: it is in their trash', async () => {
  const { ann, bob, task, kindsOf } = await shared();
  const his = await bob.create({ type: 'todo', title: 'his', parent_id: task.id });
  await ann.send('DELETE', `/api/items/${his.id}`);
  expect((await kindsOf(bob)).map(([kind]) => kind)).toEqual(['assigned']);
});

test('who loses several items of their own at once is told once', async () => {
  const { ann, bob, campaign, task, authority } = await shared();
  const mine = { type: 'todo', title: 'his' };
  for (const parent_id of [campaign.id, task.id]) await bob.create({ ...mine, parent_id });
  await ann.send('POST', `/api/items/${campaign.id}/assign`, { user_id: 0 });
  const page = await authority.changes({ userId: bob.id }, { since: 0, limit: 100 });
  const told = page.ok ? page.value.notifications : [];
  expect(told.filter(({ kind }) => kind === 'removed')).toMatchObject([{ count: 1 }]);
});

test.each([
  ['for 10 minutes', 600_000, [{ count: 2 }]],
  ['and no longer', 600_001, [{ count: 1 }, { count: 1 }]],
])('alike notifications are one %s', async (_how, passedMs, told) => {
  const { ann, bob, todo, authority, clock } = await shared();
  const complete = () => bob.send('PATCH', `/api/items/${todo.id}`, { status: 'completed' });
  await complete();
  await ann.send('PATCH', `/api/items/${todo.id}`, { status: 'pending' });
  clock.nowMs += passedMs;
  await complete();
  const page = await authority.changes({ userId: ann.id }, { since: 0, limit: 100 });
  expect(page.ok && page.value.notifications).toMatchObject(told);
});
