import type { LocalStore, UnreadableRow } from '@foray/sync';
import { localStoreContract } from '@foray/sync/testing/local-store-contract';
import { localItem } from '@foray/sync/testing';
import { deleteDB, openDB } from 'idb';
import { expect, onTestFinished, test } from 'vitest';
import { IndexedDbStores, databaseName } from './indexed-db-store.ts';
import { databaseVersion } from './indexed-db-schema.ts';

let lastAccount = 1000;

/** A fresh database and what was unreadable in it; erased when the test ends. */
async function freshStore() {
  const account = ++lastAccount;
  const unreadable: UnreadableRow[] = [];
  const open: LocalStore[] = [];
  const stores = new IndexedDbStores((row) => unreadable.push(row));
  async function reopen(): Promise<LocalStore> {
    const opened = await stores.open(account);
    if (!opened.ok) throw new Error(opened.error.detail);
    open.push(opened.value);
    return opened.value;
  }
  onTestFinished(async () => {
    for (const store of open) await store.close();
    await deleteDB(databaseName(account));
  });
  return { account, unreadable, store: await reopen(), reopen };
}

localStoreContract('IndexedDB', freshStore);

test('[DATA-06] the databases are named after the product and have the stores and indexes', async () => {
  expect(databaseName(0)).toBe('foray');
  expect(databaseName(1042)).toBe('foray-1042');
  const { account } = await freshStore();
  const raw = await openDB(databaseName(account));
  onTestFinished(() => raw.close());
  expect(raw.version).toBe(1);
  const expected: Record<string, { key: string | string[]; indexes: string[] }> = {
    items: {
      key: 'id',
      indexes: ['_syncStatus', 'assigned_to', 'parent_id', 'status', 'type', 'user_id'],
    },
    users: { key: 'id', indexes: [] },
    contacts: { key: 'id', indexes: ['contact_phone', 'user_id'] },
    syncQueue: { key: 'id', indexes: [] },
    notifications: { key: 'id', indexes: [] },
    meta: { key: ['kind', 'id'], indexes: [] },
  };
  expect([...raw.objectStoreNames].sort()).toEqual(Object.keys(expected).sort());
  for (const [name, { key, indexes }] of Object.entries(expected)) {
    const { store } = raw.transaction(name);
    expect(store.keyPath).toEqual(key);
    expect([...store.indexNames]).toEqual(expect.arrayContaining(indexes));
  }
});

test('top-level items are stored under parent 0, where the index finds them', async () => {
  const { account, store } = await freshStore();
  await store.write((tx) => tx.putItem(localItem(1)));
  const raw = await openDB(databaseName(account));
  onTestFinished(() => raw.close());
  expect(await raw.getAllKeysFromIndex('items', 'parent_id', 0)).toEqual([1]);
});

test('an unreadable row is passed over and told, and everything else is read', async () => {
  const { account, store, unreadable } = await freshStore();
  await store.write((tx) => tx.putItems([localItem(1), localItem(3)]));
  const raw = await openDB(databaseName(account));
  await raw.put('items', { id: 2, title: 42 });
  raw.close();
  const seen: number[] = [];
  await store.eachItem(10, (rows) => {
    seen.push(...rows.map((row) => row.id));
  });
  expect(seen).toEqual([1, 3]);
  expect(unreadable).toEqual([{ store: 'items', key: '2' }]);
});

test('a dead handle is opened again at the next use', async () => {
  const { account, store } = await freshStore();
  await store.write((tx) => tx.putItem(localItem(1)));
  // Another app's version begins and is given up: the handle is gone, the database is the same.
  const upgrade = openDB(databaseName(account), databaseVersion + 1, {
    upgrade: (_, __, ___, transaction) => {
      transaction.done.catch(() => undefined);
      transaction.abort();
    },
  });
  await expect(upgrade).rejects.toThrow('abort');
  const read = await store.read((tx) => tx.allItems());
  expect(read).toMatchObject({ ok: true, value: [{ id: 1 }] });
});
