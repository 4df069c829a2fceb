import { after, eraseEmpty } from '@foray/sync';
import type { AccountKey, LocalStore } from '@foray/sync';
import { accountsOf, countChanges } from './account-databases.ts';
import type { AccountPorts } from './client-ports.ts';

/** What is kept in this browser beside one account, `own`; null for beside nothing. */
export class OtherAccounts {
  readonly #ports: AccountPorts;

  constructor(ports: AccountPorts) {
    this.#ports = ports;
  }

  /**
   * How many changes of theirs are nowhere but on this device; a guest's item counts as one. An account
   * that cannot be read counts as none.
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
   * Erases it, and that they were here, the guest's first: what it had begun to bring into another is not
   * to be brought again. False if one account could not be erased; those after it are left.
   */
  async erase(own: AccountKey | null): Promise<boolean> {
    const { stores, memory } = this.#ports;
    const keys = await this.#keys(own);
    for (const key of keys.toSorted((a, b) => a - b)) {
      const opened = await stores.openExisting(key);
      // Where there is none nothing is left.
      if (!opened.ok && opened.error.code === 'closed') continue;
      const erased = opened.ok ? await opened.value.destroy() : opened;
      if (!erased.ok) return false;
    }
    await memory.change(after({ kind: 'dataErased', userIds: keys }));
    return true;
  }

  /**
   * Forgets accounts that were erased by a tab that could not say so any more, and erases what a tab made of
   * one that was opening it just then: an empty store.
   */
  async forgetErased(): Promise<void> {
    const { stores, memory } = this.#ports;
    const { user } = await memory.load();
    for (const key of await this.#keys(user?.id ?? 0)) {
      const opened = key === 0 ? null : await stores.openExisting(key);
      if (opened?.ok) await eraseEmpty(memory, stores, opened.value, key);
      else if (opened?.error.code === 'closed')
        await memory.change(after({ kind: 'dataErased', userIds: [key] }));
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
