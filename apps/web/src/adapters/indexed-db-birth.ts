import type { MetaRow, MetaValues } from '@foray/sync';
import type { IDBPTransaction, StoreNames } from 'idb';
import { newBirth, type ForayDatabase } from './indexed-db-schema.ts';

/** The name that a database was given when it was made or emptied. */
export function birthOf(row: MetaRow | undefined): string {
  return (row?.value as MetaValues['birth'] | undefined)?.name ?? '';
}

/** Erases everything but who is signed in; with that left, the store gets another name. */
export async function emptyStores(
  tx: IDBPTransaction<ForayDatabase, StoreNames<ForayDatabase>[], 'readwrite'>,
): Promise<'keeps the account' | 'empty'> {
  const meta = tx.objectStore('meta');
  const account = await meta.get(['account', 'browser']);
  await Promise.all([...tx.objectStoreNames].map((name) => tx.objectStore(name).clear()));
  if (account === undefined) return 'empty';
  await Promise.all([meta.put(account), meta.put(newBirth())]);
  return 'keeps the account';
}
