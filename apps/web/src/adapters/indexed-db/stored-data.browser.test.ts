import { damagedStoreContract, type RawStore } from '@foray/sync/testing/damaged-store-contract';
import { lastReleaseContract } from '@foray/sync/testing/last-release-contract';
import type { LocalStore } from '@foray/sync';
import { deleteDB, openDB, type IDBPDatabase } from 'idb';
import { databaseName, IndexedDbStores } from './indexed-db-store.ts';

let lastAccount = 5000;

async function makeStore(): Promise<RawStore> {
  const account = ++lastAccount;
  const open: LocalStore[] = [];
  const stores = new IndexedDbStores({ onUnreadable: () => undefined, onBlocked: () => undefined });
  async function reopen(): Promise<LocalStore> {
    const opened = await stores.open(account);
    if (!opened.ok) throw new Error(opened.error.detail);
    open.push(opened.value);
    return opened.value;
  }
  async function raw<T>(use: (database: IDBPDatabase) => Promise<T>): Promise<T> {
    const database = await openDB(databaseName(account));
    const value = await use(database);
    database.close();
    return value;
  }
  onTestFinished(async () => {
    for (const store of open) await store.close();
    await deleteDB(databaseName(account));
  });
  return {
    store: await reopen(),
    reopen,
    putRaw: (name, row) => raw(async (database) => void (await database.put(name, row))),
    rawRows: (name) => raw((database) => database.getAll(name)),
    removeRaw: (name, { kind, id }) =>
      raw((database) => database.delete(name, name === 'meta' ? [kind ?? '', id] : id)),
  };
}

// Every kind passes the same code after IndexedDB has returned the row; these are the ways to return it.
damagedStoreContract(makeStore, 1_000, ['missing field', 'wrong key', 'second of its kind']);
lastReleaseContract(makeStore);
