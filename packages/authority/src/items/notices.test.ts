import { refusalOf, worldOf } from '../testing/world.ts';

/** Ann's campaign, assigned to Bob, with her task and todo. */
async function shared() {
  const { world, ann, bob } = await worldOf('Ann', 'Bob');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign', assigned_to: bob.id });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: campaign.id });
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: task.id });
  const kindsOf = async (who: { id: number }) => {
    const page = await world.authority.changes({ userId: who.id }, { since: 0, limit: 100 });
    if (!page.ok) throw new Error('epoch_changed');
    return page.value.notifications.map(({ kind, item_id }) => [kind, item_id]);
  };
  return { ...world, ann, bob, campaign, task, todo, kindsOf };
}

test.each([
  ['for 10 minutes', 600_000, [{ count: 2 }]],
  ['and no longer', 600_001, [{ count: 1 }, { count: 1 }]],
])('similar notifications are grouped %s', async (_how, passedMs, told) => {
  const { ann, bob, todo, authority, clock } = await shared();
  const complete = () => bob.send('PATCH', `/api/items/${todo.id}`, { status: 'completed' });
  await complete();
  await ann.send('PATCH', `/api/items/${todo.id}`, { status: 'pending' });
  clock.nowMs += passedMs;
  await complete();
  const page = await authority.changes({ userId: ann.id }, { since: 0, limit: 100 });
  expect(page.ok && page.value.notifications).toMatchObject(told);
});

/** Creates campaigns of Ann's, each assigned to the person. */
const assign = async (
  ann: Awaited<ReturnType<typeof shared>>['ann'],
  to: number,
  times: number,
) => {
  const made: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const data = { type: 'campaign', title: `${count}`, assigned_to: to };
    made.push((await ann.send('POST', '/api/items', data)).status);
  }
  return made;
};

test('[BLOCK-18] assignments of one person to another cause at most 50 notifications a day', async () => {
  const { ann, bob, todo, authority, clock, store } = await shared();
  expect(new Set(await assign(ann, bob.id, 49))).toEqual(new Set([201]));
  const before = store.tables();
  const again = await ann.send('POST', `/api/items/${todo.id}/assign`, { user_id: bob.id });
  expect(refusalOf(again)).toMatchObject({
    status: 422,
    code: 'limit',
    fields: { assignments_per_day: '50' },
  });
  expect(store.tables()).toEqual(before);
  // They count even if they were read. Other people have their own limit.
  await authority.markRead({ userId: bob.id }, Number.MAX_SAFE_INTEGER);
  expect(await assign(ann, bob.id, 1)).toEqual([422]);
  expect(await assign(bob, ann.id, 1)).toEqual([201]);
  expect(await assign(ann, ann.id, 1)).toEqual([201]);
  clock.nowMs += 86_400_001;
  expect(await assign(ann, bob.id, 1)).toEqual([201]);
});

test('[BLOCK-19] assignments of one person to another share one notification a day until it is read, in any campaign', async () => {
  const { ann, bob, authority, clock, store } = await shared();
  const told = () =>
    [...store.rows('notifications')]
      .filter((row) => row.user_id === bob.id)
      .map(({ count }) => count);
  await assign(ann, bob.id, 3);
  clock.nowMs += 12 * 3_600_000;
  await assign(ann, bob.id, 2);
  expect(told()).toEqual([6]);
  await authority.markRead({ userId: bob.id }, Number.MAX_SAFE_INTEGER);
  await assign(ann, bob.id, 2);
  expect(told()).toEqual([6, 2]);
});

test('[BLOCK-20] notifications caused by others never push a notice about the account itself out of the list', async () => {
  const { ann, bob, authority, clock, store } = await shared();
  const { phone } = (await authority.me({ userId: bob.id }))!;
  const news = { isNewDevice: true, wrongCodes: 3 };
  await authority.signIn({ phone, name: 'Bob', placeholder: false, verified: true, news });
  for (let count = 0; count < 250; count += 1) {
    clock.nowMs += 601_000;
    const todo = await bob.create({ type: 'todo', title: 'todo', assigned_to: ann.id });
    await ann.send('PATCH', `/api/items/${todo.id}`, { status: 'completed' });
    if (count % 40 === 0) clock.nowMs += 86_400_000;
  }
  clock.nowMs += 601_000;
  await authority.cleanUp();
  const kinds = [...store.rows('notifications')]
    .filter(({ user_id }) => user_id === bob.id)
    .map(({ kind }) => kind);
  expect(kinds).toHaveLength(200);
  expect(kinds).toEqual(expect.arrayContaining(['new_device', 'wrong_codes']));
});
