import type { ItemRow } from '../store/rows.ts';
import { brokenInvariants } from '@foray/model';
import { makeWorld } from '../testing/world.ts';

/**
 * Ann, Bob and Cid. `leave` deletes Bob's account and calls back at each commit; `before` runs an action once
 * before a primitive.
 */
async function makePeople() {
  let atCommit = (): void => {};
  const before = new Map<string, () => Promise<unknown>>();
  const world = makeWorld({
    afterCommit: () => atCommit(),
    beforePrimitive: async (name) => {
      const act = before.get(name);
      before.delete(name);
      await act?.();
    },
  });
  const [ann, bob, cid] = [
    await world.person('Ann'),
    await world.person('Bob'),
    await world.person('Cid'),
  ];
  const leave = async (onCommit: () => void = () => {}) => {
    atCommit = onCommit;
    await world.authority.deleteAccount({ userId: bob.id });
    atCommit = () => {};
  };
  const rowOf = ({ id }: { readonly id: number }): ItemRow | undefined =>
    world.store.row('items', id);
  return { ...world, ann, bob, cid, leave, before, rowOf };
}

/** The log entries of assignments that ended with Bob's account. */
const cleared = ({ store, bob }: Awaited<ReturnType<typeof makePeople>>) =>
  [...store.rows('activity')].filter(
    ({ user_id, action }) => user_id === bob.id && action === 'assigned',
  );

test("under another's root: the campaign's log records the assignments that ended, and no others", async () => {
  const people = await makePeople();
  const { ann, bob, cid, leave, authority } = people;
  const hers = await ann.create({ type: 'campaign', title: 'hers', assigned_to: bob.id });
  const below = { type: 'task', parent_id: hers.id };
  const mine = await bob.create({ ...below, title: 'by Bob' });
  await bob.create({ ...below, title: 'by Bob for Cid', assigned_to: cid.id });
  const forBob = await ann.create({ ...below, title: 'for Bob', assigned_to: bob.id });
  const gone = await ann.create({ ...below, title: 'gone', assigned_to: bob.id });
  await ann.send('DELETE', `/api/items/${gone.id}`);
  await leave();
  const entry = { campaign_id: hers.id, metadata: { assigned_to: { old: bob.id, new: null } } };
  expect(cleared(people)).toMatchObject([
    { ...entry, item_id: hers.id },
    { ...entry, item_id: forBob.id },
  ]);
  const log = await authority.activity({ userId: ann.id }, { id: hers.id }, 1);
  expect(log?.data.filter(({ action }) => action === 'assigned')).toHaveLength(2);
  expect(await ann.see(mine)).toMatchObject({ user_id: ann.id });
});

test("under another's root: an item that the user was unassigned from meanwhile stays as it is", async () => {
  const people = await makePeople();
  const { ann, bob, leave, before, store } = people;
  const hers = await ann.create({ type: 'todo', title: 'hers', assigned_to: bob.id });
  const seen = () => store.row('access', `${ann.id} ${hers.id}`);
  let left: ReturnType<typeof seen>;
  before.set('lockRoots', async () => {
    await ann.send('POST', `/api/items/${hers.id}/assign`, { user_id: 0 });
    left = seen();
  });
  await leave();
  expect(left).toBeDefined();
  expect(seen()).toEqual(left);
  expect(cleared(people)).toEqual([]);
  expect(await ann.see(hers)).toMatchObject({ assigned_to: null, user_id: ann.id });
  expect(brokenInvariants(store.tables())).toEqual([]);
});

test("[SHARE-11] a tree of the user's own is split up in one transaction, and a third person's items in it stay theirs", async () => {
  const people = await makePeople();
  const { ann, bob, cid, leave, rowOf } = people;
  const his = await bob.create({ type: 'campaign', title: 'his' });
  const task = { type: 'task', title: 'for Ann', parent_id: his.id, assigned_to: ann.id };
  await bob.create(task);
  const camp = await bob.create({ type: 'campaign', title: 'shared', assigned_to: ann.id });
  const anns = await ann.create({ type: 'task', title: 'by Ann', parent_id: camp.id });
  const below = { type: 'todo', parent_id: anns.id };
  const bobs = await bob.create({ ...below, title: 'by Bob', assigned_to: cid.id });
  const sub = await bob.create({ ...below, title: 'for Bob', assigned_to: bob.id });
  const place = { type: 'task', title: 'for Cid', parent_id: camp.id, assigned_to: cid.id };
  const forCid = await ann.create(place);
  const todo = { type: 'todo', title: 'by Cid', parent_id: forCid.id };
  const byCid = await cid.create(todo);
  let isApart = false;
  await leave(() => {
    if (isApart || rowOf(camp)?.title !== '') return;
    isApart = true;
    expect(rowOf(bobs)).toMatchObject({ user_id: ann.id, assigned_to: cid.id });
    expect(rowOf(sub)).toMatchObject({ user_id: ann.id, assigned_to: null });
    expect(rowOf(byCid)).toMatchObject({ user_id: cid.id, root_id: forCid.id });
  });
  expect(isApart).toBe(true);
  expect(rowOf(byCid)).toMatchObject({ user_id: cid.id, root_id: forCid.id });
  // An item outside campaigns has its own log.
  expect(cleared(people)).toMatchObject([{ campaign_id: null, item_title: 'for Bob' }]);
});

test("a tree of the user's own keeps only the time of an earlier delete, and no text", async () => {
  const { bob, leave, clock, rowOf } = await makePeople();
  const gone = await bob.create({ type: 'todo', title: 'gone' });
  const there = await bob.create({ type: 'todo', title: 'there' });
  await bob.send('DELETE', `/api/items/${gone.id}`);
  const { deleted_at } = rowOf(gone) ?? {};
  clock.nowMs += 86_400_000;
  await leave();
  expect(rowOf(gone)).toMatchObject({ title: '', deleted_at });
  expect(rowOf(there)).toMatchObject({
    title: '',
    deleted_at: new Date(clock.nowMs).toISOString(),
  });
});

test('an interrupted deletion leaves everyone with correct rights after each transaction', async () => {
  const { ann, bob, cid, leave, store } = await makePeople();
  const hers = await ann.create({ type: 'campaign', title: 'hers' });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: hers.id });
  const below = { type: 'todo', parent_id: task.id };
  await ann.create({ ...below, title: 'for Bob', assigned_to: bob.id });
  const open = await ann.create({ type: 'campaign', title: 'open', assigned_to: bob.id });
  const bobs = await bob.create({ type: 'task', title: 'by Bob', parent_id: open.id });
  await ann.create({ type: 'todo', title: 'below', parent_id: bobs.id });
  const forCid = { type: 'task', title: 'for Cid', parent_id: open.id, assigned_to: cid.id };
  await ann.create(forCid);
  const his = await bob.create({ type: 'campaign', title: 'his', assigned_to: ann.id });
  const inHis = await ann.create({ type: 'task', title: 'in his', parent_id: his.id });
  await bob.create({ type: 'todo', title: 'x', parent_id: inHis.id, assigned_to: cid.id });
  const broken: string[][] = [];
  await leave(() => broken.push([...brokenInvariants(store.tables())]));
  expect(broken.length).toBeGreaterThan(2);
  expect(broken.flat()).toEqual([]);
});

test('an interrupted deletion handles up to two hundred items in a transaction, but completes its last tree', async () => {
  const { ann, bob, leave, store } = await makePeople();
  const hers = await ann.create({ type: 'campaign', title: 'hers', assigned_to: bob.id });
  const roots = [hers];
  for (const title of ['one', 'two', 'three', 'four']) {
    roots.push(await bob.create({ type: 'campaign', title }));
  }
  for (const root of roots) {
    const count = root === hers ? 100 : 99;
    for (let index = 0; index < count; index += 1) {
      await bob.create({ type: 'todo', title: `${index}`, parent_id: root.id });
    }
  }
  // Bob holds only the hundred items below Ann's campaign, not the campaign itself.
  await ann.send('POST', `/api/items/${hers.id}/assign`, { user_id: 0 });
  const held = () =>
    [...store.rows('items')].filter(({ user_id, title }) => user_id === bob.id && title !== '')
      .length;
  const counts = [held()];
  await leave(() => counts.push(held()));
  const steps = counts.slice(1).map((count, index) => (counts[index] ?? 0) - count);
  expect(Math.max(...steps)).toBe(200);
  expect(counts.at(-1)).toBe(0);
});
