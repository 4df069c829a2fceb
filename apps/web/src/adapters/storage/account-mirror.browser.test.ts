import { nobodyRemembered, StoredAccountMemory, transitionOf } from '@foray/sync';
import { localItem, rememberedAs } from '@foray/sync/testing';
import { deleteDB } from 'idb';
import { browserAccountMirror } from './account-mirror.ts';
import { clearSettings } from '../browser-page.ts';
import { IndexedDbStores, databaseName } from '../indexed-db/indexed-db-store.ts';

const at = '2026-01-05T00:00:00.000Z';
const ada = { id: 1005, name: 'Ada', phone: '+15550001', created_at: at, updated_at: at };
const bob = { ...ada, id: 1006, name: 'Bob', phone: '+15550002' };

/** The stores of one page; another page of the same browser finds the data. */
function page() {
  const stores = new IndexedDbStores({ onUnreadable: () => undefined, onBlocked: () => undefined });
  onTestFinished(async () => {
    localStorage.clear();
    await deleteDB(databaseName(0));
  });
  return { stores, memory: new StoredAccountMemory(stores, browserAccountMirror) };
}

test('[AUTH-05] a sign-in and a log-out are on the disk when they are confirmed', async () => {
  const { memory } = page();
  await memory.load();
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
  onTestFinished(() => begun.mockRestore());
  await memory.change(transitionOf({ kind: 'signedIn', user: ada }));
  await memory.change((now) => ({ ...now, user: null, signedOutId: ada.id }));
  const writes = begun.mock.results
    .map(({ value }) => value as IDBTransaction)
    .filter(({ mode }) => mode === 'readwrite');
  expect(writes.map(({ durability }) => durability)).toEqual(['strict', 'strict']);
});

test('[AUTH-05] [DATA-07] an old copy in localStorage does not sign a user in again', async () => {
  await page().memory.change(transitionOf({ kind: 'signedIn', user: ada }));
  const early = localStorage.getItem('local-data-storage');
  expect(early).toContain('Ada');
  await page().memory.change(transitionOf({ kind: 'signedIn', user: bob }));
  localStorage.setItem('local-data-storage', early ?? '');
  expect((await page().memory.load()).user).toEqual(bob);
  expect(localStorage.getItem('local-data-storage')).not.toContain('Ada');
});

test('[DATA-07] a copy in localStorage that differs from the database is ignored', async () => {
  await page().memory.change(transitionOf({ kind: 'signedIn', user: ada }));
  browserAccountMirror.save(rememberedAs(bob), true);
  expect((await page().memory.load()).user).toEqual(ada);
});

test('[AUTH-05] each write of only localStorage gets a new stamp, and a copy gets none', () => {
  const stamps = [false, false, true].map((isCopy) => {
    browserAccountMirror.save(nobodyRemembered, isCopy);
    return browserAccountMirror.load()?.stamp;
  });
  localStorage.clear();
  expect(stamps).toEqual([expect.any(String), expect.any(String), null]);
  expect(new Set(stamps).size).toBe(3);
});

test('[AUTH-05] [PREF-05] clearing all of a guest’s data keeps the signed-in user', async () => {
  const { stores, memory } = page();
  await memory.change(transitionOf({ kind: 'signedIn', user: ada }));
  const guests = await stores.open(0);
  if (!guests.ok) throw new Error(guests.error.detail);
  await guests.value.write((tx) => tx.putItems([localItem(1)]));
  expect(await guests.value.destroy()).toEqual({ ok: true, value: undefined });
  localStorage.setItem('theme-storage', 'dark');
  clearSettings();
  expect(localStorage.getItem('theme-storage')).toBeNull();
  expect(browserAccountMirror.load()?.remembered.user).toEqual(ada);
  localStorage.clear();
  expect((await page().memory.load()).user).toEqual(ada);
  const again = await stores.open(0);
  if (!again.ok) throw new Error(again.error.detail);
  expect(await again.value.read((tx) => tx.itemIds())).toEqual({ ok: true, value: [] });
  await again.value.close();
});

test.each(['{', '"x"', '7', '{"user":{"id":"x"}}'])(
  'a value that no version has written counts as nobody: %s',
  async (value) => {
    localStorage.setItem('local-data-storage', value);
    expect((await page().memory.load()).user).toBeNull();
  },
);
