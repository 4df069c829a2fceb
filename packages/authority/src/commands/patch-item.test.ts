import { describe, expect, test } from 'vitest';
import { family } from '../testing/family.ts';
import { brokenInvariants } from '../testing/reference.ts';
import { itemOf, makeWorld, refusalOf } from '../testing/world.ts';
import type { World } from '../testing/world.ts';

const minuteMs = 60_000;

describe('patch', () => {
  test('[API-06] changes the named fields only and returns the item', async () => {
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

  test('type and an end date on a todo are refused', async () => {
    const { ann, todo } = await family();
    for (const [data, fields] of [
      [{ type: 'task' }, { type: 'immutable' }],
      [{ end_date: '2026-04-01' }, { end_date: 'campaign_only' }],
    ] as const) {
      const answer = await ann.send('PATCH', `/api/items/${todo.id}`, data);
      expect(refusalOf(answer)).toMatchObject({ status: 422, code: 'invalid', fields });
    }
  });

  test('[TIME-01] [TIME-03] a time needs a date, keeps with another one, and goes with it', async () => {
    const { ann, campaign, todo, authority } = await family();
    const patch = (data: object) => ann.send('PATCH', `/api/items/${todo.id}`, data);
    const refused = await patch({ due_time: '17:00' });
    const fields = { due_time: 'needs_due_date' };
    expect(refusalOf(refused)).toMatchObject({ status: 422, code: 'invalid', fields });
    await patch({ due_date: '2026-04-01' });
    expect(itemOf(await patch({ due_time: '17:00' }))).toMatchObject({ due_date: '2026-04-01' });
    // As a device of an earlier release sends them.
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

  test('[REPEAT-06] [REPEAT-07] a rule needs a date, keeps with another one, and goes with it', async () => {
    const { ann, campaign, todo, authority } = await family();
    const patch = (data: object) => ann.send('PATCH', `/api/items/${todo.id}`, data);
    const fields = { repeat: 'needs_due_date' };
    const refused = await patch({ repeat: 'FREQ=DAILY' });
    expect(refusalOf(refused)).toMatchObject({ status: 422, code: 'invalid', fields });
    const dated = { due_date: '2026-04-01', repeat: 'FREQ=DAILY;INTERVAL=1' };
    const daily = { repeat: 'FREQ=DAILY', repeat_from: 'due', repeat_start: '2026-04-01' };
    expect(itemOf(await patch(dated))).toMatchObject(daily);
    // As a device of an earlier release sends them.
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

  test('[REPEAT-09] the number of the occurrence is nothing that a create or a change says', async () => {
    const { ann, todo } = await family();
    const said = { occurrence: 7, occurrence_of: todo.uuid };
    const first = { occurrence: 1, occurrence_of: null };
    expect(await ann.create({ type: 'todo', title: 'x', ...said })).toMatchObject(first);
    const patched = await ann.send('PATCH', `/api/items/${todo.id}`, { title: 'y', ...said });
    expect(itemOf(patched)).toMatchObject({ title: 'y', ...first });
  });

  test('completing takes the claimed time, clamped; reopening clears it', async () => {
    const { ann, todo } = await family();
    const patch = (data: object) => ann.send('PATCH', `/api/items/${todo.id}`, data);
    const done = await patch({ status: 'completed', completed_at: '2026-02-01T00:00:00.000Z' });
    expect(itemOf(done).completed_at).toBe('2026-02-01T00:00:00.000Z');
    expect(itemOf(await patch({ status: 'pending' })).completed_at).toBeNull();
    const future = await patch({ status: 'completed', completed_at: '2099-01-01T00:00:00.000Z' });
    expect(itemOf(future).completed_at).toBe('2026-03-01T12:00:00.000Z');
  });
});

describe('roll-up', () => {
  test('reaches the campaign, is automatic in the log, and changes no version', async () => {
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

  test('a parent whose status stays gets no new place in the feed', async () => {
    const { ann, campaign, authority } = await family();
    const head = await authority.delta(
      { userId: ann.id },
      { type: 'campaign', since: 0, limit: 500 },
    );
    await ann.create({ type: 'task', title: 'another', parent_id: campaign.id });
    const since = head.ok ? head.value.cursor : 0;
    const after = await authority.delta(
      { userId: ann.id },
      { type: 'campaign', since, limit: 500 },
    );
    expect(after).toMatchObject({ ok: true, value: { data: [], removed: [] } });
  });
});

describe('assign', () => {
  test('[API-07] assigns, and 0 unassigns', async () => {
    const { ann, todo, person } = await family();
    const bob = await person('Bob');
    const assign = (user_id: number) =>
      ann.send('POST', `/api/items/${todo.id}/assign`, { user_id });
    const given = itemOf(await assign(bob.id));
    expect(given).toMatchObject({ assigned_to: bob.id, assignedUser: { id: bob.id, name: 'Bob' } });
    expect(itemOf(await assign(0))).toMatchObject({ assigned_to: null, assignedUser: null });
    expect(given.version).toBe(todo.version + 1);
    expect((await ann.see(todo))?.version).toBe(todo.version + 2);
  });

  test('[TODO-09] [SHARE-17] any of the four sample people can be assigned, and sees nothing', async () => {
    const { ann, todo, store } = await family();
    for (const user_id of [1, 2, 3, 4]) {
      const answer = await ann.send('POST', `/api/items/${todo.id}/assign`, { user_id });
      expect(itemOf(answer).assignedUser).toMatchObject({ id: user_id, phone: '' });
    }
    expect(store.tables().access.every((row) => row.user_id === ann.id)).toBe(true);
    expect(store.tables().notifications).toEqual([]);
  });

  test('[TODO-09] somebody who may change an item without managing it may assign it too', async () => {
    const { ann, todo, task, person } = await family();
    const bob = await person('Bob');
    await ann.send('POST', `/api/items/${task.id}/assign`, { user_id: bob.id });
    expect((await bob.see(todo))?.permission).toBe('contribute');
    const answer = await bob.send('POST', `/api/items/${todo.id}/assign`, { user_id: 3 });
    expect(itemOf(answer)).toMatchObject({ assigned_to: 3 });
  });

  test('a stranger is unknown_assignee like one who does not exist, until in the same campaign', async () => {
    const { ann, todo, campaign, person, stranger } = await family();
    const bob = await person('Bob');
    const eve = await stranger('Eve');
    const assign = (item: { id: number }, user_id: number) =>
      bob.send('POST', `/api/items/${item.id}/assign`, { user_id });
    await ann.send('POST', `/api/items/${campaign.id}/assign`, { user_id: bob.id });
    const unknown = await assign(todo, 4711);
    expect(refusalOf(unknown)).toMatchObject({
      status: 422,
      code: 'unknown_assignee',
      fields: { user_id: 'unknown_assignee' },
    });
    expect(await assign(todo, eve.id)).toEqual(unknown);
    expect((await assign(todo, ann.id)).status).toBe(200);
  });

  test('[SHARE-13] an assignee who hands an item on receives it as last seen, and a removal', async () => {
    const { ann, todo, person, authority } = await family();
    const bob = await person('Bob');
    const assign = `/api/items/${todo.id}/assign`;
    await ann.send('POST', assign, { user_id: bob.id });
    const handOn = () => bob.send('POST', assign, { user_id: ann.id }, { opId: 'on' });
    const seen = await bob.see(todo);
    const answer = await handOn();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      ...seen,
      permission: null,
      assigned_to: ann.id,
      updated_by: bob.id,
      assignedUser: { id: ann.id },
      version: 3,
      rev: expect.any(Number),
    });
    // Its repeat has the same shape, and reveals nothing that came later.
    await ann.send('PATCH', `/api/items/${todo.id}`, { title: 'secret' });
    const again = await handOn();
    expect(again).toMatchObject({ status: 200, body: { uuid: todo.uuid, permission: null } });
    expect(JSON.stringify(again)).not.toContain('secret');
    const delta = await authority.delta({ userId: bob.id }, { type: 'todo', since: 0, limit: 10 });
    expect(delta).toMatchObject({
      ok: true,
      value: { data: [], removed: [{ uuid: todo.uuid, reason: 'hidden' }] },
    });
    expect(await bob.see(todo)).toBeNull();
  });

  test('a notification that counts up says when it began', async () => {
    const { ann, todo, task, person, clock, authority } = await family();
    const bob = await person('Bob');
    const assign = (item: { id: number }) =>
      ann.send('POST', `/api/items/${item.id}/assign`, { user_id: bob.id });
    const changes = async () => {
      const page = await authority.changes({ userId: bob.id }, { since: 0, limit: 100 });
      if (!page.ok) throw new Error('no changes');
      return page.value;
    };
    await assign(todo);
    const before = await changes();
    clock.nowMs += minuteMs;
    await assign(task);
    const { created_at } = before.notifications[0] ?? {};
    expect((await changes()).notifications).toMatchObject([{ count: 2, created_at }]);
  });

  test('the assignee is notified at most once per actor and campaign in 10 minutes', async () => {
    const { ann, todo, task, person, clock, authority } = await family();
    const bob = await person('Bob');
    const assign = async (item: { id: number }) => {
      await ann.send('POST', `/api/items/${item.id}/assign`, { user_id: bob.id });
    };
    const read = async () => {
      const page = await authority.changes({ userId: bob.id }, { since: 0, limit: 100 });
      return page.ok ? page.value.notifications : [];
    };
    await assign(todo);
    await assign(task);
    expect(await read()).toMatchObject([
      { kind: 'assigned', actor_id: ann.id, item_uuid: task.uuid, count: 2, read_at: null },
    ]);
    clock.nowMs += 11 * minuteMs;
    await ann.send('POST', `/api/items/${todo.id}/assign`, { user_id: 0 });
    await assign(todo);
    expect(await read()).toHaveLength(2);
    await bob.send('PATCH', `/api/items/${todo.id}`, { status: 'completed' });
    const page = await authority.changes({ userId: ann.id }, { since: 0, limit: 100 });
    expect(page.ok && page.value.notifications).toMatchObject([
      { kind: 'completed', actor_id: bob.id, item_id: todo.id },
    ]);
  });
});

describe('move', () => {
  async function twoCampaigns(world: World) {
    const [ann, bob] = [await world.person('Ann'), await world.person('Bob')];
    const mine = await ann.create({ type: 'campaign', title: 'mine' });
    const task = await ann.create({ type: 'task', title: 'task', parent_id: mine.id });
    const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: task.id });
    const theirs = await bob.create({ type: 'campaign', title: 'theirs', assigned_to: ann.id });
    return { ann, bob, mine, task, todo, theirs };
  }

  test('takes everything below along, with the rights of the new place', async () => {
    const world = makeWorld();
    const { ann, bob, mine, task, todo, theirs } = await twoCampaigns(world);
    expect(await bob.see(todo)).toBeNull();
    const answer = await ann.send('PATCH', `/api/items/${task.id}`, { parent_id: theirs.uuid });
    expect(itemOf(answer)).toMatchObject({ parent_id: theirs.id, version: 2 });
    expect(await bob.see(todo)).toMatchObject({ permission: 'manage', version: 1 });
    const log = async (who: typeof ann, campaign: typeof mine) => {
      const page = await world.authority.activity({ userId: who.id }, { id: campaign.id }, 1);
      return page?.data.find(({ action }) => action === 'moved')?.metadata;
    };
    expect(await log(ann, mine)).toEqual({
      parent: 'mine → theirs',
      campaign: 'mine → theirs',
    });
    expect(await log(bob, theirs)).toEqual({
      parent: '→ theirs',
      campaign: '→ theirs',
    });
    expect(brokenInvariants(world.store.tables())).toEqual([]);
  });

  test('needs manage on the item and contribute on the new parent', async () => {
    const world = makeWorld();
    const { ann, bob, mine, task, todo, theirs } = await twoCampaigns(world);
    await ann.send('POST', `/api/items/${task.id}/assign`, { user_id: bob.id });
    const move = (item: { id: number }, parent_id: number) =>
      bob.send('PATCH', `/api/items/${item.id}`, { parent_id });
    expect(refusalOf(await move(todo, theirs.id))).toMatchObject({ status: 403 });
    const own = await bob.create({ type: 'todo', title: 'own' });
    expect(refusalOf(await move(own, mine.id))).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await move(own, task.id)).status).toBe(200);
  });

  test('an item that moved before it was locked is locked again where it is now', async () => {
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
});

describe('rights', () => {
  test('[PERM-02] 404 for an item that is not visible, as for an absent one; 403 for a visible one without the right', async () => {
    const { ann, campaign, task, todo, person, stranger, store } = await family();
    const [bob, eve] = [await person('Bob'), await stranger('Eve')];
    await ann.send('POST', `/api/items/${task.id}/assign`, { user_id: bob.id });
    expect((await bob.see(campaign))?.permission).toBe('view');
    expect((await bob.see(task))?.permission).toBe('contribute');
    expect((await bob.see(todo))?.permission).toBe('contribute');
    const before = store.tables();
    const requests = (id: number) =>
      [
        ['PATCH', `/api/items/${id}`, { title: 'new' }],
        ['POST', `/api/items/${id}/assign`, { user_id: 0 }],
        ['DELETE', `/api/items/${id}`, undefined],
      ] as const;
    for (const [index, [method, url, data]] of requests(campaign.id).entries()) {
      expect(refusalOf(await bob.send(method, url, data))).toMatchObject({ status: 403 });
      const [, nowhere] = requests(12_345_678)[index] ?? [];
      const nothing = await eve.send(method, nowhere ?? '', data);
      expect(refusalOf(nothing)).toMatchObject({ status: 404, code: 'not_found' });
      expect(await eve.send(method, url, data)).toEqual(nothing);
    }
    expect(refusalOf(await bob.send('DELETE', `/api/items/${todo.id}`))).toMatchObject({
      status: 403,
    });
    expect(store.tables()).toEqual(before);
  });
});
