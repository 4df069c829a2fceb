import {
  StoredAccountMemory,
  type LocalStore,
  type LocalStores,
  type StoreFailure,
} from '@foray/sync';
import type { Result } from '@foray/domain';
import type { AccountState } from './account-state.ts';
import type { PagePorts } from './client-ports.ts';
import { openAccount, type OpenAccount } from './open-account.ts';
import { accountOf, userOf } from './remembered-user.ts';
import type { ShownAccount } from './shown-account.ts';

/** What the start of a page found before the code of the account manager was there. */
export interface FirstOpening {
  readonly memory: StoredAccountMemory;
  /** The guest's store, which knows who is signed in. */
  readonly guestStore: Result<LocalStore, StoreFailure>;
  /** The guest's account, shown; null where the account manager has to open another, or to finish something first. */
  readonly opened: OpenAccount | null;
}

/**
 * Opens the guest's store, and shows it if nobody is signed in and nothing was interrupted: what most
 * first visits need, by little code. Opening it once is enough to know who is signed in.
 */
export async function openFirst(ports: PagePorts, shown: ShownAccount): Promise<FirstOpening> {
  const { watch } = shown;
  const stores = storesOf(ports, watch);
  const memory = new StoredAccountMemory(stores, ports.accountMirror);
  const guestStore = await stores.open(0);
  const remembered = await memory.loadFrom(guestStore);
  const isGuest = userOf(remembered) === null && remembered.leaving.length === 0;
  if (!guestStore.ok || !isGuest || (await hasBegunUpgrade(guestStore.value))) {
    return { memory, guestStore, opened: null };
  }
  const opened = openAccount(accountOf(null), guestStore.value, ports, (change) =>
    watch.onChange(change),
  );
  await shown.show(opened, { kind: 'ok' }, 0);
  return { memory, guestStore, opened };
}

/** The databases of this browser, whose damage and waits are shown. */
export function storesOf(ports: PagePorts, watch: AccountState): LocalStores {
  return ports.openStores({
    onUnreadable: (account, row) => watch.onUnreadable(account, row),
    onBlocked: (isBlocked) => watch.showBlocked(isBlocked),
  });
}

/** True also if it cannot be read: the account manager knows what to do then. */
async function hasBegunUpgrade(store: LocalStore): Promise<boolean> {
  const moved = await store.read((tx) => tx.meta('moved', 'guest'));
  return !moved.ok || moved.value !== undefined;
}
