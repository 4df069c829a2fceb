import { brokenInvariants } from '@foray/model';
import { makeWorld } from '../testing/world.ts';
import type { ChangeOutcome } from '../store/outcome.ts';
import type { Tx } from '../store/store.ts';

/** Ann's campaign with a task of two todos; Bob has no role in it yet. */
async function family() {
  const world = makeWorld();
  const { store } = world;
  const ann = await world.person('Ann');
  const bob = await world.person('Bob');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  const first = await ann.create({ type: 'todo', title: 'first', parent_id: campaign.id });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: campaign.id });
  const second = await ann.create({ type: 'todo', title: 'second', parent_id: task.id });
  await ann.send('PATCH', `/api/items/${first.id}`, { parent_id: task.id });
  const assign = (item: { id: number }, user_id: number) =>
    ann.send('POST', `/api/items/${item.id}/assign`, { user_id });
  const remove = (item: { id: number }, children: readonly string[] = []) =>
    ann.send('DELETE', `/api/items/${item.id}`, { children });
  const rowOf = (item: { id: number }, who = bob) =>
    store.tables().access.find((row) => row.user_id === who.id && row.item_id === item.id);
  const outcomes: ChangeOutcome[] = [];
  const run = store.tx.bind(store);
  store.tx = (fn) =>
    run((tx) => {
      const putOutcome: Tx['putOutcome'] = (outcome) => {
        outcomes.push(outcome);
        return tx.putOutcome(outcome);
      };
      return fn(Object.assign(Object.create(tx) as Tx, { putOutcome }));
    });
  const holds = () => expect(brokenInvariants(store.tables())).toEqual([]);
  return {
    ...world,
    ann,
    bob,
    campaign,
    task,
    first,
    second,
    assign,
    remove,
    rowOf,
    outcomes,
    holds,
  };
}

/** The rows that the last change wrote, as user and item, with whether they move in the feed. */
const writtenBy = (outcomes: readonly ChangeOutcome[]) =>
  outcomes.at(-1)?.access.map((row) => [row.user_id, row.item_id, row.behind !== null]);

test('the access rows that a change writes follow the order of the items, so that a feed sends a new member the parent first', async () => {
  const { bob, campaign, task, first, second, assign, store } = await family();
  await assign(campaign, bob.id);
  const gained = store
    .tables()
    .access.filter((row) => row.user_id === bob.id)
    .toSorted((a, b) => a.seq - b.seq);
  const ids = gained.map((row) => row.item_id);
  expect(ids).toEqual([campaign.id, first.id, task.id, second.id]);
});

test('no access row is written if the checked right is unchanged', async () => {
  const { ann, bob, campaign, task, assign, outcomes, holds } = await family();
  await assign(campaign, bob.id);
  await assign(task, bob.id);
  expect(writtenBy(outcomes)).toEqual([
    [ann.id, task.id, true],
    [bob.id, task.id, true],
  ]);
  await assign(task, 0);
  expect(writtenBy(outcomes)).toEqual([
    [ann.id, task.id, true],
    [bob.id, task.id, true],
  ]);
  holds();
});

test('an access row moves in the feed when view becomes a higher right, even if the item is unchanged', async () => {
  const { authority, bob, campaign, task, first, assign } = await family();
  await assign(first, bob.id);
  expect(await bob.see(task)).toMatchObject({ permission: 'view' });
  const tasksSince = async (since: number) => {
    const query = { type: 'task', since, limit: 10 } as const;
    const page = await authority.delta({ userId: bob.id }, query);
    if (!page.ok) throw page.error;
    return page.value;
  };
  const { cursor } = await tasksSince(0);
  await assign(campaign, bob.id);
  const { data } = await tasksSince(cursor);
  expect(data).toMatchObject([{ id: task.id, permission: 'contribute', version: 1 }]);
});

test('the access row of a user who lost an item keeps the right that they had on the deleted item', async () => {
  const { ann, bob, campaign, task, first, second, assign, remove, rowOf, holds } = await family();
  await assign(first, bob.id);
  await remove(task);
  expect(rowOf(task)).toMatchObject({ removed: true, reason: 'deleted', permission: 'view' });
  await assign(campaign, bob.id);
  await remove(second);
  const lost = { removed: true, reason: 'deleted' };
  expect(rowOf(second)).toMatchObject({ ...lost, permission: 'contribute' });
  expect(rowOf(second, ann)).toMatchObject({ ...lost, permission: 'manage' });
  holds();
});

test('the access row of a user who lost an item keeps the right that they lost before it was deleted, and is not written again', async () => {
  const { bob, campaign, second, assign, remove, rowOf, outcomes, holds } = await family();
  await assign(campaign, bob.id);
  await assign(campaign, 0);
  const before = rowOf(second);
  expect(before).toMatchObject({ reason: 'hidden', permission: 'contribute' });
  await remove(second);
  expect(rowOf(second)).toEqual(before);
  expect(writtenBy(outcomes)?.filter(([userId]) => userId === bob.id)).toEqual([]);
  holds();
});

test('the access row of a user who lost an item keeps the right that an assignment gave them until it was deleted', async () => {
  const { bob, first, assign, remove, rowOf, holds } = await family();
  await assign(first, bob.id);
  await remove(first);
  expect(rowOf(first)).toMatchObject({ reason: 'deleted', permission: 'contribute' });
  holds();
});

test('the access row of a user who lost an item says that it was hidden from them, also if it is deleted later', async () => {
  const { authority, bob, first, assign, remove, rowOf, holds } = await family();
  await assign(first, bob.id);
  await assign(first, 0);
  const before = rowOf(first);
  await remove(first);
  expect(rowOf(first)).toMatchObject({ removed: true, reason: 'hidden', seq: before?.seq });
  const query = { type: 'todo', since: 0, limit: 10 } as const;
  const page = await authority.delta({ userId: bob.id }, query);
  expect(page).toMatchObject({ value: { removed: [{ id: first.id, reason: 'hidden' }] } });
  holds();
});
