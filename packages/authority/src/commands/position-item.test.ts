import { itemOf, refusalOf, worldOf } from '../testing/world.ts';

async function family() {
  const { world, ann, bob, cyd } = await worldOf('Ann', 'Bob', 'Cyd');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign', assigned_to: bob.id });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: campaign.id });
  const todo = await ann.create({
    type: 'todo',
    title: 'todo',
    parent_id: task.id,
    assigned_to: cyd.id,
  });
  const urlOf = (item: { readonly id: number }) => `/api/items/${item.id}/position`;
  return { ...world, ann, bob, cyd, campaign, task, todo, urlOf };
}

test('[ORDER-05] a place reaches everybody who sees the item, but changes neither its version nor its time', async () => {
  const { ann, bob, task, urlOf } = await family();
  const before = await bob.see(task);
  const answer = await bob.send('POST', urlOf(task), { position: 'Kb' });
  expect(itemOf(answer)).toMatchObject({ position: 'Kb', version: before?.version });
  const seen = await ann.see(task);
  expect(seen).toMatchObject({ position: 'Kb', updated_at: before?.updated_at });
  expect(seen?.rev).toBeGreaterThan(before?.rev ?? Infinity);
});

test('[ORDER-05] a place is in no history and tells nobody', async () => {
  const { ann, campaign, task, authority, store, urlOf } = await family();
  const told = [...store.rows('notifications')].length;
  const log = await authority.activity({ userId: ann.id }, { id: campaign.id }, 1);
  await ann.send('POST', urlOf(task), { position: 'Kb' });
  expect([...store.rows('notifications')]).toHaveLength(told);
  expect(await authority.activity({ userId: ann.id }, { id: campaign.id }, 1)).toEqual(log);
});

test('[ORDER-06] an assignee who may not add to the parent cannot order its children', async () => {
  const { cyd, todo, urlOf } = await family();
  const answer = await cyd.send('POST', urlOf(todo), { position: 'Kb' });
  expect(refusalOf(answer)).toMatchObject({ code: 'forbidden' });
});

test('[ORDER-06] at the top level a place has no effect', async () => {
  const { ann, campaign, urlOf } = await family();
  const answer = await ann.send('POST', urlOf(campaign), { position: 'Kb' });
  expect(itemOf(answer)).toMatchObject({ position: null });
});

test('[ORDER-07] an item that moves elsewhere loses its place, and so do those that it leaves behind', async () => {
  const { ann, bob, campaign, task, urlOf } = await family();
  const theirs = await bob.create({ type: 'todo', title: 'theirs', parent_id: task.id });
  await bob.send('POST', urlOf(theirs), { position: 'Kc' });
  await ann.send('POST', urlOf(task), { position: 'Kb' });
  const other = await ann.create({ type: 'campaign', title: 'other' });
  const moved = await ann.send('PATCH', `/api/items/${task.id}`, { parent_id: other.id });
  expect(itemOf(moved)).toMatchObject({ position: null, parent_id: other.id });
  await ann.send('POST', urlOf(task), { position: 'Kd' });
  await ann.send('PATCH', `/api/items/${task.id}`, { title: 'renamed' });
  expect(await ann.see(task)).toMatchObject({ position: 'Kd', title: 'renamed' });
  expect(campaign.position).toBeNull();
});
