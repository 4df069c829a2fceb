import { standardLimits } from '../store/authority-limits.ts';
import { brokenInvariants } from '@foray/model';
import { copyIn, daily, repeatingTask } from '../testing/repeating-task.ts';
import { itemOf, refusalOf } from '../testing/world.ts';

test('[REPEAT-14] copies move with their item, even if its first occurrence was undone', async () => {
  const { ann, authority, campaign, complete, copies, store, task, undo, url } =
    await repeatingTask();
  const copy = copyIn(await complete(ann, 1));
  await undo(ann, 1);
  await ann.send('POST', `/api/items/${copy?.uuid}/restore`);
  await ann.send('PATCH', url, { parent_id: 0 });
  expect(copies()).toMatchObject([{ parent_id: null, root_id: task.id }]);
  expect(brokenInvariants(store.tables())).toEqual([]);
  await authority.deleteAccount({ userId: ann.id });
  expect(copies()).toEqual([]);
  expect(await ann.see({ id: campaign.id })).toBe(null);
});

test('[REPEAT-14] copies cannot be changed, but can be deleted', async () => {
  const { ann, complete } = await repeatingTask();
  const copy = copyIn(await complete(ann, 1));
  const url = `/api/items/${copy?.uuid}`;
  for (const [method, path, data] of [
    ['PATCH', '', { title: 'x' }],
    ['PATCH', '', { status: 'pending' }],
    ['POST', '/assign', { user_id: 0 }],
    ['POST', '/labels', { add: ['x'] }],
    ['POST', '/occurrences', { n: 1 }],
  ] as const) {
    expect(refusalOf(await ann.send(method, url + path, data)).status).toBe(403);
  }
  const child = { type: 'todo', title: 'in it', parent_id: copy?.uuid };
  expect(refusalOf(await ann.send('POST', '/api/items', child)).status).toBe(403);
  expect((await ann.send('DELETE', url)).status).toBe(204);
  expect(itemOf(await ann.send('POST', `${url}/restore`)).occurrence).toBe(1);
});

test('[REPEAT-18] an item has up to 1,000 copies, and they do not count towards the limits of a family', async () => {
  const limits = { ...standardLimits, copies: 2, campaignItems: 4, taskChildren: 2 };
  const { ann, complete, copies, campaign, task } = await repeatingTask(limits);
  for (const n of [1, 2, 3, 4]) await complete(ann, n);
  expect(copies().map(({ occurrence }) => occurrence)).toEqual([3, 4]);
  await ann.create({ type: 'todo', title: 'fourth', parent_id: campaign.id });
  const more = await ann.send('POST', '/api/items', {
    type: 'todo',
    title: 'fifth',
    parent_id: campaign.id,
  });
  expect(refusalOf(more).code).toBe('limit');
  expect(task.children_count).toBe(0);
});

test('[REPEAT-18] copies do not count towards the limit of their task, even if they are imported or restored', async () => {
  const { ann, task, store } = await repeatingTask({ ...standardLimits, taskChildren: 3 });
  const series = { type: 'todo', title: 'imported', parent_id: task.uuid, ...daily };
  const make = async (data: object) =>
    itemOf(await ann.send('POST', '/api/items', { ...series, ...data }, { isImport: true }));
  const { uuid } = await make({ occurrence: 3 });
  const done = { status: 'completed', occurrence_of: uuid };
  for (const occurrence of [1, 2]) {
    const copy = await make({ ...done, occurrence });
    expect(copy).toMatchObject({ occurrence, occurrence_of: uuid });
    expect((await ann.send('DELETE', `/api/items/${copy.uuid}`)).status).toBe(204);
    expect((await ann.send('POST', `/api/items/${copy.uuid}/restore`)).status).toBe(200);
  }
  expect((await ann.see(task))?.children_count).toBe(3);
  expect(brokenInvariants(store.tables())).toEqual([]);
});

const living = ({ store }: Awaited<ReturnType<typeof repeatingTask>>) =>
  store.tables().items.filter((row) => row.deleted_at === null);

test('[REPEAT-14] a delete includes the copies of each item that it deletes, and they come back with the item', async () => {
  const world = await repeatingTask();
  const { ann, campaign, task, first, second, complete, copies } = world;
  for (const n of [1, 2]) await complete(ann, n);
  const children = [task.uuid, first?.uuid, second?.uuid];
  for (const [top, named] of [
    [task, []],
    [campaign, children],
  ] as const) {
    const before = living(world).map(({ uuid }) => uuid);
    await ann.send('DELETE', `/api/items/${top.uuid}`, { children: named });
    expect(copies()).toEqual([]);
    await ann.send('POST', `/api/items/${top.uuid}/restore`);
    expect(living(world).map(({ uuid }) => uuid)).toEqual(before);
  }
  // Items that stay keep their copies.
  await ann.send('DELETE', `/api/items/${campaign.uuid}`);
  expect(copies()).toHaveLength(2);
  await ann.send('POST', `/api/items/${campaign.uuid}/restore`);
  expect(brokenInvariants(world.store.tables())).toEqual([]);
});

test('[REPEAT-14] [REPEAT-18] a delete of a single copy deletes nothing else, and causes no roll-up', async () => {
  const { ann, campaign, url, complete, copies } = await repeatingTask();
  for (const n of [1, 2]) await complete(ann, n);
  await ann.send('PATCH', url, { repeat: null, status: 'completed' });
  const reopen = { status: 'pending' };
  const reopened = itemOf(await ann.send('PATCH', `/api/items/${campaign.uuid}`, reopen));
  expect(reopened.status).toBe('pending');
  const copy = copies()[0]?.uuid ?? '';
  for (const [act, left] of [
    [() => ann.send('DELETE', `/api/items/${copy}`), 1],
    [() => ann.send('POST', `/api/items/${copy}/restore`), 2],
  ] as const) {
    await act();
    expect(copies()).toHaveLength(left);
    expect(await ann.see({ id: campaign.id })).toMatchObject({ status: 'pending' });
  }
});

test('[REPEAT-14] [SHARE-20] an item with copies cannot be assigned to a user who may not have it', async () => {
  const { ann } = await repeatingTask();
  const dated = { due_date: '2026-03-01', repeat: 'FREQ=DAILY' };
  const item = await ann.create({ type: 'todo', title: 'alone', ...dated });
  const url = `/api/items/${item.uuid}`;
  await ann.send('POST', `${url}/occurrences`, { n: 1 });
  for (const stranger of [999_999, 1_999]) {
    const answer = await ann.send('PATCH', url, { assigned_to: stranger });
    expect([answer.status, refusalOf(answer).code]).toEqual([422, 'unknown_assignee']);
  }
});
