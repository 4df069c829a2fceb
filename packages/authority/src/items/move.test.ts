import { makeMutual } from '../testing/mutual.ts';
import { brokenInvariants } from '../testing/reference.ts';
import { itemOf, makeWorld, refusalOf } from '../testing/world.ts';

/** Bob's task in Ann's campaign, for his todos. Only Ann knows Fay, to whom some are assigned. */
async function unknownFay() {
  const world = makeWorld();
  const { store } = world;
  const ann = await world.person('Ann');
  const bob = await world.person('Bob');
  const cid = await world.person('Cid');
  const fay = await world.stranger('Fay');
  await makeMutual(store, ann.id, fay.id);
  const from = await ann.create({ type: 'campaign', title: 'from', assigned_to: bob.id });
  const task = await bob.create({ type: 'task', title: 'task', parent_id: from.id });
  const under = { type: 'todo', parent_id: task.id };
  const url = (item: { id: number }, action = '') => `/api/items/${item.id}${action}`;
  const patch = (item: { id: number }, data: object, by = bob) => by.send('PATCH', url(item), data);
  const holds = () => expect(brokenInvariants(store.tables())).toEqual([]);
  return { ...world, ann, bob, cid, fay, from, task, under, url, patch, holds };
}

test('a move to the top level keeps all assignees of the items, even of deleted items', async () => {
  const { bob, cid, fay, task, under, url, patch, holds, store } = await unknownFay();
  const living = await bob.create({ ...under, title: 'living' });
  await bob.send('POST', url(living, '/assign'), { user_id: cid.id });
  const gone = await bob.create({ ...under, title: 'gone', assigned_to: fay.id });
  await bob.send('DELETE', url(gone));
  await patch(task, { parent_id: 0 });
  expect(await bob.see(living)).toMatchObject({ assigned_to: cid.id, version: 2 });
  expect(store.row('items', gone.id)).toMatchObject({ assigned_to: fay.id });
  // At the top level Bob may not assign it to her.
  await bob.send('POST', url(gone, '/restore'));
  expect(await bob.see(gone)).toMatchObject({ assigned_to: null });
  holds();
});

test('[SHARE-12] after a move to the top level the assignees of undeleted items are members, and those of deleted items are not', async () => {
  const { bob, cid, fay, task, under, url, patch, holds } = await unknownFay();
  const todo = await bob.create({ ...under, title: 'todo', assigned_to: fay.id });
  await patch(task, { parent_id: 0, assigned_to: cid.id });
  // A contributor may assign items to her, though she is not a contact.
  expect((await patch(task, { assigned_to: fay.id }, cid)).status).toBe(200);
  expect(await bob.see(task)).toMatchObject({ assigned_to: fay.id });
  // The assignment to the task itself has the same effect.
  await patch(todo, { assigned_to: 0 });
  expect((await patch(todo, { assigned_to: fay.id })).status).toBe(200);
  await patch(task, { assigned_to: 0 });
  await bob.send('DELETE', url(todo));
  expect(refusalOf(await patch(task, { assigned_to: fay.id })).code).toBe('unknown_assignee');
  holds();
});

test('a move between campaigns of one owner gives nobody a new place in the feed for items that move along, or that they no longer see', async () => {
  const { ann, cid, url, store, holds, patch } = await unknownFay();
  const one = await ann.create({ type: 'campaign', title: 'one' });
  const two = await ann.create({ type: 'campaign', title: 'two' });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: one.id });
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: task.id });
  await ann.send('POST', url(todo, '/assign'), { user_id: cid.id });
  await ann.send('POST', url(todo, '/assign'), { user_id: 0 });
  const before = await ann.see(todo);
  const placeOf = () =>
    store.tables().access.find((row) => row.user_id === cid.id && row.item_id === todo.id)?.seq;
  const place = placeOf();
  expect((await patch(task, { parent_id: two.id }, ann)).status).toBe(200);
  expect(await ann.see(todo)).toEqual(before);
  expect(placeOf()).toBe(place);
  const { heads, users } = store.tables();
  const ids = users.map(({ id }) => id);
  expect(heads.every(({ user_id }) => ids.includes(user_id))).toBe(true);
  holds();
});

test('a move between campaigns of one owner does not notify a person again of their own item that is hidden from them', async () => {
  const { ann, cid, url, store, holds, patch } = await unknownFay();
  const one = await ann.create({ type: 'campaign', title: 'one', assigned_to: cid.id });
  const two = await ann.create({ type: 'campaign', title: 'two' });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: one.id });
  const todo = await cid.create({ type: 'todo', title: 'todo', parent_id: task.id });
  await ann.send('POST', url(one, '/assign'), { user_id: 0 });
  expect(await cid.see(todo)).toBe(null);
  const told = () =>
    store.tables().notifications.flatMap((row) => (row.kind === 'removed' ? row.count : []));
  expect(told()).toEqual([1]);
  await patch(task, { parent_id: two.id }, ann);
  expect(await ann.see(todo)).toMatchObject({ parent_id: task.id });
  expect(told()).toEqual([1]);
  holds();
});

test('a move between campaigns of one owner logs one entry for a task from outside any campaign', async () => {
  const { ann, patch, store } = await unknownFay();
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  const task = await ann.create({ type: 'task', title: 'task' });
  await patch(task, { parent_id: campaign.id }, ann);
  const moved = store.tables().activity.filter(({ action }) => action === 'moved');
  expect(moved).toMatchObject([{ campaign_id: campaign.id, item_id: task.id }]);
});

test('if items stay behind the completed former parent reopens, and the item arrives with the status of its remaining children', async () => {
  const { ann, bob, from, task, under, patch, holds } = await unknownFay();
  await ann.create({ ...under, title: 'hers' });
  await bob.create({ ...under, title: 'his', status: 'completed' });
  await patch(task, { status: 'pending' });
  await patch(from, { status: 'completed' }, ann);
  const to = await bob.create({ type: 'campaign', title: 'to' });
  await bob.create({ type: 'task', title: 'open', parent_id: to.id });
  await patch(task, { parent_id: to.id });
  expect(await ann.see(from)).toMatchObject({ status: 'in_progress' });
  expect(await bob.see(task)).toMatchObject({ status: 'completed' });
  expect(await bob.see(to)).toMatchObject({ status: 'in_progress' });
  holds();
});

test('naming the present place of an item is not a move, so a user who may not move the item can change the rest', async () => {
  const { ann, bob, patch } = await unknownFay();
  const campaign = await ann.create({ type: 'campaign', title: 'campaign', assigned_to: bob.id });
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: campaign.id });
  const within = await patch(todo, { title: 'by Bob', parent_id: campaign.id });
  expect(itemOf(within)).toMatchObject({ title: 'by Bob', parent_id: campaign.id });
  const top = await patch(campaign, { title: 'by Bob', parent_id: 0 });
  expect(itemOf(top)).toMatchObject({ title: 'by Bob', permission: 'contribute' });
});
