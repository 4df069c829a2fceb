import { storedName } from '@foray/sync';
import { localItem, MemoryStore, MemoryTables, uuidOf } from '@foray/sync/testing';
import { UnreadableRows } from './unreadable-rows.ts';

test('[DATA-14] an unreadable row counts once for its own account, however often it is found', () => {
  const rows = new UnreadableRows();
  expect(rows.add(1001, { store: 'items', key: '7' })).toBe(true);
  expect(rows.add(1001, { store: 'items', key: '7' })).toBe(false);
  expect(rows.add(1001, { store: 'users', key: '7' })).toBe(true);
  rows.add(0, { store: 'items', key: '7' });
  expect([rows.count(1001), rows.count(0), rows.count(2)]).toEqual([2, 1, 0]);
});

test('[DATA-14] an unreadable row that a later check does not find no longer counts', async () => {
  const tables = new MemoryTables();
  const store = new MemoryStore(tables);
  const rows = new UnreadableRows();
  tables.putRaw('meta', { kind: storedName.buffered, id: 'zzz', value: null } as never);
  await rows.look(1001, store);
  await rows.look(1001, store);
  rows.add(1001, { store: 'items', key: 'gone since' });
  expect(rows.count(1001)).toBe(2);
  expect(await rows.lookAgain(1001, store)).toMatchObject([
    { store: 'meta', key: `${storedName.buffered}/zzz` },
  ]);
  expect(rows.count(1001)).toBe(1);
});

test('[DATA-14] known unreadable rows are looked for only in their own stores', async () => {
  const tables = new MemoryTables();
  const store = new MemoryStore(tables);
  const looked: (readonly string[])[] = [];
  const unreadable = store.unreadable.bind(store);
  store.unreadable = (names) => {
    looked.push(names);
    return unreadable(names);
  };
  const rows = new UnreadableRows();
  await rows.recheck(1001, store);
  tables.putRaw('meta', { kind: storedName.buffered, id: 'zzz', value: null } as never);
  await rows.look(1001, store);
  rows.add(1001, { store: 'contacts', key: 'gone since' });
  looked.length = 0;
  await rows.recheck(1001, store);
  await rows.recheck(1001, store);
  expect(looked).toEqual([['contacts', 'meta'], ['meta']]);
  expect(rows.count(1001)).toBe(1);
});

test('[DATA-14] an unreadable row that was replaced by another still counts once, also at a start', async () => {
  const tables = new MemoryTables();
  const store = new MemoryStore(tables);
  const rows = new UnreadableRows();
  tables.putRaw('items', { id: 77, uuid: uuidOf(1), title: 4 } as never);
  rows.add(1001, { store: 'items', key: '77' });
  await store.write((tx) => tx.putItems([localItem(1)]));
  await rows.recheck(1001, store);
  expect(rows.count(1001)).toBe(1);
  const next = new UnreadableRows();
  await next.look(1001, store);
  expect(next.count(1001)).toBe(1);
});
