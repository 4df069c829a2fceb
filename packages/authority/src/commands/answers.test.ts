import { itemOf, refusalOf, worldOf } from '../testing/world.ts';

/** Ann's campaign, shared with Bob, with her task and todo in it. */
async function shared() {
  const { world, ann, bob } = await worldOf('Ann', 'Bob');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign', assigned_to: bob.id });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: campaign.id });
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: task.id });
  const url = (item: { id: number }, action = '') => `/api/items/${item.id}${action}`;
  return { ...world, ann, bob, campaign, task, todo, url };
}

test('a change returns the item as a read would', async () => {
  const { ann, bob, campaign, task, todo, url } = await shared();
  const changes: readonly (readonly [string, string, object, { id: number }])[] = [
    ['PATCH', url(todo), { title: 'other' }, todo],
    ['PATCH', url(todo), { status: 'in_progress' }, todo],
    ['POST', url(todo, '/assign'), { user_id: bob.id }, todo],
    ['PATCH', url(todo), { parent_id: campaign.id }, todo],
    ['PATCH', url(todo), { parent_id: task.id, assigned_to: ann.id }, todo],
    ['PATCH', url(task), { title: 'a task' }, task],
    ['POST', url(campaign, '/remove'), { user_id: bob.id }, campaign],
    ['PATCH', url(campaign), { status: 'completed' }, campaign],
  ];
  for (const [method, path, data, item] of changes) {
    const answer = await ann.send(method, path, data);
    expect(itemOf(answer)).toEqual(await ann.see(item));
    expect(answer.etag).toBe(`"e1:${itemOf(answer).version}"`);
  }
});

test('a delete returns no body, also when it is repeated', async () => {
  const { ann, todo, url } = await shared();
  const remove = () => ann.send('DELETE', url(todo), undefined, { opId: 'gone' });
  expect(await remove()).toEqual({ status: 204, body: null });
  expect(await remove()).toEqual({ status: 204, body: null });
});

test('a change based on another change takes effect at the version that the other produced', async () => {
  const { ann, bob, campaign, todo, url } = await shared();
  const follow = async (opId: string, after: string) =>
    (await ann.send('PATCH', url(campaign), { title: opId }, { opId, after })).status;
  await ann.send('PATCH', url(campaign), { title: 'first' }, { opId: 'first' });
  expect(await follow('second', 'first')).toBe(200);
  const removal = { opId: 'removal', after: 'second' };
  await ann.send('POST', url(campaign, '/remove'), { user_id: bob.id }, removal);
  expect(await follow('fourth', 'removal')).toBe(200);
  // A request about another item cannot be the base, nor can one that has been overtaken.
  await ann.send('PATCH', url(todo), { title: 'x' }, { opId: 'elsewhere' });
  expect(await follow('fifth', 'elsewhere')).toBe(424);
  expect(await follow('sixth', 'second')).toBe(412);
});

test('a repeated change of an item that its sender has lost since returns only the id', async () => {
  const { ann, bob, campaign, todo, url, clock } = await shared();
  const rename = () => bob.send('PATCH', url(todo), { title: 'mine' }, { opId: 'key' });
  const first = itemOf(await rename());
  await ann.send('POST', url(campaign, '/remove'), { user_id: bob.id });
  clock.nowMs += 60_000;
  await ann.send('PATCH', url(todo), { title: 'secret', description: 'secret', priority: 'high' });
  const again = await rename();
  expect(again.status).toBe(200);
  expect(again.body).toMatchObject({
    id: todo.id,
    uuid: todo.uuid,
    type: 'todo',
    version: first.version,
    title: '',
    description: null,
    parent_id: null,
    parent: null,
    children_count: 0,
    completed_count: 0,
    permission: null,
    assigned_to: null,
    updated_at: todo.created_at,
  });
});

test('a refused change of an item that is no longer visible is refused again with its fields', async () => {
  const { ann, todo, url } = await shared();
  const send = () => ann.send('PATCH', url(todo), { title: '' }, { opId: 'empty' });
  const first = refusalOf(await send());
  expect(first).toMatchObject({ status: 422, fields: { title: expect.any(String) } });
  expect(refusalOf(await send())).toEqual(first);
  const plain = () => ann.send('PATCH', '/api/items/1', { title: 'x' }, { opId: 'none' });
  expect(refusalOf(await plain())).toEqual(refusalOf(await plain()));
});

test('a person who is unassigned from the only item that they saw receives it as they last saw it', async () => {
  const { ann, person, todo, task, url } = await shared();
  const cid = await person('Cid');
  await ann.send('POST', url(todo, '/assign'), { user_id: cid.id });
  const seen = await cid.see(todo);
  expect(seen?.parent).toMatchObject({ id: task.id });
  const answer = await cid.send('POST', url(todo, '/assign'), { user_id: 0 });
  expect(answer.body).toMatchObject({
    title: 'todo',
    parent: seen?.parent,
    permission: null,
    assigned_to: null,
    version: 3,
  });
  expect(await cid.see(todo)).toBeNull();
});

test('sample users do not count as people of a campaign', async () => {
  const { store, ann, campaign, todo, url } = await shared();
  const answer = await ann.send('POST', url(todo, '/assign'), { user_id: 3 });
  expect(itemOf(answer)).toMatchObject({ assigned_to: 3, assignedUser: { id: 3 } });
  expect(store.tables().access.filter(({ user_id }) => user_id === 3)).toEqual([]);
  const gone = await ann.send('POST', url(campaign, '/remove'), { user_id: 3 });
  expect(gone.status).toBe(200);
  expect(await ann.see(todo)).toMatchObject({ assigned_to: null });
});

test('a removal is logged for each item that is not deleted and whose assignment it ends', async () => {
  const { ann, bob, authority, campaign, task, todo, url } = await shared();
  for (const item of [task, todo])
    await ann.send('POST', url(item, '/assign'), { user_id: bob.id });
  await ann.send('DELETE', url(todo));
  await ann.send('POST', url(campaign, '/remove'), { user_id: bob.id });
  const page = await authority.activity({ userId: ann.id }, { id: campaign.id }, 1);
  const entry = { assigned_to: 'Bob → Unassigned' };
  const last = page?.data
    .slice(0, 2)
    .map(({ action, item, metadata }) => [action, item.title, metadata]);
  expect(last?.toSorted()).toEqual([
    ['assigned', 'campaign', entry],
    ['assigned', 'task', entry],
  ]);
  expect(page?.data[2]).toMatchObject({ action: 'deleted' });
});

test('a refusal names a field of the wrong type, an unknown assignee and a taken uuid', async () => {
  const { ann, bob, todo, campaign } = await shared();
  const make = (who: typeof ann, data: object) =>
    who.send('POST', '/api/items', { type: 'todo', title: 'x', ...data });
  expect(refusalOf(await make(ann, { assigned_to: 4711 }))).toMatchObject({
    code: 'unknown_assignee',
    fields: { assigned_to: 'unknown_assignee' },
  });
  expect(refusalOf(await make(bob, { uuid: todo.uuid }))).toMatchObject({
    code: 'uuid_taken',
    fields: { uuid: 'uuid_taken' },
  });
  expect(itemOf(await make(ann, { parent_id: campaign.id })).status).toBe('pending');
});
