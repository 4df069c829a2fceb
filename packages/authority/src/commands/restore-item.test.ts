import { itemOf, refusalOf, worldOf } from '../testing/world.ts';

const dayMs = 86_400_000;

/** Ann's campaign, shared with Bob, with a todo. */
async function oneTodo() {
  const { world, ann, bob } = await worldOf('Ann', 'Bob');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign', assigned_to: bob.id });
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: campaign.id });
  const url = (item: { id: number }, action = '') => `/api/items/${item.id}${action}`;
  return { ...world, ann, bob, campaign, todo, url };
}

test("restoring an item that was deleted with others returns the item's place in the feed", async () => {
  const { ann, campaign, todo, url } = await oneTodo();
  await ann.send('DELETE', url(campaign), { children: [todo.uuid] });
  const answer = itemOf(await ann.send('POST', url(campaign, '/restore')));
  expect(answer).toEqual(await ann.see(campaign));
});

test('restoring a deleted item is 404 for a user who does not manage it, and stale if based on another version', async () => {
  const { ann, bob, todo, url } = await oneTodo();
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
  const { ann, todo, url, clock } = await oneTodo();
  await ann.send('DELETE', url(todo));
  clock.nowMs += 30 * dayMs;
  expect(itemOf(await ann.send('POST', url(todo, '/restore')))).toMatchObject({ title: 'todo' });
  await ann.send('DELETE', url(todo));
  clock.nowMs += 30 * dayMs + 1;
  const late = await ann.send('POST', url(todo, '/restore'));
  expect(refusalOf(late)).toMatchObject({ status: 404, code: 'not_found' });
});
