import { occurrenceUuid } from '@foray/domain';
import { brokenInvariants } from '@foray/model';
import { copyIn, daily, repeatingTask } from '../testing/repeating-task.ts';
import { itemOf, refusalOf } from '../testing/world.ts';

const hourMs = 3_600_000;

test('[REPEAT-10] [REPEAT-11] completing an occurrence leaves a completed copy beside the item, which becomes pending with its next date', async () => {
  const { bob, task, campaign, complete, store } = await repeatingTask();
  const completed_at = '2026-03-01T11:00:00.000Z';
  const answer = await complete(bob, 1, { completed_at });
  expect(itemOf(answer)).toMatchObject({
    due_date: '2026-03-02',
    due_time: '17:00',
    status: 'pending',
    occurrence: 2,
    completed_at: null,
    version: 2,
  });
  const { user_id, assigned_to, parent_uuid, title } = task;
  expect(copyIn(answer)).toMatchObject({
    user_id,
    assigned_to,
    parent_uuid,
    title,
    completed_at,
    status: 'completed',
    uuid: occurrenceUuid(task.uuid, 1),
    occurrence: 1,
    occurrence_of: task.uuid,
    due_date: '2026-03-01',
    permission: itemOf(answer).permission,
  });
  expect(brokenInvariants(store.tables())).toEqual([]);
  expect((await store.read((reads) => reads.below([campaign.id])))[0]).toMatchObject({
    total: 1,
    pending: 1,
    completed: 0,
    items: 3,
  });
});

test('[REPEAT-10] completing an occurrence gives the copy another uuid if its own belongs to another item', async () => {
  const { ann, task, complete, copies } = await repeatingTask();
  const uuid = occurrenceUuid(task.uuid, 1);
  await ann.create({ type: 'todo', title: 'there', uuid });
  const answer = await complete(ann, 1);
  expect(copyIn(answer)?.uuid).not.toBe(uuid);
  expect(copies()).toHaveLength(1);
});

test("[REPEAT-11] completing an occurrence counts from the day in the user's zone, and the last occurrence completes the item itself", async () => {
  const { ann, url, complete, copies, clock } = await repeatingTask();
  await ann.send('PATCH', url, { repeat: 'FREQ=DAILY;COUNT=2' });
  clock.nowMs += 10 * hourMs;
  // 22:00 in UTC is the next day in Tokyo.
  const there = await complete(ann, 1, { zone: 'Asia/Tokyo' });
  expect(itemOf(there)).toMatchObject({ due_date: '2026-03-03', occurrence: 2 });
  const over = await complete(ann, 2);
  expect(itemOf(over)).toMatchObject({ status: 'completed', occurrence: 2 });
  expect(copyIn(over)).toBe(null);
  expect(itemOf(await complete(ann, 2)).version).toBe(itemOf(over).version);
  expect(copies()).toHaveLength(1);
});

test.each([
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;UNTIL=20261231T235959Z;',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;UNTIL=20261231',
    '2026-03-31',
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
    '2026-03-03',
  ],
])('[REPEAT-01] the server stores and follows %s', async (sent, repeat, due_date) => {
  const { ann, url, complete } = await repeatingTask();
  expect(itemOf(await ann.send('PATCH', url, { repeat: sent }))).toMatchObject({ repeat });
  expect(itemOf(await complete(ann, 1))).toMatchObject({ due_date, occurrence: 2 });
});

test.each([{ zone: 'Mars/Olympus' }, { zone: '+05:30' }, { zone: null }, { zone: 5 }, {}])(
  '[REPEAT-04] completing an occurrence uses the day in UTC if the zone is unknown: %j',
  async (named) => {
    const { ann, complete, clock } = await repeatingTask();
    clock.nowMs += 10 * hourMs;
    expect(itemOf(await complete(ann, 1, named))).toMatchObject({
      due_date: '2026-03-02',
      occurrence: 2,
    });
  },
);

test('[REPEAT-10] completing the only occurrence of a campaign completes the campaign', async () => {
  const { ann, campaign, store } = await repeatingTask();
  const url = `/api/items/${campaign.uuid}/occurrences`;
  expect(refusalOf(await ann.send('POST', url, { n: 2 })).code).toBe('invalid');
  expect(await ann.see(campaign)).toMatchObject({ status: 'pending', version: 1 });
  expect(itemOf(await ann.send('POST', url, { n: 1 })).status).toBe('completed');
  expect(store.tables().items.some((row) => row.occurrence_of !== null)).toBe(false);
});

test('[REPEAT-15] completing an occurrence resets the completed children, and causes no roll-up to completed', async () => {
  const { ann, first, second, task, complete, campaign } = await repeatingTask();
  const close = (of: { readonly id: number }) =>
    ann.send('PATCH', `/api/items/${of.id}`, { status: 'completed' });
  await close(first);
  await close(second);
  expect(await ann.see(task)).toMatchObject({ status: 'in_progress', completed_count: 2 });
  expect((await ann.see(campaign))?.status).toBe('in_progress');
  await complete(ann, 1);
  expect(await ann.see(task)).toMatchObject({ status: 'pending', completed_count: 0 });
  expect(await ann.see(first)).toMatchObject({ status: 'pending', completed_at: null, version: 2 });
});

test('[REPEAT-16] completing an occurrence is also done by the status completed of a client that does not know occurrences', async () => {
  const { ann, url, copies } = await repeatingTask();
  const patch = { status: 'completed', completed_at: '2026-03-01T11:00:00.000Z', title: 'new' };
  const answer = await ann.send('PATCH', url, patch);
  expect(itemOf(answer)).toMatchObject({ title: 'new', status: 'pending', occurrence: 2 });
  expect(copies()).toMatchObject([{ title: 'new', completed_at: patch.completed_at }]);
});

test('[REPEAT-17] a completed occurrence can be named in X-After only if its sender had seen the version before it', async () => {
  const { ann, bob, url, complete } = await repeatingTask();
  await complete(ann, 1, {}, { opId: 'seen', ifMatch: '"e1:1"' });
  const next = await ann.send('PATCH', url, { title: 'mine' }, { after: 'seen' });
  expect(next.status).toBe(200);
  await bob.send('PATCH', url, { title: 'theirs' });
  await complete(ann, 2, {}, { opId: 'unseen', ifMatch: '"e1:3"' });
  const stale = await ann.send('PATCH', url, { title: 'mine' }, { after: 'unseen' });
  expect(refusalOf(stale).status).toBe(412);
});

test('[REPEAT-13] an undo moves the item back, removes its copy, and restores the children', async () => {
  const { ann, bob, first, second, task, complete, undo, copies, store, url } =
    await repeatingTask();
  const close = (of: { readonly id: number }) =>
    ann.send('PATCH', `/api/items/${of.id}`, { status: 'completed' });
  await close(first);
  await close(second);
  await complete(bob, 1);
  await ann.send('PATCH', `/api/items/${second.id}`, { title: 'changed' });
  const back = itemOf(await undo(ann, 1));
  expect(back).toMatchObject({ due_date: '2026-03-01', occurrence: 1, status: 'pending' });
  expect(copies()).toEqual([]);
  await ann.send('POST', `${url}/assign`, { user_id: ann.id });
  const gone = store.tables().items.find((row) => row.occurrence_of === task.uuid);
  expect(gone).toMatchObject({
    title: 'task',
    assigned_to: ann.id,
    deleted_op: expect.any(String),
  });
  expect(await ann.see(first)).toMatchObject({ status: 'completed' });
  expect((await ann.see(second))?.status).toBe('pending');
  expect(brokenInvariants(store.tables())).toEqual([]);
  // A second completion brings the copy back.
  expect(copyIn(await complete(ann, 1))?.uuid).toBe(occurrenceUuid(task.uuid, 1));
  expect(copies()).toMatchObject([{ title: 'task', status: 'completed' }]);
  expect(brokenInvariants(store.tables())).toEqual([]);
  await ann.send('PATCH', url, { due_date: '2026-05-01' });
  expect(itemOf(await undo(ann, 1))).toMatchObject({ due_date: '2026-05-01', occurrence: 2 });
  expect(copies()).toEqual([]);
});

test('[REPEAT-13] an undo changes nothing if the copy is in the trash', async () => {
  const { ann, complete, undo, copies, store } = await repeatingTask();
  await complete(ann, 1);
  const [copy] = copies();
  await ann.send('DELETE', `/api/items/${copy?.uuid}`);
  expect(itemOf(await undo(ann, 1))).toMatchObject({ occurrence: 2, due_date: '2026-03-02' });
  await ann.send('POST', `/api/items/${copy?.uuid}/restore`);
  expect(copies()).toHaveLength(1);
  expect(brokenInvariants(store.tables())).toEqual([]);
});

test('[REPEAT-09] an imported item keeps its occurrence number, and its imported copies stay with it', async () => {
  const { ann, store } = await repeatingTask();
  const isImport = { isImport: true };
  const series = { type: 'todo', title: 'imported', ...daily, occurrence: 3 };
  const item = itemOf(await ann.send('POST', '/api/items', series, isImport));
  expect(item.occurrence).toBe(3);
  const copy = { ...series, status: 'completed', occurrence_of: item.uuid };
  const made = (data: object, headers: object = isImport) =>
    ann.send('POST', '/api/items', { ...copy, ...data }, headers).then(itemOf);
  expect(await made({ occurrence: 1 })).toMatchObject({ occurrence: 1, occurrence_of: item.uuid });
  const plain = { occurrence: 1, occurrence_of: null };
  expect(await made({ occurrence: 1 })).toMatchObject(plain);
  // Its number may be the current one, after a backup reset the item.
  expect(await made({ occurrence: 3 })).toMatchObject({ occurrence_of: item.uuid });
  expect(await made({ occurrence: 2, status: 'pending' })).toMatchObject(plain);
  expect(await made({ occurrence: 2, type: 'task' })).toMatchObject(plain);
  expect(await made({ occurrence: 2 }, {})).toMatchObject(plain);
  expect(brokenInvariants(store.tables())).toEqual([]);
});

test('[I3] [REPEAT-14] a copy that is recreated gets the current place of its item', async () => {
  const { ann, bob, task, store, campaign } = await repeatingTask();
  const isImport = { isImport: true };
  const series = { type: 'todo', title: 'made again', ...daily };
  const place = { parent_id: task.uuid, assigned_to: bob.id };
  const item = itemOf(
    await ann.send('POST', '/api/items', { ...series, ...place, occurrence: 3 }, isImport),
  );
  const notices = store.tables().notifications;
  for (const [n, parent] of [
    [1, null],
    [2, campaign.uuid],
  ] as const) {
    const copy = { ...series, parent_id: parent, status: 'completed', occurrence_of: item.uuid };
    const made = await ann.send('POST', '/api/items', { ...copy, occurrence: n }, isImport);
    expect(itemOf(made)).toMatchObject({
      occurrence: n,
      occurrence_of: item.uuid,
      parent_uuid: task.uuid,
      assigned_to: bob.id,
    });
  }
  expect(store.tables().notifications).toEqual(notices);
  expect(brokenInvariants(store.tables())).toEqual([]);
});

test('[I3] a copy that is recreated waits for its item, and is refused if the item is deleted', async () => {
  const { ann, bob, campaign, task, url } = await repeatingTask();
  const refused = async (by: typeof ann, of: string) => {
    const data = { type: 'task', title: 'copy', ...daily, status: 'completed', occurrence_of: of };
    return refusalOf(await by.send('POST', '/api/items', data, { isImport: true }));
  };
  const unknown = await refused(ann, occurrenceUuid(campaign.uuid, 1));
  expect(unknown).toMatchObject({ status: 409, code: 'parent_pending' });
  expect((await refused(bob, campaign.uuid)).code).toBe('parent_pending');
  await ann.send('DELETE', url);
  expect((await refused(ann, task.uuid)).code).toBe('parent_gone');
});

test("[I3] an item is recreated with its occurrence number and copies in another person's campaign", async () => {
  const { ann, bob, campaign, store } = await repeatingTask();
  await ann.send('POST', `/api/items/${campaign.uuid}/assign`, { user_id: bob.id });
  const isImport = { isImport: true };
  const series = { type: 'todo', title: 'of Bob', ...daily, parent_id: campaign.uuid };
  const item = itemOf(await bob.send('POST', '/api/items', { ...series, occurrence: 2 }, isImport));
  expect(item.occurrence).toBe(2);
  const copy = { ...series, status: 'completed', occurrence: 1, occurrence_of: item.uuid };
  const made = itemOf(await bob.send('POST', '/api/items', copy, isImport));
  expect(made).toMatchObject({ occurrence: 1, occurrence_of: item.uuid });
  expect(brokenInvariants(store.tables())).toEqual([]);
});
