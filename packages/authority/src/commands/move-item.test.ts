import { makeMutual } from '../testing/mutual.ts';
import { worldOf } from '../testing/world.ts';

/**
 * Ann's campaign, whose task has two todos: one completed, one assigned to Cid. Bob's completed campaign,
 * assigned to Ann.
 */
async function twoOwners() {
  const { world, ann, bob, cid } = await worldOf('Ann', 'Bob', 'Cid');
  const mine = await ann.create({ type: 'campaign', title: 'mine' });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: mine.id });
  const open = await ann.create({
    type: 'todo',
    title: 'open',
    parent_id: task.id,
    assigned_to: cid.id,
  });
  const done = await ann.create({
    type: 'todo',
    title: 'done',
    parent_id: task.id,
    status: 'completed',
  });
  const theirs = await bob.create({ type: 'campaign', title: 'theirs', assigned_to: ann.id });
  await bob.create({ type: 'todo', title: 'past', parent_id: theirs.id, status: 'completed' });
  const move = (item: { id: number }, parent_id: number | null) =>
    ann.send('PATCH', `/api/items/${item.id}`, { parent_id });
  const history = async (userId: number, campaign: { id: number }) => {
    const page = await world.authority.activity({ userId }, { id: campaign.id }, 1);
    return page?.data.map(({ action, item, metadata }) => [action, item.title, metadata]);
  };
  /** The tasks and todos in the user's feed by title, each with its right or the reason of its removal. */
  const feedOf = async (userId: number) => {
    const entries: Record<string, string> = {};
    for (const type of ['task', 'todo'] as const) {
      const page = await world.authority.delta({ userId }, { type, since: 0, limit: 100 });
      if (!page.ok) throw page.error;
      for (const { title, permission } of page.value.data) entries[title] = permission;
      for (const { uuid, reason } of page.value.removed) {
        const row = world.store.tables().items.find((item) => item.uuid === uuid);
        entries[row?.title ?? ''] = reason;
      }
    }
    return entries;
  };
  return { ...world, ann, bob, cid, mine, task, open, done, theirs, move, history, feedOf };
}

test('a move between campaigns of two owners rolls up both sides, is logged as automatic, and notifies nobody', async () => {
  const { ann, bob, mine, task, open, done, theirs, move, history, store } = await twoOwners();
  expect((await ann.see(mine))?.status).toBe('in_progress');
  expect((await ann.see(theirs))?.status).toBe('completed');
  await move(open, theirs.id);
  // The task's other todo is completed, so the task and its campaign are.
  expect((await ann.see(task))?.status).toBe('completed');
  expect((await ann.see(mine))?.status).toBe('completed');
  expect((await bob.see(theirs))?.status).toBe('in_progress');
  expect(await ann.see(task)).toMatchObject({ version: 1 });
  expect((await history(bob.id, theirs))?.slice(0, 2)).toEqual([
    ['reopened', 'theirs', { status: 'completed → in_progress', automatic: 'yes' }],
    ['moved', 'open', { parent: '→ theirs', campaign: '→ theirs' }],
  ]);
  expect((await history(ann.id, mine))?.slice(0, 3)).toEqual([
    ['completed', 'mine', { status: 'in_progress → completed', automatic: 'yes' }],
    ['completed', 'task', { status: 'in_progress → completed', automatic: 'yes' }],
    ['moved', 'open', { parent: 'task → theirs', campaign: 'mine → theirs' }],
  ]);
  expect(await ann.see(done)).toMatchObject({ parent_id: task.id });
  const notices = store.tables().notifications.filter(({ kind }) => kind !== 'assigned');
  expect(notices).toEqual([]);
});

test('[SHARE-19] a move between campaigns of two owners logs one entry on each side, which names the other campaign only to users who see it', async () => {
  const { ann, bob, mine, open, theirs, move, history } = await twoOwners();
  await move(open, theirs.id);
  const moves = async (userId: number, campaign: { readonly id: number }) =>
    (await history(userId, campaign))?.filter(([action]) => action === 'moved');
  const full = ['moved', 'open', { parent: 'task → theirs', campaign: 'mine → theirs' }];
  expect(await moves(ann.id, mine)).toEqual([full]);
  expect(await moves(ann.id, theirs)).toEqual([full]);
  const half = ['moved', 'open', { parent: '→ theirs', campaign: '→ theirs' }];
  expect(await moves(bob.id, theirs)).toEqual([half]);
  expect(await moves(bob.id, mine)).toBeUndefined();
});

/**
 * Bob's task in Ann's campaign, with his todos for her and for a contact of hers, and two todos of her own.
 */
async function mixed() {
  const { world, ann, bob } = await worldOf('Ann', 'Bob');
  const cid = await world.stranger('Cid');
  await makeMutual(world.store, ann.id, cid.id);
  const from = await ann.create({ type: 'campaign', title: 'from', assigned_to: bob.id });
  const to = await bob.create({ type: 'campaign', title: 'to' });
  const task = await bob.create({ type: 'task', title: 'task', parent_id: from.id });
  const under = { type: 'todo', parent_id: task.id };
  const forCid = await bob.create({ ...under, title: 'for Cid', assigned_to: cid.id });
  const completed = { ...under, status: 'completed' };
  const forAnn = await bob.create({ ...completed, title: 'for Ann', assigned_to: ann.id });
  const hers = await ann.create({ ...under, title: 'hers' });
  const gone = await ann.create({ ...under, title: 'gone' });
  await ann.send('DELETE', `/api/items/${gone.id}`);
  const logOf = async (who: { id: number }, campaign: { id: number }) => {
    const page = await world.authority.activity({ userId: who.id }, { id: campaign.id }, 1);
    return page?.data.map(({ action, item, metadata }) => [action, item.title, metadata]);
  };
  const move = (parent_id: number) => bob.send('PATCH', `/api/items/${task.id}`, { parent_id });
  return { ...world, ann, bob, cid, from, to, task, forCid, forAnn, hers, gone, logOf, move };
}

test('a move out of a campaign of another user logs the items that stay behind and the assignments that end, as automatic', async () => {
  const { ann, bob, from, to, move, logOf } = await mixed();
  expect((await move(to.id)).status).toBe(200);
  expect((await logOf(ann, from))?.slice(0, 3)).toEqual([
    ['moved', 'task', { parent: 'from → to', campaign: 'from → to' }],
    ['moved', 'hers', { parent: 'task → from', automatic: 'yes' }],
    ['deleted', 'gone', {}],
  ]);
  expect((await logOf(bob, to))?.filter(([action]) => action !== 'created')).toEqual([
    ['started', 'to', { status: 'pending → in_progress', automatic: 'yes' }],
    ['moved', 'task', { parent: 'from → to', campaign: 'from → to' }],
    ['assigned', 'for Cid', { assigned_to: 'Cid → Unassigned', automatic: 'yes' }],
  ]);
});

test('a move between campaigns of one owner resends no item to users whose rights stay the same or who no longer see the item', async () => {
  const { world, ann, cid } = await worldOf('Ann', 'Cid');
  const { store } = world;
  const one = await ann.create({ type: 'campaign', title: 'one' });
  const two = await ann.create({ type: 'campaign', title: 'two' });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: one.id });
  const todo = await ann.create({ type: 'todo', title: 'todo', parent_id: task.id });
  for (const user_id of [cid.id, 0])
    await ann.send('POST', `/api/items/${todo.id}/assign`, { user_id });
  const before = await ann.see(todo);
  const placeOf = () =>
    store.tables().access.find((row) => row.user_id === cid.id && row.item_id === todo.id)?.seq;
  const place = placeOf();
  const moved = await ann.send('PATCH', `/api/items/${task.id}`, { parent_id: two.id });
  expect(moved.status).toBe(200);
  expect(await ann.see(todo)).toEqual(before);
  expect(placeOf()).toBe(place);
  const { heads, users } = store.tables();
  const ids = users.map(({ id }) => id);
  expect(heads.every(({ user_id }) => ids.includes(user_id))).toBe(true);
});
