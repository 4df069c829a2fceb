import { importedUuid } from '@foray/domain';
import { family } from '../testing/family.ts';
import { slotUuid } from '../testing/slot-uuid.ts';

/**
 * Whether an import that Ann sends some days after her sign-in counts as an import, that is, causes no
 * roll-up.
 */
async function isImport(
  { ann, clock, task }: Awaited<ReturnType<typeof family>>,
  days: number,
  fields: object = {},
): Promise<boolean> {
  clock.nowMs += days * 86_400_000;
  const data = { type: 'todo', title: 'x', parent_id: task.id, status: 'completed', ...fields };
  const answer = await ann.send('POST', '/api/items', data, { isImport: true });
  expect(answer.status).toBe(201);
  return (await ann.see(task))?.status === 'pending';
}

test('[SHARE-27] an import under a root of the caller’s own causes no roll-up', async () => {
  const { ann, task } = await family();
  const data = { type: 'todo', title: 'x', parent_id: task.id, status: 'completed' };
  await ann.send('POST', '/api/items', data, { isImport: true });
  expect((await ann.see(task))?.status).toBe('pending');
  await ann.send('POST', '/api/items', data);
  expect((await ann.see(task))?.status).toBe('in_progress');
});

test('[SHARE-27] a user to whom an import assigns an item is notified, as by any create', async () => {
  const { ann, task, person, store } = await family();
  const bob = await person('Bob');
  const data = { type: 'todo', title: 'x', parent_id: task.id };
  const asImport = { isImport: true };
  await ann.send('POST', '/api/items', { ...data, assigned_to: ann.id }, asImport);
  await ann.send('POST', '/api/items', { ...data, assigned_to: 1 }, asImport);
  expect(store.tables().notifications).toEqual([]);
  await ann.send('POST', '/api/items', { ...data, assigned_to: bob.id }, asImport);
  expect(store.tables().notifications).toMatchObject([{ user_id: bob.id, kind: 'assigned' }]);
});

test('[SHARE-27] an import under a root of another user is treated like any other create', async () => {
  const { ann, campaign, task, person, store } = await family();
  const bob = await person('Bob');
  await ann.send('POST', `/api/items/${campaign.id}/assign`, { user_id: bob.id });
  const data = { type: 'todo', title: 'x', parent_id: task.id, status: 'completed' };
  const given = { ...data, assigned_to: ann.id };
  await bob.send('POST', '/api/items', given, { isImport: true });
  expect((await ann.see(task))?.status).toBe('in_progress');
  const notices = store.tables().notifications.filter(({ user_id }) => user_id === ann.id);
  expect(notices.map(({ kind }) => kind)).toEqual(['assigned']);
});

test('[SHARE-27] no change other than a create counts as an import', async () => {
  const { ann, campaign, task, todo, person, store } = await family();
  const bob = await person('Bob');
  const asImport = { isImport: true };
  await ann.send('POST', `/api/items/${campaign.id}/assign`, { user_id: bob.id }, asImport);
  await bob.send('PATCH', `/api/items/${todo.id}`, { status: 'completed' }, asImport);
  expect((await ann.see(task))?.status).toBe('completed');
  const notices = store.tables().notifications.map(({ user_id, kind }) => [user_id, kind]);
  expect(notices).toEqual([
    [bob.id, 'assigned'],
    [ann.id, 'completed'],
  ]);
});

test("[SHARE-31] a guest's items are imported within 30 days of the sign-in, and not later", async () => {
  expect(await isImport(await family(), 30)).toBe(true);
  expect(await isImport(await family(), 30 + 1 / 86_400_000)).toBe(false);
});

test('[SHARE-31] a data file can be imported at any time, including copies of its items', async () => {
  const uuid = importedUuid('1000', slotUuid(0), 0);
  expect(await isImport(await family(), 200, { uuid })).toBe(true);
  const home = await family();
  const { ann, clock, task } = home;
  clock.nowMs += 200 * 86_400_000;
  const series = {
    type: 'todo',
    title: 'x',
    repeat: 'FREQ=DAILY',
    due_date: '2026-03-01',
    parent_id: task.id,
  };
  await ann.send('POST', '/api/items', { ...series, uuid, occurrence: 2 }, { isImport: true });
  const copy = { uuid: slotUuid(1), occurrence: 1, occurrence_of: uuid };
  expect(await isImport(home, 0, copy)).toBe(true);
});

test('[SHARE-31] items that a restored backup lost can be created again at any time', async () => {
  const home = await family();
  await home.store.tx((tx) => tx.renewEpoch(home.ann.id, 'e1'));
  expect(await isImport(home, 200)).toBe(true);
});

test('[SHARE-31] a caller whose sign-in time is unknown cannot import', async () => {
  const { ann, authority, task } = await family();
  const data = { type: 'todo', title: 'x', parent_id: task.id, status: 'completed' };
  const request = { method: 'POST', url: '/api/items', data, isImport: true };
  await authority.request({ userId: ann.id }, request);
  expect((await ann.see(task))?.status).toBe('in_progress');
});

test('[DAY-06] an import creates an item with the date and the rule that an earlier release accepted', async () => {
  const { ann } = await family();
  const repeat = 'FREQ=MONTHLY;BYDAY=53MO';
  const data = { type: 'todo', title: 'x', due_date: '0026-05-01', repeat };
  expect(await ann.send('POST', '/api/items', data)).toMatchObject({ status: 422 });
  const answer = await ann.send('POST', '/api/items', data, { isImport: true });
  expect(answer).toMatchObject({ status: 201, body: { due_date: '0026-05-01', repeat } });
});
