import { brokenInvariants } from '@foray/model';
import { itemOf, refusalOf, worldOf } from '../testing/world.ts';

const minuteMs = 60_000;

async function family() {
  const { world, ann, bob } = await worldOf('Ann', 'Bob');
  const campaign = await ann.create({ type: 'campaign', title: 'campaign' });
  const task = await ann.create({ type: 'task', title: 'task', parent_id: campaign.id });
  const todo = await ann.create({
    type: 'todo',
    title: 'todo',
    parent_id: task.id,
    assigned_to: bob.id,
    labels: ['Work', 'home', 'WORK'],
  });
  const label = (of: { readonly id: number }, data: unknown) =>
    ann.send('POST', `/api/items/${of.id}/labels`, data);
  return { ...world, ann, bob, campaign, task, todo, label };
}

test('[LABEL-01] labels can be set in a create, and are unique regardless of case', async () => {
  const { todo, task } = await family();
  expect([todo.labels, task.labels]).toEqual([['home', 'Work'], []]);
});

test('[LABEL-01] up to 50 labels are allowed, and a change beyond that is refused completely', async () => {
  const { ann, todo, label } = await family();
  const add = Array.from({ length: 48 }, (_, number) => `label ${number}`);
  expect(itemOf(await label(todo, { add })).labels).toHaveLength(50);
  expect(refusalOf(await label(todo, { add: ['more'] }))).toMatchObject({ code: 'limit' });
  const instead = { add: ['more'], remove: ['home'] };
  expect(itemOf(await label(todo, instead)).labels).toContain('more');
  expect((await ann.see(todo))?.labels).toHaveLength(50);
});

test('[LABEL-01] the log records labels, once for each change', async () => {
  const { ann, campaign, todo, authority, label } = await family();
  await label(todo, { add: ['later'], remove: ['HOME'] });
  await label(todo, { add: ['LATER'] });
  const log = await authority.activity({ userId: ann.id }, { id: campaign.id }, 1);
  expect(log?.data.slice(0, 1).map(({ action, metadata }) => [action, metadata])).toEqual([
    ['updated', { labels: 'home, Work → later, Work' }],
  ]);
  expect(log?.data.filter(({ action }) => action === 'updated')).toHaveLength(1);
});

test("[LABEL-01] labels survive a delete and a restore, and are erased with the item's texts", async () => {
  const { ann, todo, authority, store, clock } = await family();
  await ann.send('DELETE', `/api/items/${todo.id}`);
  const back = await ann.send('POST', `/api/items/${todo.id}/restore`);
  expect(itemOf(back).labels).toEqual(['home', 'Work']);
  await ann.send('DELETE', `/api/items/${todo.id}`);
  clock.nowMs += 40 * 24 * 60 * minuteMs;
  await authority.cleanUp();
  expect(store.row('items', todo.id)).toMatchObject({ title: '', labels: [] });
});

test('[LABEL-02] a change of labels reaches everybody who sees the item, but changes neither its version nor its time', async () => {
  const { ann, bob, todo, store, label, clock } = await family();
  const before = await bob.see(todo);
  clock.nowMs += minuteMs;
  const answer = await label(todo, { add: ['later'], remove: ['home'] });
  expect(answer).toMatchObject({ status: 200, etag: '"e1:1"' });
  expect(itemOf(answer)).toEqual({ ...todo, labels: ['later', 'Work'], rev: itemOf(answer).rev });
  const after = await bob.see(todo);
  expect(after).toMatchObject({ labels: ['later', 'Work'], version: before?.version });
  expect(after?.rev).toBeGreaterThan(before?.rev ?? 0);
  expect((await ann.see(todo))?.rev).toBeGreaterThan(todo.rev);
  expect(brokenInvariants(store.tables())).toEqual([]);
});

test('[LABEL-02] a change of labels without effect leaves every row as it is', async () => {
  const { todo, store, label } = await family();
  const before = store.tables();
  const answer = await label(todo, { add: ['WORK', 'HOME'], remove: ['later'] });
  expect(itemOf(answer)).toEqual(todo);
  expect(store.tables()).toEqual(before);
});

test('[LABEL-02] a change of labels takes effect once under its key', async () => {
  const { ann, todo, label } = await family();
  const url = `/api/items/${todo.id}/labels`;
  const send = () => ann.send('POST', url, { add: ['once'] }, { opId: 'key' });
  expect(itemOf(await send()).labels).toContain('once');
  await label(todo, { remove: ['once'] });
  expect(itemOf(await send()).labels).not.toContain('once');
});

test('[LABEL-02] a change of labels creates no version on which another request can be based', async () => {
  const { ann, todo } = await family();
  const url = `/api/items/${todo.id}`;
  await ann.send('PATCH', url, { title: 'first' }, { opId: 'first' });
  await ann.send('POST', `${url}/labels`, { add: ['later'] }, { opId: 'label' });
  const behind = (opId: string, after: string) =>
    ann.send('PATCH', url, { title: opId }, { opId, after });
  expect((await behind('second', 'label')).status).toBe(412);
  // The next request is based on the one before it, which is still valid.
  expect((await behind('third', 'first')).status).toBe(200);
});

test('[LABEL-02] a change of labels need not be based on a version', async () => {
  const { ann, todo, label } = await family();
  await ann.send('PATCH', `/api/items/${todo.id}`, { title: 'newer' });
  expect((await label(todo, { add: ['later'] })).status).toBe(200);
});

test('[LABEL-03] a user with the right to edit may change labels, and a user with the right to view may not', async () => {
  const { bob, stranger, task, todo } = await family();
  const send = (who: typeof bob, { id }: { readonly id: number }) =>
    who.send('POST', `/api/items/${id}/labels`, { add: ['later'] });
  expect((await send(bob, todo)).status).toBe(200);
  expect(refusalOf(await send(bob, task))).toMatchObject({ status: 403, code: 'forbidden' });
  const cid = await stranger('Cid');
  expect(refusalOf(await send(cid, todo))).toMatchObject({ status: 404, code: 'not_found' });
});
