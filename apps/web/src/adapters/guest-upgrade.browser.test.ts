import { createItem, endBegunUpgrade, upgradeGuest } from '@foray/sync';
import type { SyncContext, LocalStore } from '@foray/sync';
import { deleteDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserClock, browserIds } from './browser-ports.ts';
import { IndexedDbStores, databaseName } from './indexed-db-store.ts';

const ada = 2001;
const stranger = 2002;
const stores = new IndexedDbStores({ onUnreadable: () => undefined, onBlocked: () => undefined });
let open: LocalStore[] = [];

async function storeOf(key: number): Promise<LocalStore> {
  const opened = await stores.open(key);
  if (!opened.ok) throw new Error(opened.error.detail);
  open.push(opened.value);
  return opened.value;
}

async function deviceOf(id: number): Promise<SyncContext> {
  const at = '2026-01-01T00:00:00.000Z';
  const user = { id, name: 'Ada', phone: '', created_at: at, updated_at: at };
  return {
    account: id === 0 ? { kind: 'guest' } : { kind: 'user', user },
    store: await storeOf(id),
    clock: browserClock,
    ids: browserIds,
    changes: { publish: () => undefined },
  };
}

async function titlesIn(store: LocalStore): Promise<readonly string[]> {
  const rows = await store.read((tx) => tx.allItems());
  if (!rows.ok) throw new Error(rows.error.detail);
  return rows.value.map(({ title }) => title).toSorted();
}

async function erase(): Promise<void> {
  for (const store of open) await store.close();
  open = [];
  for (const key of [0, ada, stranger]) await deleteDB(databaseName(key));
}

beforeEach(erase);
afterEach(erase);

/** Until the returned function is called, the browser gives up every transaction that would do that. */
function cutOffAt(method: 'put' | 'clear', storeName: string): () => void {
  const real = IDBObjectStore.prototype[method] as (...args: unknown[]) => IDBRequest;
  const cut = vi.spyOn(IDBObjectStore.prototype, method);
  cut.mockImplementation(function (this: IDBObjectStore, ...args: unknown[]) {
    if (this.name === storeName) this.transaction.abort();
    return real.apply(this, args) as never;
  } as never);
  return () => cut.mockRestore();
}

test('[I1] [I2] an upgrade interrupted twice copies everything once, and to one account only', async () => {
  const guest = await deviceOf(0);
  for (const title of ['Boots', 'Map']) await createItem(guest, { type: 'todo', title });
  const account = await deviceOf(ada);

  const writeAgain = cutOffAt('put', 'syncQueue');
  expect(await upgradeGuest(guest.store, account, stores)).toMatchObject({ ok: false });
  writeAgain();
  expect(await titlesIn(account.store)).toEqual([]);
  expect(await titlesIn(guest.store)).toEqual(['Boots', 'Map']);

  const emptyAgain = cutOffAt('clear', 'items');
  expect(await upgradeGuest(guest.store, account, stores)).toMatchObject({ ok: false });
  emptyAgain();
  expect(await titlesIn(account.store)).toEqual(['Boots', 'Map']);
  expect(await titlesIn(guest.store)).toEqual(['Boots', 'Map']);

  // The page is loaded again, the session has ended, and somebody else signs in.
  for (const store of open) await store.close();
  const again = await storeOf(0);
  const other = await deviceOf(stranger);
  expect(await upgradeGuest(again, other, stores)).toMatchObject({ value: 0 });
  expect(await titlesIn(other.store)).toEqual([]);
  expect(await titlesIn(again)).toEqual([]);
  const kept = await deviceOf(ada);
  expect(await titlesIn(kept.store)).toEqual(['Boots', 'Map']);
  expect(await kept.store.read((tx) => tx.queueSize())).toMatchObject({ value: 2 });
});

test('[I1] what was begun for somebody whose data is gone stays the guest’s, and makes no database', async () => {
  const guest = await deviceOf(0);
  await createItem(guest, { type: 'todo', title: 'Boots' });
  const account = await deviceOf(ada);
  const writeAgain = cutOffAt('put', 'syncQueue');
  await upgradeGuest(guest.store, account, stores);
  writeAgain();
  await account.store.destroy();
  expect(await endBegunUpgrade(guest.store, stores)).toMatchObject({ ok: true });
  expect(await titlesIn(guest.store)).toEqual(['Boots']);
  expect((await createItem(guest, { type: 'todo', title: 'Map' })).ok).toBe(true);
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).not.toContain(databaseName(ada));
});
