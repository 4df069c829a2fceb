import type { Result } from '@foray/domain';
import type { AccountKey, LocalStore, LocalStores, StoreFailure } from '@foray/sync';
import type { StorageState } from './client-state.ts';

/** A store that accepts writes, and how long they last. */
export interface UsableStore {
  readonly store: LocalStore;
  readonly storage: StorageState;
}

/** The opened database, or else a store that lasts until the page is closed. */
export async function usableStore(
  key: AccountKey,
  opened: Result<LocalStore, StoreFailure>,
  openMemoryStores: () => Promise<LocalStores>,
): Promise<UsableStore> {
  if (opened.ok) return { store: opened.value, storage: { kind: 'ok' } };
  const isNewer = opened.error.code === 'newer';
  const memory = await (await openMemoryStores()).open(key);
  if (!memory.ok) throw new Error(`no store at all: ${memory.error.detail}`);
  return { store: memory.value, storage: { kind: isNewer ? 'newer' : 'memory' } };
}

/** Whether an account's writes last no longer than the page. */
export function isInMemory({ kind }: StorageState): boolean {
  return kind === 'memory' || kind === 'newer';
}

/** Whether another tab erased the store: this tab's handle on it is closed for good. */
export async function isErased(store: LocalStore): Promise<boolean> {
  const read = await store.read((tx) => tx.queueSize());
  return !read.ok && read.error.code === 'closed';
}
