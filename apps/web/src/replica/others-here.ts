import { withoutKnown } from '@foray/sync';
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

  /** Forgets accounts that were erased by whoever could not say so any more. */
  async forgetErased(): Promise<void> {
    const { stores, memory } = this.#ports;
    const { known, user } = await memory.load();
    for (const { userId } of known) {
      const opened = user?.id === userId ? null : await stores.openExisting(userId);
      if (opened?.ok) await opened.value.close();
      if (opened?.ok !== false || opened.error.code !== 'closed') continue;
      await memory.change((now) => (now.user?.id === userId ? now : withoutKnown(now, [userId])));
    }
  }

  async #keys(own: AccountKey | null): Promise<readonly AccountKey[]> {
    const { accountsHere, memory } = this.#ports;
    const here = accountsOf(await accountsHere(), await memory.load());
    return here.filter((key) => key !== own);
  }
}
