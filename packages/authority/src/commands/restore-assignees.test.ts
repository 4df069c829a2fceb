import { contacts } from '../testing/contacts.ts';
import { itemOf } from '../testing/world.ts';

/** Ann's campaign with a task for Bob and in that a todo for Cid, deleted together. */
async function deleted() {
  const world = await contacts();
  const { ann, bob, cid, store } = world;
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  const under = { type: 'task', title: 'task', parent_id: campaign.id, assigned_to: bob.id };
  const task = await ann.create(under);
  const todo = await ann.create({
    type: 'todo',
    title: 'todo',
    parent_id: task.id,
    assigned_to: cid.id,
  });
  const url = `/api/items/${task.uuid}`;
  await ann.send('DELETE', url, { children: [todo.uuid] });
  const restore = async (by = ann) => itemOf(await by.send('POST', `${url}/restore`));
  const assignees = () => [task, todo].map(({ id }) => store.row('items', id)?.assigned_to ?? null);
  const logged = () =>
    [...store.rows('activity')]
      .filter(({ action, automatic }) => action === 'assigned' && automatic)
      .map(({ item_id, metadata }) => [item_id, metadata['assigned_to']?.old]);
  return { ...world, campaign, task, todo, restore, assignees, logged };
}

test('[BLOCK-16] a restore assigns nothing to a person whom a block separates from the restorer, and names that person in the log', async () => {
  for (const isByBob of [true, false]) {
    const { authority, ann, bob, cid, task, todo, restore, assignees, logged, holds, noticesOf } =
      await deleted();
    const [one, other] = isByBob ? [bob, ann] : [ann, bob];
    await authority.blockContact(one.caller, other.id);
    const before = await noticesOf(bob);
    expect(await restore()).toMatchObject({ assigned_to: null });
    expect(assignees()).toEqual([null, cid.id]);
    expect(await bob.see(task)).toBeNull();
    expect(await cid.see(todo)).toMatchObject({ permission: 'contribute' });
    expect(logged()).toEqual([[task.id, bob.id]]);
    // A new title does not notify them either.
    await ann.send('PATCH', `/api/items/${task.uuid}`, { title: 'renamed' });
    expect(await noticesOf(bob)).toEqual(before);
    holds();
  }
});

test('[BLOCK-21] the history of an item outside campaigns also names the people who were left out', async () => {
  const { authority, ann, bob } = await contacts();
  const todo = await ann.create({ type: 'todo', title: 'todo', assigned_to: bob.id });
  const url = `/api/items/${todo.uuid}`;
  await ann.send('DELETE', url);
  await authority.blockContact(bob.caller, ann.id);
  await ann.send('POST', `${url}/restore`);
  const history = await authority.itemActivity(ann.caller, { uuid: todo.uuid }, 1);
  expect(history?.data[0]).toMatchObject({
    action: 'assigned',
    metadata: { assigned_to: 'Bob → Unassigned' },
  });
});

test('[BLOCK-16] a block made during a restore has the same result as before or after it', async () => {
  const { authority, ann, bob, task, restore, assignees, store, holds } = await deleted();
  const [, blocked] = await Promise.all([restore(), authority.blockContact(bob.caller, ann.id)]);
  expect(blocked).toBe(true);
  const [assignee] = assignees();
  const sees = (await bob.see(task)) !== null;
  expect([null, bob.id]).toContain(assignee);
  expect(sees).toBe(assignee === bob.id);
  expect([...store.rows('blocks')]).toHaveLength(1);
  holds();
});
