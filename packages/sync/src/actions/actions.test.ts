import { createItem, createItems, deleteItem, moveItem, setStatus } from './actions.ts';
import { editItem } from './edit-items.ts';
import { localItemOf } from '../store/local-item.ts';
import { entryOf } from '../push/plan.ts';
import { done } from '../testing/done.ts';
import { uuidOf } from '../testing/rows.ts';
import { otherId } from '../testing/test-server.ts';
import { TestWorld, newWorld } from '../testing/test-world.ts';

const newDevice = () => new TestWorld().newDevice();

test('[DATA-02] a new item has its defaults and its creator as owner', async () => {
  const one = newDevice();
  const { item } = await one.create({ type: 'todo', title: ' Buy milk ' });
  expect(item).toMatchObject({
    title: 'Buy milk',
    type: 'todo',
    status: 'pending',
    user_id: 1001,
    parent_id: null,
    assigned_to: null,
    permission: 'manage',
    base: null,
    top: 1,
  });
});

test('[DATA-08] [DATA-11] a queued request has the fields of the specification and no marker', async () => {
  const one = newDevice();
  const { item } = await one.create({ type: 'todo', title: 'a' });
  const [request] = await one.queue();
  expect(request).toMatchObject({
    id: expect.any(String),
    method: 'POST',
    url: '/api/items',
    timestamp: item.created_at,
    retries: 0,
  });
  if (request === undefined) throw new Error('nothing queued');
  expect(Object.keys(entryOf(request)).toSorted()).toEqual(['data', 'id', 'method', 'url']);
  const sent = JSON.stringify(entryOf(request));
  for (const marker of [
    '_syncStatus',
    '_deleted',
    '_localVersion',
    '_conflictType',
    'base',
    'sortKey',
    'permission',
  ]) {
    expect(sent).not.toContain(marker);
  }
  expect(Object.keys(request.data ?? {}).toSorted()).toEqual([
    'assigned_to',
    'completed_at',
    'created_at',
    'description',
    'due_date',
    'due_time',
    'end_date',
    'labels',
    'occurrence',
    'occurrence_day',
    'occurrence_of',
    'parent_id',
    'priority',
    'repeat',
    'repeat_done',
    'repeat_from',
    'repeat_start',
    'status',
    'title',
    'type',
    'uuid',
  ]);
});

test('[DATA-03] local ids are timestamps, unique within one millisecond', async () => {
  const one = newDevice();
  const made = await Promise.all([1, 2, 3].map((n) => one.create({ type: 'todo', title: `${n}` })));
  const ids = made.map(({ item }) => item.id);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(Math.abs(id - one.device.clock.nowMs())).toBeLessThan(10);
});

test('an action is published to memory and other tabs once it is durable, with one localSeq per write', async () => {
  const one = newDevice();
  const { item, change } = await one.create({ type: 'todo', title: 'a' });
  expect(change).toMatchObject({ localSeq: 1, rows: [item], hasQueueChanged: true });
  expect(one.published).toEqual([change]);
  await one.edit(item.uuid, { title: 'b' });
  expect(one.published.map(({ localSeq }) => localSeq)).toEqual([1, 2]);
  expect((await one.row(item.uuid))._localVersion).toBe(2);
});

test('an action without a change queues and publishes nothing', async () => {
  const one = newDevice();
  const { item } = await one.create({ type: 'todo', title: 'a' });
  const again = await one.edit(item.uuid, { title: ' a ' });
  expect(again.change).toBeNull();
  expect(one.published.length).toBe(1);
});

test('[I1] an action in a failing store stores and publishes nothing', async () => {
  const one = newDevice();
  one.store.faults.beforeCommit = () => ({ code: 'quota', detail: 'full' });
  const result = await createItem(one.device, { type: 'todo', title: 'a' });
  expect(result).toEqual({
    ok: false,
    error: { code: 'store', failure: { code: 'quota', detail: 'full' } },
  });
  expect(one.published).toEqual([]);
  expect(await one.read((tx) => Promise.all([tx.allItems(), tx.queue()]))).toEqual([[], []]);
});

test('[I9] an action decides on the stored rows, not on a tab’s memory', async () => {
  const { world, one } = newWorld();
  const two = world.newTab(one);
  const { item } = await one.create({ type: 'todo', title: 'a' });
  await two.delete(item.uuid);
  expect(await editItem(one.device, item.uuid, { title: 'b' })).toEqual({
    ok: false,
    error: { code: 'not_found' },
  });
});

test('[TYPE-11] several items are all created in one write, or none is, even offline', async () => {
  const one = newDevice();
  const todo = (title: string) => ({ type: 'todo', title }) as const;
  const made = await done(createItems(one.device, [todo('a'), todo('b'), todo('c')]));
  expect(made.item.title).toBe('c');
  expect(made.change?.rows.map(({ title }) => title).toSorted()).toEqual(['a', 'b', 'c']);
  const queued = (await one.queue()).map(({ data }) => data?.['title']);
  expect(queued).toEqual(['a', 'b', 'c']);

  const uuid = uuidOf(7);
  const refused = [
    [todo('d'), todo('x'.repeat(256))],
    [todo('d'), { ...todo('e'), parent_uuid: made.item.uuid }],
    [
      { ...todo('d'), uuid },
      { ...todo('e'), uuid },
    ],
  ] as const;
  for (const inputs of refused) {
    expect(await createItems(one.device, inputs)).toMatchObject({ ok: false });
  }
  expect(await one.queue()).toHaveLength(3);
  expect((await one.shown()).map(({ title }) => title).toSorted()).toEqual(['a', 'b', 'c']);
});

test('a title over 255 characters and an unknown or illegal parent are refused, even offline', async () => {
  const one = newDevice();
  const { item: todo } = await one.create({ type: 'todo', title: 'a' });
  const title = 'x'.repeat(256);
  expect(await createItem(one.device, { type: 'todo', title })).toMatchObject({
    error: { code: 'invalid', fields: { title: 'too_long' } },
  });
  for (const parent_uuid of [uuidOf(404), todo.uuid]) {
    const result = await createItem(one.device, { type: 'todo', title: 'b', parent_uuid });
    expect(result).toMatchObject({ error: { code: 'illegal_parent' } });
  }
  expect((await one.queue()).length).toBe(1);
});

test('a view-only item cannot be edited, and an item that its user may only edit cannot be deleted, even offline', async () => {
  const { world, one } = newWorld();
  const uuids = { view: uuidOf(1), contribute: uuidOf(2) };
  for (const [permission, uuid] of Object.entries(uuids)) {
    const theirs = { uuid, type: 'task', title: 'theirs', user_id: otherId } as const;
    const mine = { assigned_to: world.user.id };
    await world.server.seed({ ...theirs, ...(permission === 'contribute' && mine) });
    if (permission === 'contribute') continue;
    // A person who contributes to an item below sees the items above it.
    const below = { type: 'todo', title: 'below', parent_uuid: uuid, user_id: otherId } as const;
    await world.server.seed({ uuid: uuidOf(3), ...below, ...mine });
  }
  await one.engine.run('start');
  const forbidden = { ok: false, error: { code: 'forbidden' } };
  expect(await setStatus(one.device, uuids.view, 'completed')).toEqual(forbidden);
  expect(
    await createItem(one.device, { type: 'todo', title: 'b', parent_uuid: uuids.view }),
  ).toEqual(forbidden);
  expect(await deleteItem(one.device, uuids.contribute)).toEqual(forbidden);
  expect(await moveItem(one.device, uuids.contribute, null)).toEqual(forbidden);
  await one.edit(uuids.contribute, { title: 'mine now' });
  // Assigning it to somebody else ends the right at once.
  await one.assign(uuids.contribute, 2);
  expect((await one.row(uuids.contribute)).permission).toBe('view');
  expect(await editItem(one.device, uuids.contribute, { title: 'x' })).toEqual(forbidden);
});

test('[I12] a recreated item moves to the top level if its parent never reached the server', async () => {
  const one = newDevice();
  const parent = await one.create({ type: 'task', title: 'parent' });
  const parent_uuid = parent.item.uuid;
  const child = await one.create({ type: 'todo', title: 'child', parent_uuid });
  await one.delete(child.item.uuid);
  await one.delete(parent_uuid);
  const { item } = await one.restore(child.item.uuid);
  expect(item).toMatchObject({ parent_uuid: null, top: 1 });
  await one.engine.run('timer');
  expect(await one.queue()).toEqual([]);
});

test('[I7] a family that removals have partly taken off the device is restored completely', async () => {
  const { world, one } = newWorld();
  const [top, below] = [uuidOf(1), uuidOf(2)];
  await world.server.seed({ uuid: top, type: 'campaign', title: 'top' });
  await world.server.seed({ uuid: below, type: 'task', title: 'below', parent_uuid: top });
  await one.engine.run('start');
  await one.runsAfter(one.delete(top, [below]), 'timer');
  const trash = await one.read((tx) => tx.meta('trash', below));
  if (trash === undefined) throw new Error('not in the trash');
  // The removal of the task has not arrived yet.
  await one.store.write(async (tx) => {
    await tx.deleteMeta('trash', below);
    const row = localItemOf(trash.item);
    await tx.putItems([{ ...row, _deleted: true, deletedBy: trash.requestId }]);
  });
  await one.restore(below);
  expect(await one.queue()).toMatchObject([{ itemUuid: top, touches: [top, below] }]);
});
