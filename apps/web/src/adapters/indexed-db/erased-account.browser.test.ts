import { claimStore, createItem, eraseEmpty, StoredAccountMemory, transitionOf } from '@foray/sync';
import type { LocalStore } from '@foray/sync';
import { TestMirror } from '@foray/sync/testing';
import { deleteDB } from 'idb';
import { listAccountDatabases } from './account-databases.ts';
import { browserClock, browserIds } from '../browser/browser-ports.ts';
import { IndexedDbStores, databaseName } from './indexed-db-store.ts';

const at = '2026-01-01T00:00:00.000Z';
const ada = { id: 2021, name: 'Ada', phone: '+15550001', created_at: at, updated_at: at };
const stores = new IndexedDbStores({ onUnreadable: () => undefined, onBlocked: () => undefined });

/** The store of Ada's account, as a tab opens it. */
async function opened(): Promise<LocalStore> {
  const store = await stores.open(ada.id);
  if (!store.ok) throw new Error(store.error.detail);
  await claimStore(store.value, ada);
  return store.value;
}

async function erase(): Promise<void> {
  for (const key of [0, ada.id]) await deleteDB(databaseName(key));
}

beforeEach(erase);
afterEach(erase);

test('[I15] a database that another tab recreated with nothing but its number is erased', async () => {
  const memory = new StoredAccountMemory(stores, new TestMirror());
  const erased = await opened();
  expect(await erased.destroy()).toMatchObject({ ok: true });
  await (await opened()).close();
  expect(await listAccountDatabases()).toContain(ada.id);
  const left = await stores.openExisting(ada.id);
  if (!left.ok) throw new Error(left.error.detail);
  await eraseEmpty(memory, stores, left.value, ada.id);
  expect(await listAccountDatabases()).not.toContain(ada.id);
  expect(await memory.load()).toMatchObject({ user: null, leaving: [] });
});

test('[I1] a database that is in use or contains anything is not erased', async () => {
  const memory = new StoredAccountMemory(stores, new TestMirror());
  await memory.change(transitionOf({ kind: 'signedIn', user: ada }));
  await eraseEmpty(memory, stores, await opened(), ada.id);
  expect(await listAccountDatabases()).toContain(ada.id);

  await memory.change((now) => ({ ...now, user: null }));
  const store = await opened();
  const device = {
    account: { kind: 'user', user: ada },
    store,
    clock: browserClock,
    ids: browserIds,
    changes: { publish: () => undefined },
  } as const;
  expect(await createItem(device, { type: 'todo', title: 'Boots' })).toMatchObject({ ok: true });
  await eraseEmpty(memory, stores, store, ada.id);
  expect(await listAccountDatabases()).toContain(ada.id);
});
