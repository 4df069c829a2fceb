import { brokenInvariants } from '../testing/reference.ts';
import { itemOf, refusalOf, worldOf } from '../testing/world.ts';

const dayMs = 86_400_000;

/** Ann's campaign, shared with Bob, with two tasks of one todo each. */
async function twoTasks() {
  const { world, ann, bob } = await worldOf('Ann', 'Bob');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign', assigned_to: bob.id });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: campaign.id });
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: task.id });
  const other = await ann.create({ type: 'task', title: 'other', parent_id: campaign.id });
  const below = await ann.create({ type: 'todo', title: 'below', parent_id: other.id });
  const url = (item: { id: number }, action = '') => `/api/items/${item.id}${action}`;
  const all = [task, todo, other, below];
  const deleteAll = () =>
    ann.send('DELETE', url(campaign), { children: all.map(({ uuid }) => uuid) });
  const titles = async (who = ann) => {
    const seen = await Promise.all([campaign, ...all].map((item) => who.see(item)));
    return seen.flatMap((item) => item?.title ?? []);
  };
  return { ...world, ann, bob, campaign, task, todo, other, below, url, deleteAll, titles };
}

test('restoring an item that was deleted with others restores the item with everything below it, and nothing else', async () => {
  const { ann, task, url, deleteAll, titles, store } = await twoTasks();
  await deleteAll();
  expect(await titles()).toEqual([]);
  expect(itemOf(await ann.send('POST', url(task, '/restore')))).toMatchObject({ version: 3 });
  expect(await titles()).toEqual(['task', 'todo']);
  expect(brokenInvariants(store.tables())).toEqual([]);
});

test('restoring an item that was deleted with others leaves items that were deleted earlier, even below the item', async () => {
  const { ann, todo, campaign, task, url, titles, deleteAll } = await twoTasks();
  await ann.send('DELETE', url(todo));
  await deleteAll();
  await ann.send('POST', url(campaign, '/restore'));
  expect(await titles()).toEqual(['campaign', 'task', 'other', 'below']);
  expect(await ann.see(task)).toMatchObject({ children_count: 0 });
});

test('restoring an item that was deleted with others leaves the status of a parent that is restored too, and rolls up one that was not deleted', async () => {
  const { ann, campaign, task, todo, url } = await twoTasks();
  await ann.send('PATCH', url(task), { status: 'completed' });
  await ann.send('DELETE', url(task), { children: [todo.uuid] });
  await ann.send('POST', url(task, '/restore'));
  expect(await ann.see(task)).toMatchObject({ status: 'completed', children_count: 1 });
  // One of the campaign's two tasks is completed; with that task alone the campaign would be completed.
  expect(await ann.see(campaign)).toMatchObject({ status: 'in_progress', children_count: 2 });
});

test("restoring an item that was deleted with others returns the item's place in the feed", async () => {
  const { ann, campaign, url, deleteAll } = await twoTasks();
  await deleteAll();
  const answer = itemOf(await ann.send('POST', url(campaign, '/restore')));
  expect(answer).toEqual(await ann.see(campaign));
});

test('restoring an item that is not deleted changes nothing for a user who manages it, is forbidden to others, and is 404 to strangers', async () => {
  const { ann, bob, stranger, todo, url, store } = await twoTasks();
  const eve = await stranger('Eve');
  const before = store.tables();
  expect(itemOf(await ann.send('POST', url(todo, '/restore')))).toEqual(await ann.see(todo));
  const forbidden = await bob.send('POST', url(todo, '/restore'));
  expect(refusalOf(forbidden)).toMatchObject({ status: 403, code: 'forbidden' });
  const missing = await eve.send('POST', url(todo, '/restore'));
  expect(refusalOf(missing)).toMatchObject({ status: 404, code: 'not_found' });
  expect(store.tables()).toEqual(before);
});

test('restoring a deleted item is 404 for a user who does not manage it, and stale if based on another version', async () => {
  const { ann, bob, todo, url } = await twoTasks();
  await ann.send('DELETE', url(todo));
  const his = await bob.send('POST', url(todo, '/restore'));
  expect(refusalOf(his)).toMatchObject({ status: 404, code: 'not_found' });
  const stale = await ann.send('POST', url(todo, '/restore'), undefined, { ifMatch: '"e1:1"' });
  expect(refusalOf(stale)).toMatchObject({ status: 412, code: 'stale' });
  expect(await ann.see(todo)).toBeNull();
  const held = await ann.send('POST', url(todo, '/restore'), undefined, { ifMatch: '"e1:2"' });
  expect(itemOf(held)).toMatchObject({ version: 3 });
});

test('restoring a deleted item is possible for exactly 30 days', async () => {
  const { ann, todo, url, clock } = await twoTasks();
  await ann.send('DELETE', url(todo));
  clock.nowMs += 30 * dayMs;
  expect(itemOf(await ann.send('POST', url(todo, '/restore')))).toMatchObject({ title: 'todo' });
  await ann.send('DELETE', url(todo));
  clock.nowMs += 30 * dayMs + 1;
  const late = await ann.send('POST', url(todo, '/restore'));
  expect(refusalOf(late)).toMatchObject({ status: 404, code: 'not_found' });
});
