import { transitionOf, eraseEmpty } from '@foray/sync';
import type { AccountKey, LocalStore } from '@foray/sync';
import { accountsOf, countChanges } from './account-databases.ts';
import type { AccountPorts } from '../state/client-ports.ts';

/** The data in this browser other than that of one account, `own`; null for all data. */
export class OtherAccounts {
  readonly #ports: AccountPorts;

  constructor(ports: AccountPorts) {
    this.#ports = ports;
  }

  /**
   * The number of changes that exist only on this device; a guest's item counts as one. An account that
   * cannot be read counts as none.
   */
  async countUnsent(own: AccountKey | null): Promise<number> {
    let unsent = 0;
    for (const key of await this.#keys(own)) {
      const opened = await this.#ports.stores.openExisting(key);
      if (!opened.ok) continue;
      const store = opened.value;
      unsent += key === 0 ? await countItems(store) : await countChanges(store);
      await store.close();
    }
    return unsent;
  }

  /**
   * Erases the data and the memory of these accounts, the guest's first, so that its interrupted upgrade is
   * not repeated. False if one account could not be erased; those after it are left.
   */
  async erase(own: AccountKey | null): Promise<boolean> {
    const { stores, memory } = this.#ports;
    const keys = await this.#keys(own);
    for (const key of keys.toSorted((a, b) => a - b)) {
      const opened = await stores.openExisting(key);
      // Without a store there is nothing to erase.
      if (!opened.ok && opened.error.code === 'closed') continue;
      const erased = opened.ok ? await opened.value.destroy() : opened;
      if (!erased.ok) return false;
    }
    await memory.change(transitionOf({ kind: 'dataErased', userIds: keys }));
    return true;
  }

  /**
   * Forgets accounts that a tab erased without being able to record it, and erases empty stores created by
   * tabs that were just opening these accounts.
   */
  async forgetErased(): Promise<void> {
    const { stores, memory } = this.#ports;
    const { user } = await memory.load();
    for (const key of await this.#keys(user?.id ?? 0)) {
      const opened = key === 0 ? null : await stores.openExisting(key);
      if (opened?.ok) await eraseEmpty(memory, stores, opened.value, key);
      else if (opened?.error.code === 'closed')
        await memory.change(transitionOf({ kind: 'dataErased', userIds: [key] }));
    }
  }

  async #keys(own: AccountKey | null): Promise<readonly AccountKey[]> {
    const { listAccountDatabases, memory } = this.#ports;
    const here = accountsOf(await listAccountDatabases(), await memory.load());
    return here.filter((key) => key !== own);
  }
}

async function countItems(store: LocalStore): Promise<number> {
  const items = await store.read((tx) => tx.allItems());
  return items.ok ? items.value.filter(({ _deleted }) => !_deleted).length : 0;
}
