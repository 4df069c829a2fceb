import {
  discardedWith,
  discardRequest,
  retryRequest,
  type QueuedRequest,
  type ResolutionChoice,
  type ShownConflict,
} from '@foray/sync';
import type { AccountManager } from '../accounts/account-manager.ts';
import type { ClientPorts } from '../state/client-ports.ts';
import { syncNowOf } from './sync-now.ts';

/** A person's decisions about syncing: when to sync, blocked requests, conflicts. */
export function syncActions(accounts: AccountManager, ports: ClientPorts) {
  const { watch } = accounts;

  async function retryBlocked(requestId: string): Promise<void> {
    const { device } = await accounts.current();
    await retryRequest(device, requestId);
    watch.requestSync();
  }

  return {
    syncNow: syncNowOf(accounts, ports),
    retryBlocked,
    /**
     * The requests that discarding this one would also delete, to be listed first; null if they cannot be
     * read.
     */
    async discardedWith(requestId: string): Promise<readonly QueuedRequest[] | null> {
      const { device } = await accounts.current();
      const along = await discardedWith(device, requestId);
      return along.ok ? along.value : null;
    },
    /**
     * Discards a change, the first of those listed, with the requests that `discardedWith` names; those
     * that only waited for it continue. False if other requests would now be discarded.
     */
    async discardBlocked(shown: readonly QueuedRequest[]): Promise<boolean> {
      const { device } = await accounts.current();
      const discarded = await discardRequest(device, shown[0]?.id ?? '', shown);
      watch.requestSync();
      return discarded.ok || discarded.error !== 'changed';
    },
    /** changed: one of the sides differs from what was shown. failed: it could not be written. */
    async resolveConflict(
      shown: ShownConflict,
      keep: ResolutionChoice,
    ): Promise<'resolved' | 'changed' | 'failed'> {
      const { engine } = await accounts.current();
      const resolved = await engine?.resolve(shown.conflict.uuid, keep, shown);
      watch.requestSync();
      if (resolved === undefined || resolved.ok || resolved.error === 'not_found') {
        return 'resolved';
      }
      return resolved.error === 'changed' ? 'changed' : 'failed';
    },
    retryUpgrade: async (): Promise<void> => watch.syncing?.retryUpgrade(retryBlocked),
    /** The last decisions of the engine with their reasons, for debugging: ids and codes only. */
    async syncLog(): Promise<string> {
      const { engine } = await accounts.current();
      return JSON.stringify(engine?.log() ?? [], null, 1);
    },
  };
}
