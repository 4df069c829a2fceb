import { moveOwnItems, claimStore, createItem, ownerOf } from '@foray/sync';
import type { SyncContext, LocalStore } from '@foray/sync';
import { deleteDB } from 'idb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountsHere } from './accounts-here.ts';
import { browserClock, browserIds } from './browser-ports.ts';
import { IndexedDbStores, databaseName } from './indexed-db-store.ts';

const at = '2026-01-01T00:00:00.000Z';
const former = { id: 2011, name: 'Ada', phone: '+15550001', created_at: at, updated_at: at };
/** The same person under the id of today: as far as the server gives any. */
const ada = { ...former, id: 2 ** 48 - 1 };
const stores = new IndexedDbStores({ onUnreadable: () => undefined, onBlocked: () => undefined });
let open: LocalStore[] = [];

async function deviceOf(user: typeof ada): Promise<SyncContext> {
  const opened = await stores.open(user.id);
  if (!opened.ok) throw new Error(opened.error.detail);
  open.push(opened.value);
  return {
    account: { kind: 'user', user },
    store: opened.value,
    clock: browserClock,
    ids: browserIds,
    changes: { publish: () => undefined },
  };
}

async function erase(): Promise<void> {
  for (const store of open) await store.close();
  open = [];
  for (const { id } of [former, ada]) await deleteDB(databaseName(id));
}

beforeEach(erase);
afterEach(erase);

test('[RESTORE-06] items made under a former id move to the database of the present id, and the former database is erased', async () => {
  const left = await deviceOf(former);
  expect(await claimStore(left.store, former)).toEqual({ ok: true, value: null });
  for (const title of ['Boots', 'Map']) await createItem(left, { type: 'todo', title });
  const device = await deviceOf(ada);
  expect(await claimStore(device.store, ada)).toEqual({ ok: true, value: null });
  expect(await accountsHere()).toEqual(expect.arrayContaining([former.id, ada.id]));
  expect(await moveOwnItems(left.store, former.id, device)).toEqual({ ok: true, value: 2 });
  expect(await accountsHere()).not.toContain(former.id);
  const rows = await device.store.read((tx) => tx.allItems());
  const owned = rows.ok ? rows.value.map(({ title, user_id }) => `${title} of ${user_id}`) : [];
  expect(owned.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    `Boots of ${ada.id}`,
    `Map of ${ada.id}`,
  ]);
  expect(await device.store.read((tx) => tx.queueSize())).toEqual({ ok: true, value: 2 });
});

test('[RESTORE-06] a database belongs to the number that first used it, also in another tab', async () => {
  const { store } = await deviceOf(former);
  expect(await claimStore(store, former)).toEqual({ ok: true, value: null });
  const stranger = { ...former, phone: '+15550002' };
  const other = await deviceOf(former);
  expect(await claimStore(other.store, stranger)).toEqual({ ok: true, value: former.phone });
  expect(await ownerOf(other.store, former.id)).toEqual({ ok: true, value: former.phone });
});
