import { nobodyRemembered, type StoreFailure } from '@foray/sync';
import { MemoryStores, rememberedAs } from '@foray/sync/testing';
import { createClient } from '../client.ts';
import { ada, asTyped, browserWith, faultyStores } from '../../testing/browser.ts';

const full: StoreFailure = { code: 'quota', detail: 'the disk is full' };

/** A page of a guest, or of Ada, without items, and writes that fail while `fault` is set. */
async function page(user: typeof ada | null = null) {
  const state: { fault: StoreFailure | null } = { fault: null };
  const kept = new MemoryStores();
  const remembered = user === null ? nobodyRemembered : rememberedAs(user);
  const { ports } = browserWith(remembered, {
    openStores: () => faultyStores(kept, () => state.fault),
  });
  const client = createClient(ports, async () => ports);
  const { actions } = client;
  await actions.unsentCount();
  const titles = () =>
    [...client.replica.get().rows()].filter((row) => !row._deleted).map(({ title }) => title);
  const make = async (title: string) => {
    const made = await actions.createItem({ type: 'todo', title });
    if (!made.ok) throw new Error(made.error.code);
    return made.value;
  };
  return { client, actions, state, titles, make };
}

test('[UNDO-01] actions are undone newest first, and redone in the order in which they were made', async () => {
  const { actions, titles, make } = await page();
  const rope = await make('Rope');
  await actions.updateItem(rope, { title: 'Ropes' });
  await make('Map');
  expect(await actions.undo()).toMatchObject({ kind: 'done', what: 'created' });
  expect(titles()).toEqual(['Ropes']);
  expect(await actions.undo()).toMatchObject({ kind: 'done', what: 'updated' });
  expect(titles()).toEqual(['Rope']);
  await actions.undo();
  expect(titles()).toEqual([]);
  expect(await actions.undo()).toEqual({ kind: 'nothing' });
  for (const what of ['created', 'updated', 'created']) {
    expect(await actions.redo()).toMatchObject({ kind: 'done', what });
  }
  expect(titles().toSorted()).toEqual(['Map', 'Ropes']);
  expect(await actions.redo()).toEqual({ kind: 'nothing' });
  await actions.undo();
  expect(titles()).toEqual(['Ropes']);
});

test('[UNDO-01] a new action clears the list of actions to redo', async () => {
  const { actions, titles, make } = await page();
  await make('Rope');
  await actions.undo();
  await make('Map');
  expect(await actions.redo()).toEqual({ kind: 'nothing' });
  expect(titles()).toEqual(['Map']);
});

test('[UNDO-01] the last 50 actions can be undone', async () => {
  const { actions, titles, make } = await page();
  for (let made = 1; made <= 51; made += 1) await make(`Item ${made}`);
  for (let undone = 1; undone <= 50; undone += 1) {
    expect(await actions.undo()).toMatchObject({ kind: 'done' });
  }
  expect(await actions.undo()).toEqual({ kind: 'nothing' });
  expect(titles()).toEqual(['Item 1']);
});

test('[UNDO-01] an action that is not stored yet is the first to be undone', async () => {
  const { actions, titles, make } = await page();
  const rope = await make('Rope');
  void actions.updateItem(rope, { title: 'Ropes' });
  const undone = [actions.undo(), actions.undo()];
  expect(await Promise.all(undone)).toMatchObject([{ what: 'updated' }, { what: 'created' }]);
  expect(titles()).toEqual([]);
});

test("[UNDO-05] Undo in a toast undoes that toast's action, whatever was done after it", async () => {
  const { actions, titles, make } = await page();
  const rope = await make('Rope');
  await make('Map');
  expect(await actions.undo(rope)).toMatchObject({ kind: 'done', item: { uuid: rope.uuid } });
  expect(titles()).toEqual(['Map']);
  expect(await actions.undo(rope)).toEqual({ kind: 'nothing' });
  await actions.redo();
  expect(titles().toSorted()).toEqual(['Map', 'Rope']);
});

test('[UNDO-04] an action whose items have changed since is reported, and no longer blocks earlier actions', async () => {
  const { actions, make } = await page();
  const rope = await make('Rope');
  const ropes = await actions.updateItem(rope, { title: 'Ropes' });
  if (!ropes.ok) throw new Error(ropes.error.code);
  await actions.updateItem(ropes.value, { title: 'Anchors' });
  expect(await actions.undo(ropes.value)).toMatchObject({
    kind: 'changed',
    kept: [{ fields: ['title'] }],
  });
  expect(await actions.undo()).toMatchObject({ kind: 'done', what: 'updated' });
  expect(await actions.undo(rope)).toMatchObject({
    kind: 'changed',
    kept: [{ fields: ['title'] }],
  });
});

test('[UNDO-01] items that were created together are undone together', async () => {
  const { actions, titles } = await page();
  await actions.createItems([
    { type: 'todo', title: 'Rope' },
    { type: 'todo', title: 'Map' },
  ]);
  expect(await actions.undo()).toMatchObject({ kind: 'done', what: 'created', count: 2 });
  expect(titles()).toEqual([]);
  await actions.redo();
  expect(titles().toSorted()).toEqual(['Map', 'Rope']);
});

test('an undo that could not be stored can be tried again later', async () => {
  const { actions, state, titles, make } = await page();
  await make('Rope');
  state.fault = full;
  expect(await actions.undo()).toMatchObject({ kind: 'failed', code: 'store' });
  expect(titles()).toEqual(['Rope']);
  state.fault = null;
  expect(await actions.undo()).toMatchObject({ kind: 'done' });
  expect(titles()).toEqual([]);
});

test('[UNDO-06] an action made before signing in or out is not undone after it', async () => {
  const { client, actions, make } = await page(ada);
  await make('Of Ada');
  await actions.signOut();
  await expect.poll(() => client.session.get().kind).toBe('guest');
  expect(await actions.undo()).toEqual({ kind: 'nothing' });
  const rope = await make('Of the guest');
  await actions.undo();
  await actions.signIn(asTyped(ada));
  await expect.poll(() => client.session.get().kind).toBe('user');
  expect(await actions.redo()).toEqual({ kind: 'nothing' });
  expect(await actions.undo(rope)).toEqual({ kind: 'nothing' });
});
