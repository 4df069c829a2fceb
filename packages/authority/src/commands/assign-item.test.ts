import { family } from '../testing/family.ts';
import { itemOf, refusalOf } from '../testing/world.ts';

const minuteMs = 60_000;

test('[API-07] an assignment assigns, and 0 unassigns', async () => {
  const { ann, todo, person } = await family();
  const bob = await person('Bob');
  const assign = (user_id: number) => ann.send('POST', `/api/items/${todo.id}/assign`, { user_id });
  const given = itemOf(await assign(bob.id));
  expect(given).toMatchObject({ assigned_to: bob.id, assignedUser: { id: bob.id, name: 'Bob' } });
  expect(itemOf(await assign(0))).toMatchObject({ assigned_to: null, assignedUser: null });
  expect(given.version).toBe(todo.version + 1);
  expect((await ann.see(todo))?.version).toBe(todo.version + 2);
});

test('[TODO-09] [SHARE-17] any of the four sample users can be assigned, and gains no access', async () => {
  const { ann, todo, store } = await family();
  for (const user_id of [1, 2, 3, 4]) {
    const answer = await ann.send('POST', `/api/items/${todo.id}/assign`, { user_id });
    expect(itemOf(answer).assignedUser).toMatchObject({ id: user_id, phone: '' });
  }
  expect(store.tables().access.every((row) => row.user_id === ann.id)).toBe(true);
  expect(store.tables().notifications).toEqual([]);
});

test('an assignment to a stranger is unknown_assignee, as for a missing user, until both are in the same campaign', async () => {
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

test('[SHARE-13] an assignee who assigns the item to somebody else receives it as last seen, and a removal', async () => {
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
  // Its repeat has the same format, and reveals nothing that came later.
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

test('a notification that counts repeated events says when the first one was', async () => {
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

test('[BLOCK-19] the assignee is notified once a day per actor', async () => {
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
  expect(await read()).toMatchObject([{ item_uuid: todo.uuid, count: 3 }]);
  await bob.send('PATCH', `/api/items/${todo.id}`, { status: 'completed' });
  const page = await authority.changes({ userId: ann.id }, { since: 0, limit: 100 });
  expect(page.ok && page.value.notifications).toMatchObject([
    { kind: 'completed', actor_id: bob.id, item_id: todo.id },
  ]);
});
