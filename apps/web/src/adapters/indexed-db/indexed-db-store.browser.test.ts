import type { LocalStore, UnreadableRow } from '@foray/sync';
import { localStoreContract } from '@foray/sync/testing/local-store-contract';
import { localItem } from '@foray/sync/testing';
import { deleteDB, openDB } from 'idb';
import { listAccountDatabases } from './account-databases.ts';
import { IndexedDbStores, databaseName } from './indexed-db-store.ts';
import { databaseVersion } from './indexed-db-schema.ts';

let lastAccount = 1000;

/** A fresh database and what was unreadable in it; erased when the test ends. */
async function freshStore() {
  const account = ++lastAccount;
  const unreadable: UnreadableRow[] = [];
  const newer: number[] = [];
  const open: LocalStore[] = [];
  const stores = new IndexedDbStores({
    onUnreadable: (_, row) => unreadable.push(row),
    onNewer: (of) => newer.push(of),
    onBlocked: () => undefined,
  });
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
  async function putRaw(name: UnreadableRow['store'], row: object): Promise<void> {
    const raw = await openDB(databaseName(account));
    await raw.put(name, row);
    raw.close();
  }
  return { account, unreadable, newer, store: await reopen(), reopen, putRaw };
}

localStoreContract('IndexedDB', freshStore);

test('[PREF-05] the browser lists the accounts that have a database, including the guest’s, and no others', async () => {
  const { account } = await freshStore();
  const foreign = await openDB('foray-of-another-app');
  const guests = await new IndexedDbStores({
    onUnreadable: () => undefined,
    onBlocked: () => undefined,
  }).open(0);
  onTestFinished(async () => {
    foreign.close();
    await deleteDB('foray-of-another-app');
    if (guests.ok) await guests.value.destroy();
  });
  const here = await listAccountDatabases();
  expect(here).toEqual(expect.arrayContaining([0, account]));
  expect(new Set(here).size).toBe(here.length);
});

test('an operation that throws at once passes on the error, and nothing else', async () => {
  const { store } = await freshStore();
  const fail = () => {
    throw new Error('on purpose');
  };
  await expect(store.read(fail)).rejects.toThrow('on purpose');
  await expect(store.write(fail)).rejects.toThrow('on purpose');
  expect(await store.read((tx) => tx.allItems())).toMatchObject({ value: [] });
});

test('a database without its stores cannot be opened, but can be deleted', async () => {
  const account = ++lastAccount;
  (await openDB(databaseName(account), databaseVersion)).close();
  const stores = new IndexedDbStores({ onUnreadable: () => undefined, onBlocked: () => undefined });
  expect(await stores.openExisting(account)).toMatchObject({ error: { code: 'unavailable' } });
  const blocked = vi.fn();
  await deleteDB(databaseName(account), { blocked });
  expect(blocked).not.toHaveBeenCalled();
});

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

test('many items are found by id among other items', async () => {
  const { store } = await freshStore();
  const all = Array.from({ length: 40 }, (_, at) => localItem(at + 1));
  await store.write((tx) => tx.putItems(all));
  const ids = all.map(({ id }) => id).filter((id) => id % 2 === 0);
  const found = await store.read((tx) => tx.itemsById(ids));
  expect(found.ok && found.value.map((row) => row?.id)).toEqual(ids);
});

test('top-level items are stored under parent 0, where the index finds them', async () => {
  const { account, store } = await freshStore();
  await store.write((tx) => tx.putItems([localItem(1)]));
  const raw = await openDB(databaseName(account));
  onTestFinished(() => raw.close());
  expect(await raw.getAllKeysFromIndex('items', 'parent_id', 0)).toEqual([1]);
});

test('an unreadable row is skipped and reported, and everything else is read', async () => {
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

/** Opens an account's database as a version of the app would, recording the events it receives. */
async function openAs(version: number, account: number) {
  const blocked: boolean[] = [];
  const stores = new IndexedDbStores(
    { onUnreadable: () => undefined, onBlocked: (isBlocked) => blocked.push(isBlocked) },
    version,
  );
  const opened = await stores.open(account);
  if (opened.ok) onTestFinished(() => opened.value.close());
  return { opened, blocked };
}

test('a newer app upgrades the database at once: this tab closes its connection and reports itself as outdated', async () => {
  const { account, store } = await freshStore();
  await store.write((tx) => tx.putItems([localItem(1)]));
  const { opened: newer, blocked } = await openAs(databaseVersion + 1, account);
  expect(blocked).toEqual([]);
  if (!newer.ok) throw new Error(newer.error.detail);
  expect(await newer.value.read((tx) => tx.allItems())).toMatchObject({ value: [{ id: 1 }] });
  expect(await store.write((tx) => tx.putItems([localItem(2)]))).toMatchObject({
    error: { code: 'newer' },
  });
  expect((await openAs(databaseVersion, account)).opened).toMatchObject({
    error: { code: 'newer' },
  });
});

test('[SYNC-11] every read that finds a row of a newer app is reported', async () => {
  const { account, store, putRaw, newer, unreadable } = await freshStore();
  await putRaw('syncQueue', { id: 'later', seq: 1, touches: [], shape: 3 });
  await putRaw('items', { id: 2, shape: 2 });
  await store.read((tx) => tx.queue());
  await store.eachItem(10, () => undefined);
  expect(newer).toEqual([account, account]);
  expect(unreadable).toEqual([]);
});

test('an open blocked by another tab is reported, and continues by itself', async () => {
  const { account, store } = await freshStore();
  await store.write((tx) => tx.putItems([localItem(1)]));
  // A frozen tab: it receives no event, and so does not close.
  const frozen = await openDB(databaseName(account));
  const reported: boolean[] = [];
  const opening = new Promise<LocalStore>((resolve, reject) => {
    const onBlocked = (isBlocked: boolean) => {
      reported.push(isBlocked);
      if (isBlocked) frozen.close();
    };
    const stores = new IndexedDbStores({ onUnreadable: reject, onBlocked }, databaseVersion + 1);
    void stores.open(account).then((opened) => opened.ok && resolve(opened.value));
  });
  const newer = await opening;
  onTestFinished(() => newer.close());
  expect(reported).toEqual([true, false]);
  expect(await newer.read((tx) => tx.allItems())).toMatchObject({ value: [{ id: 1 }] });
});

test('[I15] opening only an existing database does not create it', async () => {
  const { account, store } = await freshStore();
  const stores = new IndexedDbStores({ onUnreadable: () => undefined, onBlocked: () => undefined });
  const existing = await stores.openExisting(account);
  if (!existing.ok) throw new Error(existing.error.detail);
  await existing.value.close();
  await store.destroy();
  expect(await stores.openExisting(account)).toMatchObject({ error: { code: 'closed' } });
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).not.toContain(databaseName(account));
});

test('a deletion that another tab blocks erases at once and does not wait', async () => {
  const { account, store } = await freshStore();
  await store.write((tx) => tx.putItems([localItem(1)]));
  const frozen = await openDB(databaseName(account));
  expect(await store.destroy()).toEqual({ ok: true, value: undefined });
  expect(await frozen.count('items')).toBe(0);
  frozen.close();
});

/** Makes the browser close the database in the middle of the next transaction. */
function breakNextTransaction(): void {
  const { transaction } = IDBDatabase.prototype;
  onTestFinished(() => void (IDBDatabase.prototype.transaction = transaction));
  IDBDatabase.prototype.transaction = function broken(this: IDBDatabase, ...asked) {
    IDBDatabase.prototype.transaction = transaction;
    const begun = transaction.apply(this, asked);
    const items = begun.objectStore('items');
    // The first response comes before the store has checked whether it is still the same one.
    items.count().onsuccess = () => {
      items.count().onsuccess = () => {
        this.dispatchEvent(new Event('close'));
        begun.abort();
      };
    };
    return begun;
  };
}

test('[I1] a write during which the browser closes the database is repeated once', async () => {
  const { store } = await freshStore();
  breakNextTransaction();
  let tries = 0;
  const written = await store.write(async (tx) => {
    tries += 1;
    await tx.allItems();
    await tx.putItems([localItem(tries)]);
    await tx.allItems();
  });
  expect(written.ok).toBe(true);
  expect(tries).toBe(2);
  expect(await store.read((tx) => tx.allItems())).toMatchObject({ value: [{ id: 2 }] });
});

/** The transactions that begin from now on, until the test ends. */
function watchTransactions(): IDBTransaction[] {
  const begun: IDBTransaction[] = [];
  const { transaction } = IDBDatabase.prototype;
  onTestFinished(() => void (IDBDatabase.prototype.transaction = transaction));
  IDBDatabase.prototype.transaction = function watched(...args) {
    const one = transaction.apply(this, args);
    begun.push(one);
    return one;
  };
  return begun;
}

test('[I1] a person’s change is on the disk when it is confirmed; the server’s data may follow later', async () => {
  const { store } = await freshStore();
  const begun = watchTransactions();
  await store.write((tx) => tx.putItems([localItem(1)]));
  await store.writeBulk((tx) => tx.putItems([localItem(2)]));
  expect(begun.map(({ durability }) => durability)).toEqual(['strict', 'relaxed']);
});

test('[I1] a write that the browser aborts at its end is not confirmed', async () => {
  const { store } = await freshStore();
  const begun = watchTransactions();
  const written = await store.write(async (tx) => {
    await tx.putItems([localItem(1)]);
    queueMicrotask(() => begun[0]?.abort());
  });
  expect(written).toMatchObject({ ok: false });
  expect(await store.read((tx) => tx.allItems())).toMatchObject({ value: [] });
});

test('a handle that is closing is opened again', async () => {
  const { store } = await freshStore();
  const { transaction } = IDBDatabase.prototype;
  onTestFinished(() => void (IDBDatabase.prototype.transaction = transaction));
  IDBDatabase.prototype.transaction = function closing() {
    IDBDatabase.prototype.transaction = transaction;
    throw new DOMException('The database connection is closing.', 'InvalidStateError');
  };
  expect(await store.write((tx) => tx.putItems([localItem(1)]))).toMatchObject({ ok: true });
  expect(await store.read((tx) => tx.allItems())).toMatchObject({ value: [{ id: 1 }] });
});

test('a closed handle is opened again at the next use', async () => {
  const { account, store } = await freshStore();
  await store.write((tx) => tx.putItems([localItem(1)]));
  // Another version of the app begins and is given up: the handle is gone, and the database is the same.
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
