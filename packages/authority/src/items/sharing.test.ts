import { describe, expect, test } from 'vitest';
import type { Tx } from '../store/store.ts';
import { makeMutual } from '../testing/mutual.ts';
import { brokenInvariants } from '../testing/reference.ts';
import { itemOf, makeWorld, refusalOf } from '../testing/world.ts';

/** Ann's campaign with a task of Bob's, who is assigned to the campaign, and todos of both in that. */
async function shared() {
  const calls: string[] = [];
  const world = makeWorld({ beforePrimitive: async (name) => void calls.push(name) });
  const [ann, bob, cid] = [
    await world.person('Ann'),
    await world.person('Bob'),
    await world.person('Cid'),
  ];
  const campaign = await ann.create({ type: 'campaign', title: 'campaign', assigned_to: bob.id });
  const task = await bob.create({ type: 'task', title: 'task', parent_id: campaign.id });
  const hers = await ann.create({ type: 'todo', title: 'hers', parent_id: task.id });
  const his = await bob.create({ type: 'todo', title: 'his', parent_id: task.id });
  const url = (item: { id: number }, action = '') => `/api/items/${item.id}${action}`;
  const assign = (item: { id: number }, user_id: number, by = ann) =>
    by.send('POST', url(item, '/assign'), { user_id });
  const remove = (item: { id: number }, user_id: number, by = ann) =>
    by.send('POST', url(item, '/remove'), { user_id });
  const move = (item: { id: number }, parent_id: number | null, by = ann) =>
    by.send('PATCH', url(item), { parent_id });
  const noticesOf = async (userId: number) => {
    const page = await world.authority.changes({ userId }, { since: 0, limit: 100 });
    if (!page.ok) throw new Error('epoch_changed');
    return page.value.notifications.map(({ kind, actor_id, item_uuid }) => ({
      kind,
      actor_id,
      item_uuid,
    }));
  };
  const holds = () => expect(brokenInvariants(world.store.tables())).toEqual([]);
  return {
    ...world,
    calls,
    ann,
    bob,
    cid,
    campaign,
    task,
    hers,
    his,
    url,
    assign,
    remove,
    move,
    noticesOf,
    holds,
  };
}

describe('removing a user', () => {
  test('[SHARE-07] ends their assignments on it and on all below, deleted ones too, at once', async () => {
    const { ann, bob, campaign, task, hers, his, url, assign, remove, holds } = await shared();
    await assign(task, bob.id, bob);
    await assign(hers, bob.id);
    await ann.send('DELETE', url(hers));
    expect(itemOf(await remove(campaign, bob.id))).toMatchObject({
      assigned_to: null,
      permission: 'manage',
      version: 2,
    });
    for (const item of [campaign, task, his]) expect(await bob.see(item)).toBe(null);
    await ann.send('POST', url(hers, '/restore'));
    expect(await ann.see(hers)).toMatchObject({ assigned_to: null });
    expect(await bob.see(hers)).toBe(null);
    holds();
  });

  test('[SHARE-06] unassigning clears one assignment, and another further down keeps them in', async () => {
    const { bob, campaign, task, his, assign, holds } = await shared();
    await assign(task, bob.id, bob);
    await assign(campaign, 0);
    expect(await bob.see(campaign)).toMatchObject({ permission: 'view' });
    expect(await bob.see(task)).toMatchObject({ permission: 'contribute' });
    expect(await bob.see(his)).toMatchObject({ permission: 'manage' });
    holds();
  });

  test('[SHARE-07] needs manage; for a user without a part in it nothing changes', async () => {
    const { bob, cid, campaign, his, remove, assign, store } = await shared();
    await assign(his, cid.id);
    expect(refusalOf(await remove(his, bob.id, cid)).status).toBe(403);
    expect(refusalOf(await remove(campaign, bob.id, bob)).status).toBe(403);
    const before = store.tables();
    expect(itemOf(await remove(his, bob.id, bob))).toMatchObject({ version: 2 });
    expect(refusalOf(await bob.send('POST', '/api/items/1/remove', { user_id: 1 })).status).toBe(
      404,
    );
    expect(store.tables()).toEqual(before);
    const wrong = refusalOf(await bob.send('POST', `/api/items/${his.id}/remove`, { user_id: 0 }));
    expect(wrong).toMatchObject({ status: 422, fields: { user_id: 'required' } });
  });

  test('[SHARE-28] counts up the version of all from which it takes an assignment', async () => {
    const { ann, bob, campaign, task, hers, his, url, assign, remove } = await shared();
    await assign(hers, bob.id);
    const before = await ann.see(hers);
    await remove(campaign, bob.id);
    expect(await ann.see(hers)).toMatchObject({ version: (before?.version ?? 0) + 1 });
    expect(await ann.see(task)).toMatchObject({ version: 1 });
    expect(await ann.see(his)).toMatchObject({ version: 1 });
    // What was decided before, on an item that was his, does not let him in again.
    const stale = { ifMatch: `"e1:${before?.version}"` };
    const again = await ann.send('POST', url(hers, '/assign'), { user_id: bob.id }, stale);
    expect(refusalOf(again)).toMatchObject({ status: 412, code: 'stale' });
    expect(await bob.see(hers)).toBe(null);
  });

  test('[SHARE-05] notifies every user who loses an item of their own, once', async () => {
    const { ann, bob, campaign, remove, noticesOf } = await shared();
    await remove(campaign, bob.id);
    const removed = (await noticesOf(bob.id)).filter(({ kind }) => kind === 'removed');
    expect(removed).toEqual([{ kind: 'removed', actor_id: ann.id, item_uuid: expect.any(String) }]);
  });
});

describe('a move', () => {
  test('[SHARE-08] to the top level is for the owner only', async () => {
    const { ann, bob, campaign, task, his, move, holds } = await shared();
    expect(refusalOf(await move(task, null))).toMatchObject({ status: 403, code: 'forbidden' });
    expect(itemOf(await move(task, null, bob))).toMatchObject({ parent_id: null });
    expect(await ann.see(task)).toBe(null);
    expect(await bob.see(his)).toMatchObject({ permission: 'manage', parent_id: task.id });
    expect(await ann.see(campaign)).toMatchObject({ permission: 'manage' });
    holds();
  });

  test('[SHARE-26] out of a root of another user is for its owner only', async () => {
    const { ann, bob, cid, campaign, task, hers, his, assign, move, holds } = await shared();
    const own = await bob.create({ type: 'campaign', title: 'own' });
    // Bob manages it by the task that it is in, which is his.
    expect(await bob.see(hers)).toMatchObject({ permission: 'manage' });
    const refused = await move(hers, own.id, bob);
    expect(refusalOf(refused)).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await ann.see(hers)).toMatchObject({ parent_id: task.id, permission: 'manage' });
    // Within the campaign he may.
    expect((await move(hers, campaign.id, bob)).status).toBe(200);
    // What is his own he takes, and she moves what is in her campaign, whosever it is.
    expect((await move(his, own.id, bob)).status).toBe(200);
    const other = await ann.create({ type: 'campaign', title: 'other' });
    expect((await move(task, other.id)).status).toBe(200);
    await assign(other, cid.id);
    holds();
  });

  test('[SHARE-09] out of a root of another user takes only what the mover owns', async () => {
    const { ann, bob, campaign, task, hers, his, url, move, holds, authority } = await shared();
    const gone = await ann.create({ type: 'todo', title: 'gone', parent_id: task.id });
    await ann.send('DELETE', url(gone));
    await move(task, null, bob);
    expect(await ann.see(hers)).toMatchObject({ parent_id: campaign.id, version: 1 });
    expect(await bob.see(his)).toMatchObject({ parent_id: task.id });
    await ann.send('POST', url(gone, '/restore'));
    expect(await ann.see(gone)).toMatchObject({ parent_id: campaign.id, permission: 'manage' });
    const log = await authority.activity({ userId: ann.id }, { id: campaign.id }, 1);
    const moved = log?.data.filter(({ action }) => action === 'moved');
    expect(moved?.map(({ item }) => item.title)).toEqual(['task', 'hers']);
    holds();
  });

  test('[SHARE-09] leaves them also where the former parent is deleted', async () => {
    const { ann, bob, campaign, task, hers, url, assign, move, holds } = await shared();
    await assign(task, bob.id);
    await ann.send('DELETE', url(campaign));
    const own = await bob.create({ type: 'campaign', title: 'own' });
    // What is deleted gives its assignee nothing, so that Bob only contributes by the task itself.
    expect(refusalOf(await move(task, own.id, bob)).status).toBe(403);
    expect(await ann.see(task)).toMatchObject({ permission: 'manage' });
    const other = await ann.create({ type: 'campaign', title: 'other' });
    await move(task, other.id);
    expect(await ann.see(hers)).toMatchObject({ parent_id: task.id });
    holds();
  });

  test('[SHARE-05] ends what its owner had, where they have no right on the new place', async () => {
    const { ann, bob, task, his, move, holds, noticesOf } = await shared();
    const other = await ann.create({ type: 'campaign', title: 'other' });
    await move(task, other.id);
    expect(await bob.see(task)).toBe(null);
    expect(await bob.see(his)).toBe(null);
    expect(await ann.see(task)).toMatchObject({ user_id: bob.id, permission: 'manage' });
    expect((await noticesOf(bob.id)).map(({ kind }) => kind)).toContain('removed');
    holds();
  });

  test('[SHARE-14] clears assignees who could not be assigned there', async () => {
    const { ann, bob, cid, stranger, store, move, holds } = await shared();
    const eve = await stranger('Eve');
    await makeMutual(store, cid.id, eve.id);
    const task = await cid.create({ type: 'task', title: 'by Cid', assigned_to: eve.id });
    const under = { type: 'todo', parent_id: task.id };
    const forEve = await cid.create({ ...under, title: 'for Eve', assigned_to: eve.id });
    const forBob = await cid.create({ ...under, title: 'for Bob', assigned_to: bob.id });
    const forSam = await cid.create({ ...under, title: 'for Sam', assigned_to: 2 });
    const place = await ann.create({ type: 'campaign', title: 'place', assigned_to: cid.id });
    expect(itemOf(await move(task, place.id, cid))).toMatchObject({ assigned_to: null });
    expect(await ann.see(forEve)).toMatchObject({ assigned_to: null });
    expect(await ann.see(forBob)).toMatchObject({ assigned_to: bob.id });
    expect(await ann.see(forSam)).toMatchObject({ assigned_to: 2 });
    expect(await eve.see(forEve)).toBe(null);
    holds();
  });
});

describe('assigning', () => {
  test('[SHARE-12] with a move in the same request checks the place where the item will be', async () => {
    const { ann, bob, stranger, store, campaign, task, hers, his, url, assign, holds } =
      await shared();
    const [eve, fay] = [await stranger('Eve'), await stranger('Fay')];
    for (const one of [eve, fay]) await makeMutual(store, ann.id, one.id);
    await assign(hers, eve.id);
    await assign(his, fay.id);
    const moveAndAssign = (parent_id: number | null, assigned_to: number) =>
      bob.send('PATCH', url(task), { parent_id, assigned_to });
    // What is assigned to Eve stays in the campaign: at the top level Bob does not know her.
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
    // His todo moves along, and Fay's right on it.
    expect(itemOf(await moveAndAssign(null, fay.id))).toMatchObject({ assigned_to: fay.id });
    holds();
  });

  test('[SHARE-12] under a root of another user accepts its people and the contacts of its owner', async () => {
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
    // Once a user has a part in the tree, every contributor may assign to them.
    await assign(campaign, cid.id);
    expect((await assign(his, cid.id, cid)).status).toBe(200);
    expect((await noticesOf(ann.id)).map(({ kind }) => kind)).toContain('assigned_other');
  });

  test('[SHARE-12] under a root of the caller’s own accepts its people without a campaign', async () => {
    const { ann, bob, stranger, store } = await shared();
    const eve = await stranger('Eve');
    await makeMutual(store, ann.id, eve.id);
    const task = await ann.create({ type: 'task', title: 'x', assigned_to: eve.id });
    const todo = { type: 'todo', title: 'y', parent_id: task.id, assigned_to: bob.id };
    await ann.create(todo);
    expect((await eve.send('POST', '/api/items', todo)).status).toBe(201);
  });

  test('[SHARE-15] notifies the owner of the root of every assignment by others', async () => {
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

  test('[SHARE-16] checks two people: the number of statements and rows does not depend on the number of members', async () => {
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
      // Of what is below it the rights of the two alone are read.
      expect([...readForAll].filter((id) => id !== campaign.id)).toEqual([]);
      const written = store.tables().access.filter((row) => {
        const known = before.get(`${row.user_id} ${row.item_id}`);
        return JSON.stringify(known) !== JSON.stringify(row);
      });
      // Of the others only the campaign changes, which is assigned to another user now.
      const others = written.filter(({ user_id }) => user_id === ann.id || user_id > cid.id);
      expect(others.every(({ item_id }) => item_id === campaign.id)).toBe(true);
      return [...calls];
    };
    const [few, many] = [await cost(1), await cost(12)];
    expect(many).toEqual(few);
    expect(few.length).toBeLessThanOrEqual(30);
  });
});

describe('what is seen', () => {
  test('[SHARE-03] a right below shows only the living ancestors, not their other children', async () => {
    const { ann, cid, campaign, task, hers, his, assign, url, holds } = await shared();
    await assign(hers, cid.id);
    expect(await cid.see(campaign)).toMatchObject({ permission: 'view', children_count: 1 });
    expect(await cid.see(task)).toMatchObject({ permission: 'view', children_count: 1 });
    expect(await cid.see(his)).toBe(null);
    await ann.send('DELETE', url(task));
    expect(await cid.see(hers)).toMatchObject({ permission: 'contribute', parent: null });
    expect(await cid.see(campaign)).toMatchObject({ permission: 'view' });
    holds();
  });

  test('[SHARE-04] the owner of a deleted campaign keeps what was in it, its assignee nothing', async () => {
    const { ann, bob, campaign, task, his, url, holds } = await shared();
    await ann.send('DELETE', url(campaign));
    expect(await bob.see(task)).toBe(null);
    expect(await bob.see(his)).toBe(null);
    expect(await ann.see(task)).toMatchObject({ permission: 'manage', user_id: bob.id });
    await ann.send('POST', url(campaign, '/restore'));
    expect(await bob.see(his)).toMatchObject({ permission: 'manage' });
    holds();
  });

  test('[SHARE-01] [SHARE-02] manage and contribute come from the parent, and from the item itself only with it', async () => {
    const { ann, bob, cid, campaign, task, hers, his, assign, holds } = await shared();
    expect(await ann.see(his)).toMatchObject({ permission: 'manage' });
    expect(await bob.see(campaign)).toMatchObject({ permission: 'contribute' });
    expect(await bob.see(task)).toMatchObject({ permission: 'manage' });
    expect(await bob.see(hers)).toMatchObject({ permission: 'manage' });
    await assign(task, cid.id);
    expect(await cid.see(hers)).toMatchObject({ permission: 'contribute' });
    const own = await cid.create({ type: 'todo', title: 'own', parent_id: task.id });
    expect(own).toMatchObject({ permission: 'manage' });
    await assign(own, cid.id, cid);
    await assign(task, 0);
    // Ownership alone gives nothing inside another user's tree: what is left is the assignment.
    expect(await cid.see(own)).toMatchObject({ permission: 'contribute' });
    holds();
  });

  test('[SHARE-19] the history keeps the server value that a change replaced', async () => {
    const { ann, bob, campaign, his, url, authority } = await shared();
    await ann.send('PATCH', url(his), { title: 'newer' });
    await bob.send('PATCH', url(his), { title: 'from long ago' });
    const log = await authority.activity({ userId: ann.id }, { id: campaign.id }, 1);
    expect(log?.data[0]?.metadata).toEqual({ title: 'newer → from long ago' });
  });
});
