import { upgradeGuest, type LocalStores } from '@foray/sync';
import type { StorageState } from '../state/client-state.ts';
import type { OpenAccount } from '../sync/open-account.ts';
import type { UsableStore } from '../state/usable-store.ts';

/**
 * Copies a guest's items in this browser into the account; 0 if there are none. Durable items stay with the
 * guest if the account's store lasts no longer than the page.
 */
export async function copyGuestItems(
  opened: OpenAccount,
  storage: StorageState,
  guests: UsableStore,
  stores: LocalStores,
): Promise<number> {
  const wouldLose = storage.kind !== 'ok' && guests.storage.kind === 'ok';
  const upgraded = wouldLose ? null : await upgradeGuest(guests.store, opened.device, stores);
  await guests.store.close();
  return upgraded?.ok ? upgraded.value : 0;
}
