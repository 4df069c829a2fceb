import {
  userOf,
  StoredAccountMemory,
  type LocalStore,
  type LocalStores,
  type StoreFailure,
} from '@foray/sync';
import type { Person, Result } from '@foray/domain';
import type { ShownAccountState } from './account-state.ts';
import type { PagePorts } from '../state/client-ports.ts';
import { openAccount, type OpenAccount } from '../sync/open-account.ts';
import { accountOf } from '../state/client-state.ts';
import type { ShownAccount } from './shown-account.ts';

/** The account that the start of a page opened, before the code of the account manager was loaded. */
export interface FirstOpening {
  readonly memory: StoredAccountMemory;
  /** The guest's store, which remembers the signed-in user. */
  readonly guestStore: Result<LocalStore, StoreFailure>;
  /** The displayed account, not synced yet; null if the account manager has to finish something first. */
  readonly opened: OpenAccount | null;
}

/**
 * Shows the signed-in user's account, or the guest's, if nothing was interrupted: most starts need no more,
 * and little code. Opening the guest's store once is enough to know the signed-in user.
 */
export async function openFirst(ports: PagePorts, shown: ShownAccount): Promise<FirstOpening> {
  const { watch } = shown;
  const stores = storesOf(ports, watch);
  const memory = new StoredAccountMemory(stores, ports.accountMirror);
  const guestStore = await stores.open(0);
  const [remembered, hasBegun] = await Promise.all([
    memory.loadFrom(guestStore),
    guestStore.ok && hasBegunUpgrade(guestStore.value),
  ]);
  const user = userOf(remembered);
  const isReady = guestStore.ok && remembered.leaving.length === 0 && !hasBegun;
  if (!isReady) return { memory, guestStore, opened: null };
  const store = user === null ? guestStore.value : await storeOf(user, stores);
  if (store === null) return { memory, guestStore, opened: null };
  const opened = openAccount(accountOf(user), store, ports, watch);
  await shown.show(opened, { kind: 'ok' });
  return { memory, guestStore, opened };
}

/** The user's store; null if it is not known to be theirs (decision 0080), or a sign-out was leaving it. */
async function storeOf(user: Person, stores: LocalStores): Promise<LocalStore | null> {
  const opened = await stores.openExisting(user.id);
  if (!opened.ok) return null;
  const marks = await opened.value.read((tx) =>
    Promise.all([tx.meta('owner', 'account'), tx.meta('left', 'account')]),
  );
  const [owner, left] = marks.ok ? marks.value : [];
  if (user.phone && owner?.phone === user.phone && left === undefined) return opened.value;
  await opened.value.close();
  return null;
}

/** The databases of this browser, with reports of damage and of waits. */
export function storesOf(ports: PagePorts, watch: ShownAccountState): LocalStores {
  return ports.openStores({
    onUnreadable: (account, row) => watch.onUnreadable(account, row),
    onNewer: (account) => watch.onNewer(account),
    onBlocked: (isBlocked) => watch.showBlocked(isBlocked),
  });
}

/** True also if the mark cannot be read: the account manager handles that. */
async function hasBegunUpgrade(store: LocalStore): Promise<boolean> {
  const moved = await store.read((tx) => tx.meta('moved', 'guest'));
  return !moved.ok || moved.value !== undefined;
}
