import { useSession, useSync } from '../../replica/index.ts';

/** The state of the first download of an account's items to this device. */
export type FirstFetch = 'over' | 'running' | 'failed';

/**
 * The state of the first sync. Until it has finished, an empty list may only mean that nothing has arrived
 * yet: lists then say that they load, or that they could not. Afterwards, and for guests, the device has
 * all items.
 */
export function useFirstFetch(): FirstFetch {
  const session = useSession();
  const sync = useSync();
  if (session.kind !== 'user' || sync.lastSyncAt !== null) return 'over';
  if (!sync.online) return 'failed';
  return sync.hasFailed && !sync.syncing ? 'failed' : 'running';
}
