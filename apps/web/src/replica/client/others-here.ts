import { eraseEmpty, withoutKnown } from '@foray/sync';
import type { AccountKey, AccountMemory, LocalStores } from '@foray/sync';
import { accountsOf, countUnsentOf, eraseAccounts } from './accounts-here.ts';

/** Where the data of an account may be. */
interface OthersPorts {
  readonly stores: LocalStores;
  readonly memory: AccountMemory;
  readonly accountsHere: () => Promise<readonly AccountKey[]>;
}

/** What is kept in this browser beside one account, `own`; null for beside nothing. */
export class OthersHere {
  readonly #ports: OthersPorts;

  constructor(ports: OthersPorts) {
    this.#ports = ports;
  }

  /** How many changes of theirs no server has. */
  async countUnsent(own: AccountKey | null): Promise<number> {
    return countUnsentOf(this.#ports.stores, await this.#keys(own));
  }

  /** Erases it, and that they were here; false if something is left. */
  async erase(own: AccountKey | null): Promise<boolean> {
    const keys = await this.#keys(own);
    if (!(await eraseAccounts(this.#ports.stores, keys))) return false;
    await this.#ports.memory.change((now) => withoutKnown(now, keys));
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
        await memory.change((now) => (now.user?.id === key ? now : withoutKnown(now, [key])));
    }
  }

  async #keys(own: AccountKey | null): Promise<readonly AccountKey[]> {
    const { accountsHere, memory } = this.#ports;
    const here = accountsOf(await accountsHere(), await memory.load());
    return here.filter((key) => key !== own);
  }
}
