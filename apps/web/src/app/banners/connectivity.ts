import { listMessages } from '../../messages/list-messages.ts';
import type { SyncView } from '../../replica/index.ts';

/** The badge's only text: Offline first, then a running cycle, then waiting changes (LAYOUT-13). */
export function connectivityText(sync: Pick<SyncView, 'online' | 'syncing' | 'pending'>): string {
  const { connectivity } = listMessages;
  if (!sync.online) return connectivity.offline;
  if (sync.syncing) return connectivity.syncing;
  return sync.pending > 0 ? connectivity.onlinePending(sync.pending) : connectivity.online;
}
