import { storedName } from './stored-names.ts';
import { createItem } from '../actions/actions.ts';
import type { SyncContext } from './sync-context.ts';
import { discardUnreadable } from '../actions/attention.ts';
import { isReadableRow, type StoreName } from './readable-row.ts';
import { readNotifications } from '../actions/read-notifications.ts';
import { done } from '../testing/done.ts';
import { endsInStep, inStep, make } from '../testing/in-step.ts';
import { localItem, uuidOf } from '../testing/rows.ts';

const damaged: readonly (readonly [StoreName, { readonly id: unknown; readonly kind?: string }])[] =
  [
    ['syncQueue', { id: 'broken', seq: -1, touches: 'x', state: 9 } as never],
    ['meta', { kind: storedName.buffered, id: 'zzz', value: null } as never],
    ['meta', { kind: 'conflict', id: 'zzz', value: { uuid: 3 } } as never],
    ['meta', { kind: 'cursor', id: 'todo', value: 'far' } as never],
    ['meta', { kind: 'epoch', id: 'server', value: {} } as never],
    ['meta', { kind: 'clock', id: 'server', value: { offsetMs: 'late' } } as never],
    ['meta', { kind: 'deleting', id: 'zzz', value: [] } as never],
    ['meta', { kind: 'trash', id: 'zzz', value: { item: null } } as never],
    ['meta', { kind: 'rolled', id: 'zzz', value: 7 } as never],
    ['meta', { kind: 'restoring', id: 'zzz', value: { id: 'x' } } as never],
    ['items', { id: 77, uuid: 'x', title: 4 } as never],
    ['users', { id: 'nobody' } as never],
    ['notifications', { id: 5, rev: 'x' } as never],
    ['contacts', { id: 5 } as never],
  ];

test.each(damaged)(
  '[DATA-14] [I1] a damaged row of %s (%j) stops sync in neither direction',
  async (store, row) => {
    const { world, one } = await inStep();
    one.tables.putRaw(store, row);
    await world.server.seed({ uuid: uuidOf(1), type: 'todo', title: 'news' });
    await make(one, 'mine');
    expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
    expect((await one.shown()).map(({ title }) => title).toSorted()).toEqual(['mine', 'news']);
    expect(world.server.living().length).toBe(2);
    await one.edit(uuidOf(1), { title: 'edited' });
    await endsInStep(world, one, 'timer');
  },
);

test('[DATA-14] a row whose base belongs to another item is not read', () => {
  const row = localItem(1);
  const base = { ...row, version: 1, rev: 1 };
  expect(isReadableRow('items', { ...row, base })).toBe(true);
  expect(isReadableRow('items', { ...row, base: { ...base, uuid: uuidOf(2) } })).toBe(false);
});

test('[DATA-14] counters that cannot be read restart beyond all existing values', async () => {
  const { world, one } = await inStep();
  const first = await make(one, 'first');
  // Writes that other tabs receive and that stamp no row.
  for (const due of ['due:a', 'due:b']) await readNotifications(one.device, [due]);
  one.tables.putRaw('meta', { kind: 'counters', id: 'device', value: null } as never);
  const newest = Math.max(...one.published.map(({ localSeq }) => localSeq));
  expect(newest).toBeGreaterThan(first._localVersion + 1);
  const { item } = await one.create({ type: 'todo', title: 'second' });
  expect(item._localVersion).toBeGreaterThan(newest);
  expect((await one.queue()).map(({ seq }) => seq)).toEqual([1, 2]);
  await endsInStep(world, one, 'timer');
});

test('[DATA-14] [I25] counters that are lost twice give no tab a number that it has already seen', async () => {
  const { world, one } = await inStep();
  await make(one, 'first');
  const numbers: number[] = [];
  for (const due of ['due:a', 'due:b']) {
    one.tables.putRaw('meta', { kind: 'counters', id: 'device', value: null } as never);
    await readNotifications(one.device, [due]);
    await readNotifications(one.device, [`${due}, again`]);
    numbers.push(...one.published.map(({ localSeq }) => localSeq));
    one.published.length = 0;
    await world.time.pass(1000);
  }
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
});

test('[DATA-14] [I1] a new item of a guest never takes the place of one that cannot be read', async () => {
  const { one } = await inStep();
  const device: SyncContext = { ...one.device, account: { kind: 'guest' } };
  const { item } = await done(createItem(device, { type: 'todo', title: 'first' }));
  const damaged = { ...item, status: 'lost' };
  one.tables.items.set(item.id, damaged as never);
  one.tables.putRaw('meta', { kind: 'counters', id: 'device', value: null } as never);
  const { item: second } = await done(createItem(device, { type: 'todo', title: 'second' }));
  expect(second.id).not.toBe(item.id);
  expect(await one.store.unreadable(['items'])).toMatchObject({ value: [{ content: damaged }] });
});

test('[DATA-14] changes by others to an item arrive even if its request cannot be read', async () => {
  const { world, one } = await inStep({ uuid: uuidOf(1), type: 'todo', title: 'start' });
  await one.edit(uuidOf(1), { title: 'mine' });
  const [request] = await one.queue();
  one.tables.putRaw('syncQueue', { ...request, id: request?.id, state: 9 } as never);
  await world.server.change(uuidOf(1), { title: 'theirs' });
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(await one.row(uuidOf(1))).toMatchObject({ title: 'theirs', _syncStatus: 'synced' });
  expect(await one.read((tx) => tx.metaOf(storedName.buffered))).toEqual([]);
  // The person's own text is still here, so that they can copy it.
  const unreadable = await one.store.unreadable(['syncQueue']);
  expect(unreadable).toMatchObject({
    value: [{ key: request?.id, content: { data: { title: 'mine' } } }],
  });
});

test('[DATA-14] an item whose create cannot be read is sent as it is shown once the create is discarded', async () => {
  const { world, one } = await inStep();
  const task = await make(one, 'mine');
  const [request] = await one.queue();
  one.tables.putRaw('syncQueue', { ...request, id: request?.id, needs: null } as never);
  const unreadable = await one.store.unreadable(['syncQueue', 'meta', 'items']);
  if (!unreadable.ok) throw new Error(unreadable.error.code);
  expect(unreadable.value.map(({ store, key }) => [store, key])).toEqual([
    ['syncQueue', request?.id],
  ]);
  await discardUnreadable(one.device, unreadable.value);
  expect(await one.store.unreadable(['syncQueue'])).toEqual({ ok: true, value: [] });
  await endsInStep(world, one, 'timer');
  expect(world.server.living().map(({ uuid }) => uuid)).toEqual([task.uuid]);
});

test('[DATA-14] [I12] a cursor that is damaged while a new history is fetched holds nothing back', async () => {
  const { world, one, restore } = await inStep();
  await make(one, 'lost with the backup');
  await one.engine.run('timer');
  restore();
  await make(one, 'not sent yet');
  const isThird = () => one.transport.calls.filter((call) => call === 'items').length % 3 === 0;
  one.transport.fault = (call) => (call === 'items' && isThird() ? 'garbled' : 'none');
  await one.engine.run('sync_now');
  expect(await one.read((tx) => tx.meta('epoch', 'server'))).toMatchObject({ isPartial: true });
  for (const { id, value } of await one.read((tx) => tx.metaOf('cursor'))) {
    if (value.fullSince !== null)
      one.tables.putRaw('meta', { kind: 'cursor', id, value: 'far' } as never);
  }
  one.transport.fault = () => 'none';
  await endsInStep(world, one, 'sync_now');
  expect(world.server.living().length).toBe(2);
});
