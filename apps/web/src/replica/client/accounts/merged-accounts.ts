import { err, type Result } from '@foray/domain';
import type { SyncContext, StoreFailure } from '@foray/sync';
import { moveFormerItems, eraseAccount } from './account-store.ts';
import type { AccountPorts } from '../state/client-ports.ts';
import { accountOf, personOf } from '../state/client-state.ts';
import { findPending, type PendingAccount } from './pending-accounts.ts';

/** The former accounts of the signed-in user that are stored here (decision 0080). */
export class MergedAccounts {
  readonly #ports: AccountPorts;
  readonly #look: () => Promise<void>;

  /** `look` updates the list of unsent changes. */
  constructor(ports: AccountPorts, look: () => Promise<void>) {
    this.#ports = ports;
    this.#look = look;
  }

  /** Moves the items that can be moved; returns their number. */
  async moveItems(device: SyncContext): Promise<number> {
    return moveFormerItems(this.#ports, await this.#ports.listAccountDatabases(), device);
  }

  /** The unsent changes in all accounts without a signed-in user. */
  async findPending(): Promise<readonly PendingAccount[]> {
    const { stores, memory, listAccountDatabases } = this.#ports;
    return findPending(stores, await listAccountDatabases(), await memory.load());
  }

  /** Reads a waiting account that belongs to the user of `present`. */
  async read<T>(
    userId: number,
    present: SyncContext,
    read: (device: SyncContext) => Promise<Result<T, StoreFailure>>,
  ): Promise<Result<T, StoreFailure>> {
    const user = personOf(present.account);
    const found = await this.#find(userId);
    if (user === null || found === undefined)
      return err({ code: 'closed', detail: 'no former account' });
    const opened = await this.#ports.stores.openExisting(userId);
    if (!opened.ok) return opened;
    const account = accountOf({ ...user, id: userId });
    const changes = { publish: () => undefined };
    const answer = await read({ ...present, account, store: opened.value, changes });
    await opened.value.close();
    return answer;
  }

  /**
   * Erases the rest of a waiting account; false if it is still there, for instance because it has changed
   * since it was shown.
   */
  async discard(shown: PendingAccount): Promise<boolean> {
    const found = await this.#find(shown.userId);
    const isAsShown = found?.former === 'rest' && found.changes === shown.changes;
    if (isAsShown) await eraseAccount(this.#ports, shown.userId);
    await this.#look();
    return isAsShown && (await this.#find(shown.userId)) === undefined;
  }

  async #find(userId: number): Promise<PendingAccount | undefined> {
    const waiting = await this.findPending();
    return waiting.find((one) => one.userId === userId && one.former !== null);
  }
}
