import type { Conflict, QueuedRequest } from '@foray/sync';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useClient } from './client-context.tsx';
import type { News } from './news.ts';
import type { ClientNotice, Session, SyncView, UpgradeView } from './client-state.ts';

/** Who uses this browser. */
export function useSession(): Session {
  const { session } = useClient();
  return useSyncExternalStore(session.subscribe, session.get);
}

/** What the connectivity badge and Preferences show. */
export function useSync(): SyncView {
  const { sync } = useClient();
  return useSyncExternalStore(sync.subscribe, sync.get);
}

/** The move of a guest's items into the account just signed in to. */
export function useUpgrade(): UpgradeView {
  const { upgrade } = useClient();
  return useSyncExternalStore(upgrade.subscribe, upgrade.get);
}

/** The changes in Needs attention, in the order in which they were made. */
export function useParked(): readonly QueuedRequest[] {
  const { parked } = useClient();
  return useSyncExternalStore(parked.subscribe, parked.get);
}

/** What was changed both here and on the server and waits for a decision. */
export function useConflicts(): readonly Conflict[] {
  const { conflicts } = useClient();
  return useSyncExternalStore(conflicts.subscribe, conflicts.get);
}

/** Mutual contacts and notifications, as the sync brought them. */
export function useNews(): News {
  const { news } = useClient();
  return useSyncExternalStore(news.subscribe, news.get);
}

/** Whether the conflict dialog is open; never without conflicts. */
export function useIsResolvingConflicts(): boolean {
  const { isResolvingConflicts } = useClient();
  return useSyncExternalStore(isResolvingConflicts.subscribe, isResolvingConflicts.get);
}

/** Calls back for what happens without the user's doing, while the component is mounted. */
export function useNotices(onNotice: (notice: ClientNotice) => void): void {
  const client = useClient();
  const tell = useEffectEvent(onNotice);
  useEffect(() => client.onNotice((notice) => tell(notice)), [client]);
}
