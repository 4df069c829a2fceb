import type { LocalContact, LocalItem, MetaRow, MetaValues, QueuedRequest } from '@foray/sync';
import type { Notification } from '@foray/contract';
import type { Person } from '@foray/domain';
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import { browserIds } from '../browser/browser-ports.ts';

/** The version of the local database, which only grows by additions. */
export const databaseVersion = 1;

/** A row of `items` as stored: at the top level parent_id is 0, so that the index finds it. */
export type StoredItem = Omit<LocalItem, 'parent_id'> & { readonly parent_id: number };

/** The stores and indexes of an account's database. */
export interface ForayDatabase extends DBSchema {
  items: {
    key: number;
    value: StoredItem;
    indexes: {
      type: string;
      user_id: number;
      assigned_to: number;
      parent_id: number;
      status: string;
      _syncStatus: string;
      uuid: string;
      parent_uuid: string;
      _localVersion: number;
      top_created_at: [number, string];
      type_created_at: [string, string];
      status_sortKey: [string, string];
    };
  };
  users: { key: number; value: Person };
  contacts: {
    key: number;
    value: LocalContact;
    indexes: { user_id: number; contact_phone: string };
  };
  syncQueue: { key: string; value: QueuedRequest; indexes: { seq: number; touches: string } };
  notifications: { key: number | string; value: Notification; indexes: { created_at: string } };
  meta: { key: [string, string]; value: MetaRow; indexes: { kind: string } };
}

/** Every store, in the order in which a transaction names them. */
export const storeNames = [
  'items',
  'users',
  'contacts',
  'syncQueue',
  'notifications',
  'meta',
] as const;

type StoreName = StoreNames<ForayDatabase>;

/** Creates version 1 of a new database, in the transaction of its creation. */
export function makeStores(
  database: IDBPDatabase<ForayDatabase>,
  transaction: IDBPTransaction<ForayDatabase, StoreName[], 'versionchange'>,
): void {
  const items = database.createObjectStore('items', { keyPath: 'id' });
  for (const field of ['type', 'user_id', 'assigned_to', 'parent_id', 'status'] as const)
    items.createIndex(field, field);
  items.createIndex('_syncStatus', '_syncStatus');
  items.createIndex('uuid', 'uuid', { unique: true });
  items.createIndex('parent_uuid', 'parent_uuid');
  items.createIndex('_localVersion', '_localVersion');
  items.createIndex('top_created_at', ['top', 'created_at']);
  items.createIndex('type_created_at', ['type', 'created_at']);
  items.createIndex('status_sortKey', ['status', 'sortKey']);
  database.createObjectStore('users', { keyPath: 'id' });
  const contacts = database.createObjectStore('contacts', { keyPath: 'id' });
  contacts.createIndex('user_id', 'user_id');
  contacts.createIndex('contact_phone', 'contact_phone');
  const queue = database.createObjectStore('syncQueue', { keyPath: 'id' });
  queue.createIndex('seq', 'seq', { unique: true });
  queue.createIndex('touches', 'touches', { multiEntry: true });
  const notifications = database.createObjectStore('notifications', { keyPath: 'id' });
  notifications.createIndex('created_at', 'created_at');
  database.createObjectStore('meta', { keyPath: ['kind', 'id'] }).createIndex('kind', 'kind');
  void transaction.objectStore('meta').put(newBirth());
}

/**
 * The row that names a store, so that handles can distinguish it from an earlier store of the same account.
 */
function newBirth(): MetaRow<'birth'> {
  return { kind: 'birth', id: 'store', value: { name: browserIds.uuid() } };
}

/** The name that a database got when it was created or emptied. */
export function identityOf(row: MetaRow | undefined): string {
  return (row?.value as MetaValues['birth'] | undefined)?.name ?? '';
}

/** Erases everything except the remembered account; if that is left, the store gets a new name. */
export async function emptyStores(
  tx: IDBPTransaction<ForayDatabase, StoreName[], 'readwrite'>,
): Promise<'keeps the account' | 'empty'> {
  const meta = tx.objectStore('meta');
  const account = await meta.get(['account', 'browser']);
  await Promise.all([...tx.objectStoreNames].map((name) => tx.objectStore(name).clear()));
  if (account === undefined) return 'empty';
  await Promise.all([meta.put(account), meta.put(newBirth())]);
  return 'keeps the account';
}

/** The browser's IndexedDB; null if it has none or, as in a sandboxed frame, refuses to name it. */
export function indexedDbHere(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null;
  }
}
