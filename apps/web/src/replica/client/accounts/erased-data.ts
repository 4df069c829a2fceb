import type { Person } from '@foray/domain';
import { transitionOf, type LocalStore } from '@foray/sync';
import type { ShownAccountState } from './account-state.ts';
import type { AccountPorts } from '../state/client-ports.ts';
import type { OpenAccount } from '../sync/open-account.ts';
import { personOf } from '../state/client-state.ts';
import { serially } from '../state/serial-task.ts';
import { isErased } from '../state/usable-store.ts';

const lookEveryMs = 15_000;

/** The open account of the page. */
interface OpenPage {
  current(): Promise<OpenAccount>;
}

/**
 * Notices that the browser has erased the databases of this page (DATA-16). A user's account is opened again, and
 * receives everything from the server; a guest's items are gone, and the page says so.
 */
export class ErasedData {
  readonly #ports: AccountPorts;
  readonly #page: OpenPage;
  readonly #watch: ShownAccountState;
  readonly #switchAccount: () => Promise<boolean>;
  /** Call it when the store of the open account turns out to be closed. */
  readonly look: () => Promise<void>;

  /**
   * `switchAccount` opens the account that is then remembered, and returns whether it was another one, or
   * erased.
   */
  constructor(
    ports: AccountPorts,
    watch: ShownAccountState,
    switchAccount: () => Promise<boolean>,
    page: OpenPage,
  ) {
    this.#ports = ports;
    this.#watch = watch;
    this.#switchAccount = switchAccount;
    this.#page = page;
    this.look = serially(() => this.#look());
  }

  /** At the start, checks whether a session or a mark shows that data is missing; then looks regularly. */
  async begin(): Promise<void> {
    await this.#begin();
    // The tutorial waits until this is known.
    if (this.#watch.sync.get().erased === undefined) this.#watch.showErased(null);
    const { scheduler, visibility } = this.#ports;
    // An idle page of a guest makes no call that would notice it; a page that becomes visible does.
    scheduler.every(lookEveryMs, () => void (visibility.isVisible() && this.look()));
  }

  async #begin(): Promise<void> {
    const { device, replica, loaded } = await this.#page.current();
    await loaded;
    if (device.account.kind === 'user') return this.#ports.guestMark.set(false);
    if (!(await this.#isForgotten())) return this.#mark(replica.isEmpty);
    if (this.#ports.mayHaveSession()) {
      const reply = await this.#ports.transport.me();
      if (reply.kind === 'answer') return this.#returnTo(reply.body.user, 0);
    }
    if (replica.isEmpty && this.#ports.guestMark.isOn()) {
      this.#watch.showErased({ lost: null });
    }
    this.#mark(replica.isEmpty);
  }

  async #look(): Promise<void> {
    const { device, replica } = await this.#page.current();
    if (!(await isErased(device.store))) return;
    const isForgotten = await this.#isForgotten();
    const user = personOf(device.account);
    const rows = [...replica.rows()];
    if (isForgotten && user !== null) {
      return this.#returnTo(user, rows.filter((row) => row._syncStatus === 'pending').length);
    }
    if (!(await this.#switchAccount()) || !isForgotten || rows.length === 0) return;
    this.#watch.showErased({ lost: null });
    this.#mark(true);
  }

  /** Remembers the user again and opens their account, into which everything is pulled. */
  async #returnTo(user: Person, lost: number): Promise<void> {
    await this.#ports.memory.change(transitionOf({ kind: 'userFound', user }));
    await this.#switchAccount();
    this.#watch.showErased({ lost });
  }

  /** Whether the guest's database no longer remembers the account. */
  async #isForgotten(): Promise<boolean> {
    const guest = await this.#ports.stores.open(0);
    if (!guest.ok) return false;
    const isForgotten = await knowsNobody(guest.value);
    await guest.value.close();
    return isForgotten;
  }

  #mark(isEmpty: boolean): void {
    if (this.#ports.guestMark.isOn() === isEmpty) this.#ports.guestMark.set(!isEmpty);
  }
}

async function knowsNobody(guest: LocalStore): Promise<boolean> {
  const read = await guest.read((tx) => tx.meta('account', 'browser'));
  return read.ok && read.value === undefined;
}
