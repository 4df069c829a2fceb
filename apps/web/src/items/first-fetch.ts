import { useSession, useSync } from '../replica/index.ts';

/** Whether an account's items are still being brought to this device for the first time. */
export type FirstFetch = 'over' | 'running' | 'failed';

/**
 * Until the first sync has finished an empty list may only mean that nothing has arrived yet: lists
 * then say that they load, or that they could not. Afterwards, and for guests, the device knows.
 */
export function useFirstFetch(): FirstFetch {
  const session = useSession();
  const sync = useSync();
  if (session.kind !== 'user' || sync.lastSyncAt !== null) return 'over';
  if (!sync.online) return 'failed';
  return sync.hasFailed && !sync.syncing ? 'failed' : 'running';
}
