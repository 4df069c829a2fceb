import { slotUuid } from '../testing/slot-uuid.ts';
import { itemOf, makeWorld, refusalOf, worldOf, worldStart } from '../testing/world.ts';

test('[API-05] [STATUS-01] a create returns the new item, which is pending and belongs to the caller', async () => {
  const { ann } = await worldOf('Ann');
  const answer = await ann.send('POST', '/api/items', {
    type: 'campaign',
    title: '  Move house ',
    user_id: 4711,
    version: 9,
    end_date: '2026-06-30',
  });
  expect(answer.status).toBe(201);
  expect(answer.etag).toBe('"e1:1"');
  expect(itemOf(answer)).toMatchObject({
    id: 10_000_000,
    type: 'campaign',
    title: 'Move house',
    description: null,
    status: 'pending',
    user_id: ann.id,
    assigned_to: null,
    parent_id: null,
    parent_uuid: null,
    end_date: '2026-06-30',
    created_at: worldStart,
    updated_at: worldStart,
    completed_at: null,
    version: 1,
    permission: 'manage',
    children_count: 0,
    completed_count: 0,
    created_by: { id: ann.id, name: 'Ann' },
    user: { id: ann.id },
    assignedUser: null,
    parent: null,
  });
});

test('[API-05] invalid input is 422 and names the field', async () => {
  const { store, ann } = await worldOf('Ann');
  const before = store.tables();
  for (const [data, fields] of [
    [{ type: 'todo', title: 'x'.repeat(256) }, { title: 'too_long' }],
    [{ type: 'todo', title: 'a\u0000b' }, { title: 'control_character' }],
    [{ type: 'saga', title: 'x' }, { type: 'unknown_value' }],
    [{ type: 'todo', title: 'x', end_date: '2026-01-01' }, { end_date: 'campaign_only' }],
  ] as const) {
    expect(refusalOf(await ann.send('POST', '/api/items', data))).toMatchObject({
      status: 422,
      code: 'invalid',
      fields,
    });
  }
  expect(store.tables()).toEqual(before);
});

test('claimed times are kept, but limited to 2000 … now', async () => {
  const { ann } = await worldOf('Ann');
  const claim = (created_at: string, completed_at: string) =>
    ann.create({ type: 'todo', title: 'x', status: 'completed', created_at, completed_at });
  expect(await claim('2025-12-24T18:00:00.000Z', '2025-12-25T18:00:00.000Z')).toMatchObject({
    created_at: '2025-12-24T18:00:00.000Z',
    completed_at: '2025-12-25T18:00:00.000Z',
  });
  expect(await claim('1970-01-01T00:00:00.000Z', '2036-01-01T00:00:00.000Z')).toMatchObject({
    created_at: '2000-01-01T00:00:00.000Z',
    completed_at: worldStart,
  });
});

test('[I2] two simultaneous creates with one uuid create one item', async () => {
  const { person, store } = makeWorld({ beforePrimitive: async () => {} });
  const ann = await person('Ann');
  const data = { type: 'todo', title: 'one', uuid: slotUuid(1) };
  const answers = await Promise.all([1, 2, 3].map(() => ann.send('POST', '/api/items', data)));
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200]);
  expect(store.tables().items).toHaveLength(1);
});

test('[I4] the parent: an unknown uuid is parent_pending, and nothing is created', async () => {
  const { store, ann } = await worldOf('Ann');
  const data = { type: 'todo', title: 'child', parent_id: slotUuid(7) };
  const answer = await ann.send('POST', '/api/items', data, { opId: 'op' });
  expect(refusalOf(answer)).toMatchObject({ status: 409, code: 'parent_pending' });
  expect(store.tables().items).toEqual([]);
  const parent = await ann.create({ type: 'task', title: 'parent', uuid: slotUuid(7) });
  const later = await ann.send('POST', '/api/items', data, { opId: 'op' });
  expect(itemOf(later)).toMatchObject({
    parent_id: parent.id,
    parent_uuid: parent.uuid,
    parent: { id: parent.id, title: 'parent', type: 'task' },
  });
});

test('limits: 1,000 children of a task, 50 people in a campaign', async () => {
  const { person, stranger, store, ann } = await worldOf('Ann');
  const task = await ann.create({ type: 'task', title: 'task' });
  const child = { type: 'todo', title: 'child', parent_id: task.id };
  const first = await ann.create(child);
  const [row] = store.tables().items.filter(({ id }) => id === first.id);
  await store.tx(async (tx) => {
    for (let index = 1; index < 1000; index += 1) {
      await tx.insertItem({ ...row!, uuid: slotUuid(10_000 + index) });
    }
  });
  const refused = await ann.send('POST', '/api/items', child);
  expect(refusalOf(refused)).toMatchObject({ status: 422, code: 'limit' });
  // Also a parent that is restored with items deleted above it.
  const above = await ann.create({ type: 'campaign', title: 'above' });
  await ann.send('PATCH', `/api/items/${task.id}`, { parent_id: above.id });
  await ann.send('DELETE', `/api/items/${above.id}`, { children: [first.uuid] });
  await ann.create(child);
  const back = await ann.send('POST', `/api/items/${above.id}/restore`);
  expect(refusalOf(back)).toMatchObject({ status: 422, code: 'limit' });

  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  await store.tx(async (tx) => {
    for (let index = 0; index < 49; index += 1) {
      const place = { parent_id: campaign.id, parent_uuid: campaign.uuid, root_id: campaign.id };
      await tx.insertItem({
        ...row!,
        ...place,
        uuid: slotUuid(20_000 + index),
        assigned_to: 2000 + index,
      });
    }
  });
  const bob = await person('Bob');
  const eve = await stranger('Eve');
  const under = { type: 'todo', title: 'x', parent_id: campaign.id };
  await ann.create(under);
  for (const [assigned_to, code] of [
    [bob.id, 'limit'],
    [eve.id, 'unknown_assignee'],
  ] as const) {
    const answer = await ann.send('POST', '/api/items', { ...under, assigned_to });
    expect(refusalOf(answer)).toMatchObject({ status: 422, code });
  }
});

test('limits: 5,000 items in a campaign, not counting deleted ones', async () => {
  const { store, ann } = await worldOf('Ann');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  const child = { type: 'todo', title: 'child', parent_id: campaign.id };
  const first = await ann.create(child);
  const tables = store.tables();
  const row = tables.items.find(({ id }) => id === first.id);
  const copies = Array.from({ length: 4999 }, (_, index) => ({
    ...row!,
    id: 20_000_000 + index,
    uuid: slotUuid(10_000 + index),
  }));
  store.load({ ...tables, items: [...tables.items, ...copies] }, 'e1');
  const refused = await ann.send('POST', '/api/items', child);
  expect(refusalOf(refused)).toMatchObject({ status: 422, code: 'limit' });
  await ann.send('DELETE', `/api/items/${first.id}`);
  await ann.create(child);
  const back = await ann.send('POST', `/api/items/${first.id}/restore`);
  expect(refusalOf(back)).toMatchObject({ status: 422, code: 'limit' });
});
