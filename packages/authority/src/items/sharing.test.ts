import { makeMutual } from '../testing/mutual.ts';
import { itemOf, refusalOf } from '../testing/world.ts';
import { shared } from '../testing/shared-tree.ts';

test('[SHARE-07] removing a user ends their assignments on the item and everything below, deleted items too, at once', async () => {
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

test('[SHARE-06] removing a user differs from unassigning, which clears one assignment while another further down remains', async () => {
  const { bob, campaign, task, his, assign, holds } = await shared();
  await assign(task, bob.id, bob);
  await assign(campaign, 0);
  expect(await bob.see(campaign)).toMatchObject({ permission: 'view' });
  expect(await bob.see(task)).toMatchObject({ permission: 'contribute' });
  expect(await bob.see(his)).toMatchObject({ permission: 'manage' });
  holds();
});

test('[SHARE-07] removing a user needs manage, and changes nothing for a user without a right in the tree', async () => {
  const { bob, cid, campaign, his, remove, assign, store } = await shared();
  await assign(his, cid.id);
  expect(refusalOf(await remove(his, bob.id, cid)).status).toBe(403);
  expect(refusalOf(await remove(campaign, bob.id, bob)).status).toBe(403);
  const before = store.tables();
  expect(itemOf(await remove(his, bob.id, bob))).toMatchObject({ version: 2 });
  expect(refusalOf(await bob.send('POST', '/api/items/1/remove', { user_id: 1 })).status).toBe(404);
  expect(store.tables()).toEqual(before);
  const wrong = refusalOf(await bob.send('POST', `/api/items/${his.id}/remove`, { user_id: 0 }));
  expect(wrong).toMatchObject({ status: 422, fields: { user_id: 'required' } });
});

test('[SHARE-28] removing a user: raises the version of every item that it unassigns', async () => {
  const { ann, bob, campaign, task, hers, his, url, assign, remove } = await shared();
  await assign(hers, bob.id);
  const before = await ann.see(hers);
  await remove(campaign, bob.id);
  expect(await ann.see(hers)).toMatchObject({ version: (before?.version ?? 0) + 1 });
  expect(await ann.see(task)).toMatchObject({ version: 1 });
  expect(await ann.see(his)).toMatchObject({ version: 1 });
  // A request based on a version that was assigned to him does not give him access again.
  const stale = { ifMatch: `"e1:${before?.version}"` };
  const again = await ann.send('POST', url(hers, '/assign'), { user_id: bob.id }, stale);
  expect(refusalOf(again)).toMatchObject({ status: 412, code: 'stale' });
  expect(await bob.see(hers)).toBe(null);
});

test('[SHARE-05] removing a user notifies every user who loses an item of their own, once', async () => {
  const { ann, bob, campaign, remove, noticesOf } = await shared();
  await remove(campaign, bob.id);
  const removed = (await noticesOf(bob.id)).filter(({ kind }) => kind === 'removed');
  expect(removed).toEqual([{ kind: 'removed', actor_id: ann.id, item_uuid: expect.any(String) }]);
});

test('[SHARE-08] a move to the top level is allowed to the owner only', async () => {
  const { ann, bob, campaign, task, his, move, holds } = await shared();
  expect(refusalOf(await move(task, null))).toMatchObject({ status: 403, code: 'forbidden' });
  expect(itemOf(await move(task, null, bob))).toMatchObject({ parent_id: null });
  expect(await ann.see(task)).toBe(null);
  expect(await bob.see(his)).toMatchObject({ permission: 'manage', parent_id: task.id });
  expect(await ann.see(campaign)).toMatchObject({ permission: 'manage' });
  holds();
});

test("[SHARE-26] a move out of a root of another user is allowed to the item's owner only", async () => {
  const { ann, bob, cid, campaign, task, hers, his, assign, move, holds } = await shared();
  const own = await bob.create({ type: 'campaign', title: 'own' });
  // Bob manages it because he owns its task.
  expect(await bob.see(hers)).toMatchObject({ permission: 'manage' });
  const refused = await move(hers, own.id, bob);
  expect(refusalOf(refused)).toMatchObject({ status: 403, code: 'forbidden' });
  expect(await ann.see(hers)).toMatchObject({ parent_id: task.id, permission: 'manage' });
  // Within the campaign he may move it.
  expect((await move(hers, campaign.id, bob)).status).toBe(200);
  // He takes his own items out, and she moves anything in her campaign, no matter whose it is.
  expect((await move(his, own.id, bob)).status).toBe(200);
  const other = await ann.create({ type: 'campaign', title: 'other' });
  expect((await move(task, other.id)).status).toBe(200);
  await assign(other, cid.id);
  holds();
});

test("[SHARE-09] a move out of a root of another user takes only the mover's own items", async () => {
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

test("[SHARE-09] a move leaves others' items behind even if the former parent is deleted", async () => {
  const { ann, bob, campaign, task, hers, url, assign, move, holds } = await shared();
  await assign(task, bob.id);
  await ann.send('DELETE', url(campaign));
  const own = await bob.create({ type: 'campaign', title: 'own' });
  // The assignee of a deleted campaign has no right through it, so Bob contributes only through the task
  // itself.
  expect(refusalOf(await move(task, own.id, bob)).status).toBe(403);
  expect(await ann.see(task)).toMatchObject({ permission: 'manage' });
  const other = await ann.create({ type: 'campaign', title: 'other' });
  await move(task, other.id);
  expect(await ann.see(hers)).toMatchObject({ parent_id: task.id });
  holds();
});

test('[SHARE-05] a move ends the rights of an owner who has none in the new place', async () => {
  const { ann, bob, task, his, move, holds, noticesOf } = await shared();
  const other = await ann.create({ type: 'campaign', title: 'other' });
  await move(task, other.id);
  expect(await bob.see(task)).toBe(null);
  expect(await bob.see(his)).toBe(null);
  expect(await ann.see(task)).toMatchObject({ user_id: bob.id, permission: 'manage' });
  expect((await noticesOf(bob.id)).map(({ kind }) => kind)).toContain('removed');
  holds();
});

test('[SHARE-14] a move clears assignees who could not be assigned there', async () => {
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

test('[SHARE-03] sight of items: a right on an item shows only its ancestors that are not deleted, and not their other children', async () => {
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

test('[SHARE-04] sight of items: the owner of a deleted campaign keeps its items, and its assignee loses them', async () => {
  const { ann, bob, campaign, task, his, url, holds } = await shared();
  await ann.send('DELETE', url(campaign));
  expect(await bob.see(task)).toBe(null);
  expect(await bob.see(his)).toBe(null);
  expect(await ann.see(task)).toMatchObject({ permission: 'manage', user_id: bob.id });
  await ann.send('POST', url(campaign, '/restore'));
  expect(await bob.see(his)).toMatchObject({ permission: 'manage' });
  holds();
});

test('[SHARE-01] [SHARE-02] sight of items: manage and contribute on the parent include the item, and those on the item alone do not include the parent', async () => {
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
  // Ownership alone gives nothing inside another user's tree; the assignment remains.
  expect(await cid.see(own)).toMatchObject({ permission: 'contribute' });
  holds();
});

test('[SHARE-19] sight of items: the history keeps the server value that a change replaced', async () => {
  const { ann, bob, campaign, his, url, authority } = await shared();
  await ann.send('PATCH', url(his), { title: 'newer' });
  await bob.send('PATCH', url(his), { title: 'from long ago' });
  const log = await authority.activity({ userId: ann.id }, { id: campaign.id }, 1);
  expect(log?.data[0]?.metadata).toEqual({ title: 'newer → from long ago' });
});
