import { maxPrivateRows, maxPrivateRowsSent } from '@foray/domain';
import type { Caller } from '../store/request.ts';
import { makeWorld } from '../testing/world.ts';

const dayMs = 86_400_000;

/** Ann and Bob, with what each of their devices would receive. */
async function scene() {
  const world = makeWorld({});
  const [ann, bob] = [await world.person('Ann'), await world.person('Bob')].map(({ id }) => {
    const caller: Caller = { userId: id };
    return { id, caller };
  });
  if (ann === undefined || bob === undefined) throw new Error('nobody is there');
  const changes = async (caller: Caller, since = 0) => {
    const page = await world.authority.changes(caller, { since, limit: 1_000 });
    if (!page.ok) throw page.error;
    return { rows: page.value.private_rows ?? [], cursor: page.value.cursor };
  };
  type Rows = Parameters<typeof world.authority.putPrivateRows>[1];
  const put = (...rows: Rows) => world.authority.putPrivateRows(ann.caller, rows);
  const shown = async (since = 0) =>
    (await changes(ann.caller, since)).rows.map(({ kind, id, value }) => [kind, id, value]);
  return { ...world, ann, bob, changes, put, shown };
}

const start = { kind: 'setting', id: 'start' } as const;

test('[PRIV-01] private rows reach the other devices of their person, and nobody else', async () => {
  const { ann, bob, changes, put, shown } = await scene();
  await put({ ...start, value: { path: '/today' } }, { kind: 'view', id: 'v1', value: { q: 'x' } });
  const { rows, cursor } = await changes(ann.caller);
  expect(rows).toMatchObject([
    { ...start, value: { path: '/today' } },
    { kind: 'view', id: 'v1', value: { q: 'x' } },
  ]);
  expect(rows.map(({ rev }) => rev)).toEqual([cursor - 1, cursor]);
  expect((await changes(bob.caller)).rows).toEqual([]);
  await put({ ...start, value: { path: '/' } });
  expect(await shown(cursor)).toEqual([['setting', 'start', { path: '/' }]]);
});

test('[PRIV-01] the last change wins, also within a call, and a repeated call changes nothing', async () => {
  const { ann, changes, put, shown } = await scene();
  const first = { ...start, value: { a: 1, b: { c: 2, d: [1, { e: 3, f: 4 }] } } };
  await put({ ...start, value: { z: 1 } }, first);
  const { cursor } = await changes(ann.caller);
  await put(first);
  await put({ ...start, value: { b: { d: [1, { f: 4, e: 3 }], c: 2 }, a: 1 } });
  expect(await changes(ann.caller, cursor)).toEqual({ rows: [], cursor });
  await put({ ...start, value: null });
  expect(await shown(cursor)).toEqual([['setting', 'start', null]]);
  const removed = await changes(ann.caller);
  await put({ ...start, value: null }, { kind: 'view', id: 'never', value: null });
  expect((await changes(ann.caller)).cursor).toBe(removed.cursor);
  await put(first);
  expect(await shown(removed.cursor)).toEqual([['setting', 'start', first.value]]);
});

test('[PRIV-01] a row that counts only if it is new leaves an existing one, and replaces a removed one', async () => {
  const { put, shown } = await scene();
  const guest = { ...start, value: { path: '/queue' }, only_new: true } as const;
  await put(guest, { ...guest, value: { path: '/active' } });
  expect(await shown()).toEqual([['setting', 'start', { path: '/queue' }]]);
  await put({ ...guest, value: { path: '/active' } });
  expect(await shown()).toEqual([['setting', 'start', { path: '/queue' }]]);
  await put({ ...start, value: null });
  await put(guest);
  expect(await shown()).toEqual([['setting', 'start', { path: '/queue' }]]);
});

test('[PRIV-01] a person has 2,000 private rows at most, and removed ones do not count', async () => {
  const { authority, ann, put } = await scene();
  const view = (number: number) => ({ kind: 'view', id: `v${number}`, value: { number } });
  for (let from = 0; from < maxPrivateRows; from += maxPrivateRowsSent) {
    const rows = Array.from({ length: maxPrivateRowsSent }, (_, at) => view(from + at));
    expect(await put(...rows)).toEqual({ ok: true, value: undefined });
  }
  const full = { ok: false, error: 'limit' };
  expect(await put(view(maxPrivateRows))).toEqual(full);
  expect(await put({ ...view(0), value: { number: 7 } })).toMatchObject({ ok: true });
  expect(await put({ ...view(0), value: null }, view(maxPrivateRows))).toMatchObject({ ok: true });
  expect(await put(view(0))).toEqual(full);
  const { private_rows: tallies } = await authority.selfCheck(ann.caller);
  expect(tallies?.['view']?.count).toBe(maxPrivateRows);
});

test('[PRIV-02] a self-check counts private rows by kind', async () => {
  const { authority, ann, changes, put } = await scene();
  await put(
    { ...start, value: {} },
    { kind: 'view', id: 'a', value: {} },
    { kind: 'view', id: 'b', value: {} },
    { kind: 'mute', id: 'c', value: {} },
  );
  await put({ kind: 'view', id: 'a', value: null }, { kind: 'mute', id: 'c', value: null });
  const { rows } = await changes(ann.caller);
  const revOf = (name: string) => rows.find(({ id }) => id === name)?.rev;
  expect((await authority.selfCheck(ann.caller)).private_rows).toEqual({
    setting: { count: 1, sum: revOf('start') },
    view: { count: 1, sum: revOf('b') },
  });
});

test('[PRIV-02] private rows are erased with the account', async () => {
  const { authority, store, ann, put } = await scene();
  await put({ ...start, value: {} });
  await authority.deleteAccount(ann.caller);
  const { private_rows, feed } = store.tables();
  expect([private_rows, feed.filter(({ user_id }) => user_id === ann.id)]).toEqual([[], []]);
});

test('[PRIV-03] removed rows are forgotten after half a year, and cursors from before start again', async () => {
  const { authority, store, clock, ann, changes, put, shown } = await scene();
  await put({ ...start, value: {} }, { kind: 'view', id: 'kept', value: {} });
  const { cursor } = await changes(ann.caller);
  await put({ ...start, value: null });
  clock.nowMs += 180 * dayMs;
  await authority.cleanUp();
  expect(store.tables().private_rows).toHaveLength(2);
  clock.nowMs += 1;
  await authority.cleanUp();
  expect(await shown()).toEqual([['view', 'kept', {}]]);
  const stale = await authority.delta(ann.caller, { type: 'todo', since: cursor, limit: 10 });
  expect(stale).toMatchObject({ ok: false });
});

test('[PRIV-03] the newest 1,000 removed rows are kept, and cursors from before the others start again', async () => {
  const { authority, store, clock, ann, changes, put } = await scene();
  const { cursor } = await changes(ann.caller);
  for (let round = 0; round < 11; round += 1) {
    const names = Array.from({ length: maxPrivateRowsSent }, (_, at) => `r${round}-${at}`);
    await put(...names.map((id) => ({ kind: 'view', id, value: {} })));
    await put(...names.map((id) => ({ kind: 'view', id, value: null })));
    clock.nowMs += 1;
  }
  const left = store.tables().private_rows.map(({ name }) => name);
  expect([left.length, left[0], left.at(-1)]).toEqual([1_000, 'r1-0', 'r10-99']);
  const stale = await authority.delta(ann.caller, { type: 'todo', since: cursor + 1, limit: 10 });
  expect(stale).toMatchObject({ ok: false });
});
