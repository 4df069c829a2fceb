import { family } from '../testing/family.ts';
import { brokenInvariants } from '@foray/model';
import { itemOf, makeWorld, refusalOf, type AuthorityWorld } from '../testing/world.ts';

const minuteMs = 60_000;

test('[API-06] a patch changes the named fields only and returns the item', async () => {
  const { ann, todo, clock } = await family();
  clock.nowMs += minuteMs;
  const answer = await ann.send('PATCH', `/api/items/${todo.uuid}`, {
    description: 'two\nlines',
    due_date: '2026-04-01',
    user_id: 1,
  });
  expect(answer).toMatchObject({ status: 200, etag: '"e1:2"' });
  expect(itemOf(answer)).toEqual({
    ...todo,
    description: 'two\nlines',
    due_date: '2026-04-01',
    updated_at: '2026-03-01T12:01:00.000Z',
    version: 2,
    rev: itemOf(answer).rev,
  });
  expect(itemOf(answer).rev).toBeGreaterThan(todo.rev);
});

test('a patch that sets nothing new leaves every row as it is', async () => {
  const { ann, todo, store, clock } = await family();
  clock.nowMs += minuteMs;
  const before = store.tables();
  const answer = await ann.send('PATCH', `/api/items/${todo.id}`, {
    title: ' todo ',
    parent_id: todo.parent_uuid,
    assigned_to: 0,
  });
  expect(itemOf(answer)).toEqual(todo);
  expect(store.tables()).toEqual(before);
});

test('a patch that sets the type, or an end date on a todo, is refused', async () => {
  const { ann, todo } = await family();
  for (const [data, fields] of [
    [{ type: 'task' }, { type: 'immutable' }],
    [{ end_date: '2026-04-01' }, { end_date: 'campaign_only' }],
  ] as const) {
    const answer = await ann.send('PATCH', `/api/items/${todo.id}`, data);
    expect(refusalOf(answer)).toMatchObject({ status: 422, code: 'invalid', fields });
  }
});

test('[TIME-01] [TIME-03] a time needs a date, stays when the date changes, and is removed with it', async () => {
  const { ann, campaign, todo, authority } = await family();
  const patch = (data: object) => ann.send('PATCH', `/api/items/${todo.id}`, data);
  const refused = await patch({ due_time: '17:00' });
  const fields = { due_time: 'needs_due_date' };
  expect(refusalOf(refused)).toMatchObject({ status: 422, code: 'invalid', fields });
  await patch({ due_date: '2026-04-01' });
  expect(itemOf(await patch({ due_time: '17:00' }))).toMatchObject({ due_date: '2026-04-01' });
  // The fields as a device of an earlier release sends them.
  expect(itemOf(await patch({ due_date: '2026-04-02' })).due_time).toBe('17:00');
  expect(refusalOf(await patch({ due_date: null, due_time: '18:00' }))).toMatchObject({ fields });
  expect(itemOf(await patch({ due_date: null })).due_time).toBeNull();
  const log = await authority.activity({ userId: ann.id }, { id: campaign.id }, 1);
  expect(log?.data.slice(0, 3).map(({ metadata }) => metadata)).toEqual([
    { due_date: '2026-04-02 →', due_time: '17:00 →' },
    { due_date: '2026-04-01 → 2026-04-02' },
    { due_time: '→ 17:00' },
  ]);
});

test('[REPEAT-06] [REPEAT-07] a rule needs a date, stays when the date changes, and is removed with it', async () => {
  const { ann, campaign, todo, authority } = await family();
  const patch = (data: object) => ann.send('PATCH', `/api/items/${todo.id}`, data);
  const fields = { repeat: 'needs_due_date' };
  const refused = await patch({ repeat: 'FREQ=DAILY' });
  expect(refusalOf(refused)).toMatchObject({ status: 422, code: 'invalid', fields });
  const dated = { due_date: '2026-04-01', repeat: 'FREQ=DAILY;INTERVAL=1' };
  const daily = { repeat: 'FREQ=DAILY', repeat_from: 'due', repeat_start: '2026-04-01' };
  expect(itemOf(await patch(dated))).toMatchObject(daily);
  // The fields as a device of an earlier release sends them.
  expect(itemOf(await patch({ due_date: '2026-04-02', due_time: null }))).toMatchObject(daily);
  const weekly = { repeat: 'FREQ=WEEKLY', repeat_start: '2026-04-02' };
  expect(itemOf(await patch({ repeat: 'FREQ=WEEKLY' }))).toMatchObject(weekly);
  const none = { repeat: null, repeat_from: null, repeat_start: null };
  expect(itemOf(await patch({ due_date: null }))).toMatchObject(none);
  const log = await authority.activity({ userId: ann.id }, { id: campaign.id }, 1);
  expect(log?.data[1]?.metadata).toEqual({
    repeat: 'FREQ=DAILY → FREQ=WEEKLY',
    repeat_start: '2026-04-01 → 2026-04-02',
  });
  const onCampaign = { due_date: '2026-04-01', repeat: 'FREQ=DAILY' };
  const answer = await ann.send('PATCH', `/api/items/${campaign.id}`, onCampaign);
  expect(refusalOf(answer)).toMatchObject({ fields: { repeat: 'not_on_campaigns' } });
});

test('[REPEAT-09] neither a create nor a change can set the occurrence number', async () => {
  const { ann, todo } = await family();
  const said = { occurrence: 7, occurrence_of: todo.uuid };
  const first = { occurrence: 1, occurrence_of: null };
  expect(await ann.create({ type: 'todo', title: 'x', ...said })).toMatchObject(first);
  const patched = await ann.send('PATCH', `/api/items/${todo.id}`, { title: 'y', ...said });
  expect(itemOf(patched)).toMatchObject({ title: 'y', ...first });
});

test('completing uses the claimed time within limits, and reopening clears it', async () => {
  const { ann, todo } = await family();
  const patch = (data: object) => ann.send('PATCH', `/api/items/${todo.id}`, data);
  const done = await patch({ status: 'completed', completed_at: '2026-02-01T00:00:00.000Z' });
  expect(itemOf(done).completed_at).toBe('2026-02-01T00:00:00.000Z');
  expect(itemOf(await patch({ status: 'pending' })).completed_at).toBeNull();
  const future = await patch({ status: 'completed', completed_at: '2099-01-01T00:00:00.000Z' });
  expect(itemOf(future).completed_at).toBe('2026-03-01T12:00:00.000Z');
});

test('a roll-up reaches the campaign, is marked automatic in the log, and changes no version', async () => {
  const { ann, campaign, task, todo, authority, clock } = await family();
  clock.nowMs += minuteMs;
  await ann.send('PATCH', `/api/items/${todo.id}`, { status: 'completed' });
  for (const parent of [task, campaign]) {
    const now = await ann.see(parent);
    expect(now).toMatchObject({
      status: 'completed',
      completed_at: '2026-03-01T12:01:00.000Z',
      version: 1,
      updated_at: parent.updated_at,
      completed_count: 1,
    });
    expect(now?.rev).toBeGreaterThan(parent.rev);
  }
  const log = await authority.activity({ userId: ann.id }, { id: campaign.id }, 1);
  expect(log?.data.slice(0, 3).map(({ action, metadata }) => [action, metadata])).toEqual([
    ['completed', { status: 'pending → completed', automatic: 'yes' }],
    ['completed', { status: 'pending → completed', automatic: 'yes' }],
    ['completed', { status: 'pending → completed' }],
  ]);
});

test('roll-up: a parent whose status stays gets no new place in the feed', async () => {
  const { ann, campaign, authority } = await family();
  const head = await authority.delta(
    { userId: ann.id },
    { type: 'campaign', since: 0, limit: 500 },
  );
  await ann.create({ type: 'task', title: 'another', parent_id: campaign.id });
  const since = head.ok ? head.value.cursor : 0;
  const after = await authority.delta({ userId: ann.id }, { type: 'campaign', since, limit: 500 });
  expect(after).toMatchObject({ ok: true, value: { data: [], removed: [] } });
});

async function twoCampaigns(world: AuthorityWorld) {
  const [ann, bob] = [await world.person('Ann'), await world.person('Bob')];
  const mine = await ann.create({ type: 'campaign', title: 'mine' });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: mine.id });
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: task.id });
  const theirs = await bob.create({ type: 'campaign', title: 'theirs', assigned_to: ann.id });
  return { ann, bob, mine, task, todo, theirs };
}

test('move: an item that moved before it was locked is locked again in its current place', async () => {
  let isArmed = false;
  let locks = 0;
  let move = async () => {};
  const world = makeWorld({
    beforePrimitive: async (name) => {
      if (!isArmed || name !== 'lockRoots') return;
      locks += 1;
      if (locks > 1) return;
      isArmed = false;
      await move();
      isArmed = true;
    },
  });
  const { ann, task, theirs } = await twoCampaigns(world);
  move = async () => {
    await ann.send('PATCH', `/api/items/${task.id}`, { parent_id: theirs.id });
  };
  isArmed = true;
  await ann.create({ type: 'todo', title: 'late', parent_id: task.id });
  expect(locks).toBe(2);
  expect(brokenInvariants(world.store.tables())).toEqual([]);
});
