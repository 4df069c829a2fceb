import { errorBody, itemsDelta, itemsPage, wireItem } from '@foray/contract';
import { EpochChangedError } from '../epochs/epoch-checked-store.ts';
import { makeMutual } from '../testing/mutual.ts';
import { makeWorld, refusalOf, worldOf } from '../testing/world.ts';

test('[API-04] [DATA-05] lists have pages of 20 items that the caller sees, by newest created_at and then id', async () => {
  const { person, stranger, authority } = makeWorld();
  const [ann, eve] = [await person('Ann'), await stranger('Eve')];
  for (let index = 0; index < 25; index += 1) {
    await ann.create({ type: 'todo', title: `todo ${index}` });
  }
  await ann.create({ type: 'todo', title: 'old', created_at: '2020-01-01T00:00:00.000Z' });
  await ann.create({ type: 'task', title: 'task' });
  await eve.create({ type: 'todo', title: 'hers' });
  const caller = { userId: ann.id };
  const first = await authority.list(caller, { type: 'todo', page: 1 });
  expect(itemsPage.parse(first)).toEqual(first);
  expect(first).toMatchObject({ current_page: 1, last_page: 2, per_page: 20, total: 26 });
  expect(first.data[0]?.title).toBe('todo 24');
  const second = await authority.list(caller, { type: 'todo', page: 2 });
  expect(second.data.map(({ title }) => title)).toEqual([
    'todo 4',
    'todo 3',
    'todo 2',
    'todo 1',
    'todo 0',
    'old',
  ]);
  expect(await authority.list(caller, { type: 'campaign', page: 1 })).toMatchObject({
    data: [],
    last_page: 1,
    total: 0,
  });
});

test('[DATA-10] lists return an item with all its fields and relations, by number and by uuid', async () => {
  const { authority, ann } = await worldOf('Ann');
  const task = await ann.create({ type: 'task', title: 'task', assigned_to: 2 });
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: task.id });
  const byNumber = await authority.get({ userId: ann.id }, { id: todo.id });
  expect(wireItem.parse(byNumber)).toEqual(byNumber);
  expect(byNumber).toEqual(await authority.get({ userId: ann.id }, { uuid: todo.uuid }));
  expect(byNumber).toMatchObject({
    created_by: { id: ann.id },
    user: { id: ann.id, name: 'Ann' },
    parent: { id: task.id, title: 'task' },
    assignedUser: null,
  });
  expect(await authority.get({ userId: ann.id }, { id: task.id })).toMatchObject({
    children_count: 1,
    completed_count: 0,
    assignedUser: { id: 2, name: 'Sam Lee' },
  });
});

test('[DATA-10] lists count the children that the reader may see', async () => {
  const { ann, bob } = await worldOf('Ann', 'Bob');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  const child = { type: 'todo', title: 'x', parent_id: campaign.id };
  await ann.create({ ...child, assigned_to: bob.id, status: 'completed' });
  await ann.create(child);
  expect(await ann.see(campaign)).toMatchObject({ children_count: 2, completed_count: 1 });
  expect(await bob.see(campaign)).toMatchObject({ children_count: 1, completed_count: 1 });
});

test('[SHARE-18] lists show phones to their users and mutual contacts only', async () => {
  const { stranger, store, ann, bob } = await worldOf('Ann', 'Bob');
  const eve = await stranger('Eve');
  await makeMutual(store, ann.id, eve.id);
  const campaign = await ann.create({ type: 'campaign', title: 'x', assigned_to: bob.id });
  const todo = { type: 'todo', title: 'y', parent_id: campaign.id, assigned_to: eve.id };
  const hers = await ann.create(todo);
  expect(await eve.see(campaign)).toMatchObject({
    user: { name: 'Ann', phone: '+4915100000000' },
    created_by: { name: 'Ann', phone: '+4915100000000' },
    assignedUser: { name: 'Bob', phone: '' },
  });
  expect((await eve.see(hers))?.assignedUser).toMatchObject({ phone: '+4915100000002' });
  expect((await bob.see(hers))?.assignedUser).toMatchObject({ name: 'Eve', phone: '' });
});

test('[API-09] a search finds text literally in title and description, titles first, and nothing for fewer than 2 characters', async () => {
  const { person, stranger, authority } = makeWorld();
  const [ann, eve] = [await person('Ann'), await stranger('Eve')];
  await ann.create({ type: 'todo', title: 'Über 100% sure' });
  await ann.create({ type: 'todo', title: 'note', description: 'about ÜBER things' });
  await ann.create({ type: 'todo', title: '100 sure' });
  await eve.create({ type: 'todo', title: 'über all' });
  const find = async (text: string) =>
    (await authority.search({ userId: ann.id }, text)).map(({ title }) => title);
  expect(await find('über')).toEqual(['Über 100% sure', 'note']);
  expect(await find('0%')).toEqual(['Über 100% sure']);
  expect(await find('0_')).toEqual([]);
  expect(await find('ü')).toEqual([]);
});

test('streams have pages with rows, each person once, and a cursor that ends at the head', async () => {
  const { authority, ann } = await worldOf('Ann');
  const todos = [];
  for (const title of ['a', 'b', 'c']) todos.push(await ann.create({ type: 'todo', title }));
  await ann.create({ type: 'task', title: 'last' });
  const caller = { userId: ann.id };
  const read = async (since: number) => {
    const page = await authority.delta(caller, { type: 'todo', since, limit: 2 });
    if (!page.ok) throw page.error;
    expect(itemsDelta.parse(page.value)).toEqual(page.value);
    return page.value;
  };
  const first = await read(0);
  expect(first).toMatchObject({ more: true, epoch: 'e1', users: [{ id: ann.id }] });
  expect(first.data.map(({ title }) => title)).toEqual(['a', 'b']);
  expect(first.cursor).toBe(first.data[1]?.rev);
  const last = await read(first.cursor);
  expect(last.data.map(({ title }) => title)).toEqual(['c']);
  expect(last.more).toBe(false);
  expect(last.cursor).toBeGreaterThan(last.data[0]?.rev ?? 0);
  expect((await read(last.cursor)).data).toEqual([]);
});

test('streams end the last page of changes at the head, and earlier pages at their last row', async () => {
  const { person, authority } = makeWorld();
  const [ann, , , bob] = [
    await person('Ann'),
    await person('Eve'),
    await person('Joe'),
    await person('Bob'),
  ];
  const caller = { userId: ann.id };
  const { id } = await ann.create({ type: 'todo', title: 'moves the head' });
  const read = async (since: number, limit: number) => {
    const page = await authority.changes(caller, { since, limit });
    if (!page.ok) throw page.error;
    return page.value;
  };
  const all = await read(0, 100);
  expect(all.mutuals.map((one) => one.name)).toContain('Bob');
  expect(all).toMatchObject({ more: false });
  const items = await authority.delta(caller, { type: 'todo', since: 0, limit: 10 });
  if (!items.ok) throw items.error;
  expect(all.cursor).toBe(items.value.cursor);
  expect(items.value.data).toMatchObject([{ id, rev: all.cursor }]);
  const first = await read(0, 1);
  expect(first.more).toBe(true);
  expect(first.cursor).toBeLessThan(all.cursor);
  expect((await read(first.cursor, 100)).mutuals.map((one) => one.id)).toContain(bob.id);
});

test('streams refuse a cursor beyond the head as epoch_changed', async () => {
  const { authority, ann } = await worldOf('Ann');
  const query = { since: 99, limit: 10 };
  const caller = { userId: ann.id };
  expect(await authority.delta(caller, { ...query, type: 'todo' })).toEqual({
    ok: false,
    error: expect.any(EpochChangedError),
  });
  expect(await authority.changes(caller, query)).toEqual({
    ok: false,
    error: expect.any(EpochChangedError),
  });
});

test('a refusal has the format of the contract', async () => {
  const { ann } = await worldOf('Ann');
  const todo = await ann.create({ type: 'todo', title: 'x' });
  const answer = await ann.send('DELETE', `/api/items/${todo.id}`, undefined, { ifMatch: 'e1:9' });
  expect(errorBody.parse(answer.body)).toEqual(answer.body);
  expect(refusalOf(answer).item).toEqual(todo);
});
