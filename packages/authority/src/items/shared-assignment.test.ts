import type { Tx } from '../store/store.ts';
import { makeMutual } from '../testing/mutual.ts';
import { itemOf, refusalOf } from '../testing/world.ts';
import { shared } from '../testing/shared-tree.ts';

test('[SHARE-12] assigning: together with a move checks the place where the item will be', async () => {
  const { ann, bob, stranger, store, campaign, task, hers, his, url, assign, holds } =
    await shared();
  const [eve, fay] = [await stranger('Eve'), await stranger('Fay')];
  for (const one of [eve, fay]) await makeMutual(store, ann.id, one.id);
  await assign(hers, eve.id);
  await assign(his, fay.id);
  const moveAndAssign = (parent_id: number | null, assigned_to: number) =>
    bob.send('PATCH', url(task), { parent_id, assigned_to });
  // The item that is assigned to Eve stays in the campaign: at the top level Bob does not know her.
  const refused = refusalOf(await moveAndAssign(null, eve.id));
  expect(refused).toMatchObject({
    status: 422,
    code: 'unknown_assignee',
    fields: { assigned_to: 'unknown_assignee' },
  });
  expect(refusalOf(await moveAndAssign(null, 4711)).code).toBe('unknown_assignee');
  const own = await bob.create({ type: 'campaign', title: 'own' });
  expect(refusalOf(await moveAndAssign(own.id, fay.id)).status).toBe(422);
  expect(await ann.see(task)).toMatchObject({ parent_id: campaign.id, version: 1 });
  // His todo moves along, with Fay's right on it.
  expect(itemOf(await moveAndAssign(null, fay.id))).toMatchObject({ assigned_to: fay.id });
  holds();
});

test('[SHARE-12] assigning under a root of another user accepts its people and the contacts of its owner', async () => {
  const { ann, bob, cid, stranger, store, campaign, his, assign, noticesOf } = await shared();
  const [eve, fay] = [await stranger('Eve'), await stranger('Fay')];
  await makeMutual(store, bob.id, eve.id);
  await makeMutual(store, ann.id, fay.id);
  // Eve is Bob's contact, but the root is Ann's.
  const refused = await assign(his, eve.id, bob);
  expect(refusalOf(refused)).toMatchObject({ status: 422, code: 'unknown_assignee' });
  expect(await assign(his, 4711, bob)).toEqual(refused);
  expect((await assign(his, fay.id, bob)).status).toBe(200);
  expect((await assign(his, ann.id, bob)).status).toBe(200);
  expect((await assign(his, 3, bob)).status).toBe(200);
  // Every contributor may assign to a user who has a right in the tree.
  await assign(campaign, cid.id);
  expect((await assign(his, cid.id, cid)).status).toBe(200);
  expect((await noticesOf(ann.id)).map(({ kind }) => kind)).toContain('assigned_other');
});

test("[SHARE-12] assigning under the caller's own root outside campaigns accepts its people", async () => {
  const { ann, bob, stranger, store } = await shared();
  const eve = await stranger('Eve');
  await makeMutual(store, ann.id, eve.id);
  const task = await ann.create({ type: 'task', title: 'x', assigned_to: eve.id });
  const todo = { type: 'todo', title: 'y', parent_id: task.id, assigned_to: bob.id };
  await ann.create(todo);
  expect((await eve.send('POST', '/api/items', todo)).status).toBe(201);
});

test("[SHARE-15] assigning notifies the root's owner of every assignment by others", async () => {
  const { ann, bob, cid, campaign, his, assign, noticesOf } = await shared();
  await assign(campaign, bob.id);
  expect(await noticesOf(ann.id)).toEqual([]);
  await assign(his, cid.id, bob);
  expect(await noticesOf(ann.id)).toEqual([
    { kind: 'assigned_other', actor_id: bob.id, item_uuid: his.uuid },
  ]);
  await assign(his, ann.id, bob);
  expect((await noticesOf(ann.id)).map(({ kind }) => kind).toSorted()).toEqual([
    'assigned',
    'assigned_other',
  ]);
});

test('[SHARE-16] assigning checks two people: the number of statements and rows does not depend on the number of members', async () => {
  const cost = async (members: number): Promise<readonly string[]> => {
    const { ann, cid, person, campaign, task, assign, calls, store } = await shared();
    for (let index = 0; index < members; index += 1) {
      const member = await person(`Member ${index}`);
      const todo = { type: 'todo', title: 'x', parent_id: task.id, assigned_to: member.id };
      await ann.create(todo);
    }
    const before = new Map(
      store.tables().access.map((row) => [`${row.user_id} ${row.item_id}`, row]),
    );
    calls.length = 0;
    const readForAll = new Set<number>();
    const begin = store.tx.bind(store);
    store.tx = <T>(work: (tx: Tx) => Promise<T>) =>
      begin((tx) => {
        const access: Tx['access'] = (itemIds, userIds) => {
          if (userIds === null) for (const id of itemIds) readForAll.add(id);
          else expect(userIds.length).toBeLessThanOrEqual(2);
          return tx.access(itemIds, userIds);
        };
        const get = (of: Tx, name: keyof Tx) => (name === 'access' ? access : of[name]);
        return work(new Proxy(tx, { get: (of, name) => get(of, name as keyof Tx) }));
      });
    await assign(campaign, cid.id);
    // Below it only the rights of these two are read.
    expect([...readForAll].filter((id) => id !== campaign.id)).toEqual([]);
    const written = store.tables().access.filter((row) => {
      const known = before.get(`${row.user_id} ${row.item_id}`);
      return JSON.stringify(known) !== JSON.stringify(row);
    });
    // For the others only the campaign changes, which has another assignee now.
    const others = written.filter(({ user_id }) => user_id === ann.id || user_id > cid.id);
    expect(others.every(({ item_id }) => item_id === campaign.id)).toBe(true);
    return [...calls];
  };
  const [few, many] = [await cost(1), await cost(12)];
  expect(many).toEqual(few);
  expect(few.length).toBeLessThanOrEqual(30);
});
