import { ok, type Result } from '@foray/domain';
import { countUnsent } from '@foray/sync';
import type {
  AccountKey,
  LocalStore,
  LocalStores,
  RememberedAccount,
  StoreFailure,
} from '@foray/sync';

/** Whose data may be here: `listed` by the browser, which not every one does, or remembered. */
export function accountsOf(
  listed: readonly AccountKey[],
  { known }: RememberedAccount,
): readonly AccountKey[] {
  return [...new Set([...listed, ...known.map(({ userId }) => userId)])];
}

/**
 * How many changes of those accounts are nowhere but on this device; a guest's item counts as one. An
 * account that cannot be read counts as none.
 */
export async function countUnsentOf(
  stores: LocalStores,
  keys: readonly AccountKey[],
): Promise<number> {
  let unsent = 0;
  for (const key of keys) {
    const opened = await stores.openExisting(key);
    if (!opened.ok) continue;
    const store = opened.value;
    unsent += key === 0 ? await countItems(store) : await countChanges(store);
    await store.close();
  }
  return unsent;
}

/**
 * Erases what is kept here of those accounts, the guest's first: what it had begun to bring into another
 * is not to be brought again. False if one of them could not be erased; those after it are left.
 */
export async function eraseAccounts(
  stores: LocalStores,
  keys: readonly AccountKey[],
): Promise<boolean> {
  for (const key of keys.toSorted((a, b) => a - b)) {
    const opened = await stores.openExisting(key);
    // Where there is none nothing is left.
    if (!opened.ok && opened.error.code === 'closed') continue;
    const erased = opened.ok ? await opened.value.destroy() : opened;
    if (!erased.ok) return false;
  }
  return true;
}

/** What is in conflict is queued too: it is not to be counted twice (decision 0045). */
export async function readChanges(store: LocalStore): Promise<Result<number, StoreFailure>> {
  const unsent = await countUnsent(store);
  return unsent.ok ? ok(Math.max(unsent.value.requests, unsent.value.conflicts)) : unsent;
}

/** As `readChanges`, and none where they cannot be read. */
export async function countChanges(store: LocalStore): Promise<number> {
  const changes = await readChanges(store);
  return changes.ok ? changes.value : 0;
}

async function countItems(store: LocalStore): Promise<number> {
  const items = await store.read((tx) => tx.allItems());
  return items.ok ? items.value.filter(({ _deleted }) => !_deleted).length : 0;
}
