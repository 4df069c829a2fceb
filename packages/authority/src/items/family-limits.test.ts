import { standardLimits } from '../store/authority-limits.ts';
import { itemOf, makeWorld, refusalOf } from '../testing/world.ts';

/** Ann's campaign with a task and a todo in it: few enough to count by hand. */
async function small(limits: Partial<typeof standardLimits>) {
  const world = makeWorld({}, { ...standardLimits, ...limits });
  const ann = await world.person('Ann');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: campaign.id });
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: task.id });
  const patch = (item: { id: number }, data: object) =>
    ann.send('PATCH', `/api/items/${item.id}`, data);
  const versionOf = async (item: { id: number }) => (await ann.see(item))?.version;
  return { ...world, ann, campaign, task, todo, patch, versionOf };
}

const limit = { status: 422, code: 'limit' };

test('a full task accepts no todo by a move, but accepts changes of its own todos', async () => {
  const { ann, campaign, task, todo, patch, versionOf } = await small({ taskChildren: 1 });
  const other = await ann.create({ type: 'todo', title: 'other', parent_id: campaign.id });
  expect(refusalOf(await patch(other, { parent_id: task.id }))).toMatchObject(limit);
  expect(await ann.see(other)).toMatchObject({ parent_id: campaign.id, version: 1 });

  expect(itemOf(await patch(todo, { title: 'renamed' })).title).toBe('renamed');
  expect(itemOf(await patch(todo, { assigned_to: ann.id })).assigned_to).toBe(ann.id);
  expect(itemOf(await patch(todo, { parent_id: campaign.id })).parent_id).toBe(campaign.id);
  expect(itemOf(await patch(other, { parent_id: task.id })).parent_id).toBe(task.id);
  expect(await versionOf(task)).toBe(1);
});

test('a full task does not limit its campaign, which has a separate limit', async () => {
  const { ann, campaign } = await small({ taskChildren: 1 });
  for (const title of ['second', 'third']) {
    const made = await ann.create({ type: 'todo', title, parent_id: campaign.id });
    expect(made.parent_id).toBe(campaign.id);
  }
});

test('a full task takes back as many deleted todos as fit', async () => {
  const { ann, task, todo } = await small({ taskChildren: 2 });
  const make = (title: string) => ann.create({ type: 'todo', title, parent_id: task.id });
  const restore = (item: { id: number }) => ann.send('POST', `/api/items/${item.id}/restore`);
  const second = await make('second');
  await ann.send('DELETE', `/api/items/${todo.id}`);
  expect(itemOf(await restore(todo)).id).toBe(todo.id);
  await ann.send('DELETE', `/api/items/${todo.id}`);
  await make('in its place');
  expect(refusalOf(await restore(todo))).toMatchObject(limit);
  await ann.send('DELETE', `/api/items/${second.id}`);
  expect(itemOf(await restore(todo)).id).toBe(todo.id);
});

test('neither of two todos of one restore returns to a full task if only one fits', async () => {
  const { ann, campaign, task, todo } = await small({ taskChildren: 2 });
  const second = await ann.create({ type: 'todo', title: 'second', parent_id: task.id });
  const children = [todo.uuid, second.uuid];
  await ann.send('DELETE', `/api/items/${campaign.id}`, { children });
  await ann.create({ type: 'todo', title: 'new', parent_id: task.id });
  const answer = await ann.send('POST', `/api/items/${campaign.id}/restore`);
  expect(refusalOf(answer)).toMatchObject(limit);
  expect(await ann.see(todo)).toBeNull();
});

test('a full task that was deleted comes back with all its todos', async () => {
  const { ann, task, todo } = await small({ taskChildren: 1 });
  await ann.send('DELETE', `/api/items/${task.id}`, { children: [todo.uuid] });
  expect(itemOf(await ann.send('POST', `/api/items/${task.id}/restore`)).id).toBe(task.id);
  expect(await ann.see(todo)).toMatchObject({ parent_id: task.id });
});

test('a full task does not take back its own todo once another was restored into it', async () => {
  const { ann, task, todo } = await small({ taskChildren: 1 });
  const restore = (item: { id: number }) => ann.send('POST', `/api/items/${item.id}/restore`);
  await ann.send('DELETE', `/api/items/${todo.id}`);
  const second = await ann.create({ type: 'todo', title: 'second', parent_id: task.id });
  await ann.send('DELETE', `/api/items/${task.id}`, { children: [second.uuid] });
  expect(itemOf(await restore(todo)).parent_id).toBe(task.id);
  expect(refusalOf(await restore(task))).toMatchObject(limit);
  expect([await ann.see(task), await ann.see(second)]).toEqual([null, null]);
  await ann.send('DELETE', `/api/items/${todo.id}`);
  expect(itemOf(await restore(task)).id).toBe(task.id);
  expect(await ann.see(second)).toMatchObject({ parent_id: task.id });
});

test('a full campaign does not accept an item with everything below it by a move', async () => {
  const { ann, campaign, patch, task } = await small({ campaignItems: 3 });
  const other = await ann.create({ type: 'task', title: 'other' });
  const below = await ann.create({ type: 'todo', title: 'below', parent_id: other.id });
  expect(refusalOf(await patch(other, { parent_id: campaign.id }))).toMatchObject(limit);
  await ann.send('DELETE', `/api/items/${below.id}`);
  expect(itemOf(await patch(other, { parent_id: campaign.id })).parent_id).toBe(campaign.id);
  // A move within the campaign adds nothing.
  const todo = await ann.create({ type: 'todo', title: 'loose' });
  expect(refusalOf(await patch(todo, { parent_id: task.id }))).toMatchObject(limit);
  expect(await ann.see(other)).toMatchObject({ parent_id: campaign.id });
});

test('a full campaign: allows its items to move within it, be renamed and be assigned', async () => {
  const { ann, person, campaign, task, todo, patch } = await small({ campaignItems: 2 });
  const bob = await person('Bob');
  expect(itemOf(await patch(todo, { parent_id: campaign.id })).parent_id).toBe(campaign.id);
  expect(itemOf(await patch(todo, { parent_id: task.id })).parent_id).toBe(task.id);
  expect(itemOf(await patch(task, { title: 'renamed' })).title).toBe('renamed');
  expect(itemOf(await patch(todo, { assigned_to: bob.id })).assigned_to).toBe(bob.id);
  const refused = await ann.send('POST', '/api/items', {
    type: 'todo',
    title: 'one more',
    parent_id: campaign.id,
  });
  expect(refusalOf(refused)).toMatchObject(limit);
});

test('a full campaign takes back no deleted item', async () => {
  const { ann, campaign, todo } = await small({ campaignItems: 2 });
  await ann.send('DELETE', `/api/items/${todo.id}`);
  await ann.create({ type: 'todo', title: 'in its place', parent_id: campaign.id });
  const answer = await ann.send('POST', `/api/items/${todo.id}/restore`);
  expect(refusalOf(answer)).toMatchObject(limit);
});

test('a full campaign cannot be restored while it would exceed its limit with an item created since', async () => {
  const { ann, campaign, task, todo } = await small({ campaignItems: 2 });
  const restore = () => ann.send('POST', `/api/items/${campaign.id}/restore`);
  const remove = () => ann.send('DELETE', `/api/items/${campaign.id}`, { children: [todo.uuid] });
  await remove();
  expect(itemOf(await restore()).id).toBe(campaign.id);
  await remove();
  const other = await ann.create({ type: 'todo', title: 'in its place', parent_id: task.id });
  expect(refusalOf(await restore())).toMatchObject(limit);
  expect([await ann.see(campaign), await ann.see(todo)]).toEqual([null, null]);
  await ann.send('DELETE', `/api/items/${other.id}`);
  expect(itemOf(await restore()).id).toBe(campaign.id);
  expect(await ann.see(todo)).toMatchObject({ parent_id: task.id });
});

test('a campaign at its limit of people accepts nobody new, but everyone who is already in it', async () => {
  const { ann, person, campaign, task, todo, patch } = await small({ campaignPeople: 2 });
  const bob = await person('Bob');
  const cid = await person('Cid');
  expect(itemOf(await patch(todo, { assigned_to: bob.id })).assigned_to).toBe(bob.id);
  expect(refusalOf(await patch(task, { assigned_to: cid.id }))).toMatchObject(limit);
  expect(refusalOf(await patch(campaign, { assigned_to: cid.id }))).toMatchObject(limit);
  expect(itemOf(await patch(task, { assigned_to: bob.id })).assigned_to).toBe(bob.id);
  expect(itemOf(await patch(campaign, { assigned_to: ann.id })).assigned_to).toBe(ann.id);

  // Assignees of items that move into it count too.
  const other = await ann.create({ type: 'task', title: 'other', assigned_to: cid.id });
  expect(refusalOf(await patch(other, { parent_id: campaign.id }))).toMatchObject(limit);
  await patch(other, { assigned_to: bob.id });
  expect(itemOf(await patch(other, { parent_id: campaign.id })).parent_id).toBe(campaign.id);
});

test('a campaign that reached its limit of people without its assignee does not get them back by a restore', async () => {
  const { ann, person, campaign, task, patch } = await small({ campaignPeople: 2 });
  const bob = await person('Bob');
  const cid = await person('Cid');
  const restore = () => ann.send('POST', `/api/items/${campaign.id}/restore`);
  await patch(campaign, { assigned_to: bob.id });
  await ann.send('DELETE', `/api/items/${campaign.id}`);
  expect(itemOf(await patch(task, { assigned_to: cid.id })).assigned_to).toBe(cid.id);
  expect(refusalOf(await restore())).toMatchObject(limit);
  expect(await bob.see(campaign)).toBeNull();
  await ann.send('POST', `/api/items/${task.id}/assign`, { user_id: 0 });
  expect(itemOf(await restore()).assigned_to).toBe(bob.id);
});

test('a campaign at its limit of people: a tree without a campaign has no limits of people or items', async () => {
  const { ann, person, patch } = await small({ campaignPeople: 1, campaignItems: 2 });
  const bob = await person('Bob');
  const task = await ann.create({ type: 'task', title: 'alone' });
  for (const title of ['one', 'two', 'three']) {
    const todo = await ann.create({ type: 'todo', title, parent_id: task.id });
    expect(itemOf(await patch(todo, { assigned_to: bob.id })).assigned_to).toBe(bob.id);
  }
});
