import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useClient } from './client-context.tsx';
import type { Client } from '../client/client.ts';
import type { ClientNotice } from '../client/client-state.ts';
import { useObservable } from '../../state/use-observable.ts';

/** Who uses this browser. */
export const useSession = () => useObservable(useClient().session);

/** The id of who uses this browser; 0 for a guest. */
export function useUserId(): number {
  const session = useSession();
  return session.kind === 'user' ? session.user.id : 0;
}

/** What the connectivity badge and Preferences show. */
export const useSync = () => useObservable(useClient().sync);

/** Whether the server can be reached, for what asks nothing else of the sync: it renders less often. */
export function useOnline(): boolean {
  const { sync } = useClient();
  return useSyncExternalStore(sync.subscribe, () => sync.get().online);
}

/** The move of a guest's items into the account just signed in to. */
export const useUpgrade = () => useObservable(useClient().upgrade);

/** The changes in Needs attention, in the order in which they were made. */
export const useBlocked = () => useObservable(useClient().blocked);

/** What was changed both here and on the server and waits for a decision. */
export const useConflicts = () => useObservable(useClient().conflicts);

/** The mutual contacts and notifications that were pulled. */
export const useInbox = () => useObservable(useClient().inbox);

/** Changes of accounts that nobody is signed in to, kept on this device until somebody is. */
export const useWaiting = () => useObservable(useClient().waiting);

/** Whether the conflict dialog is open; never without conflicts. */
export const useIsResolvingConflicts = () => useObservable(useClient().isResolvingConflicts);

/** What another tab changed while a form was open, and asks to be decided; null for nothing. */
export const useChangedQuestion = () => useObservable(useClient().changedQuestion);

/**
 * Calls back when the account of somebody is left: nothing of it may stay on the screen (invariant I25).
 * A guest who signs in takes along what they were typing. The returned function ends it.
 */
export function onAccountLeft(client: Client, onLeft: () => void): () => void {
  return client.onNotice(({ kind }) => {
    if (kind === 'accountLeft' && client.session.get().kind === 'user') onLeft();
  });
}

/** As {@link onAccountLeft}, while the component is there. */
export function useAccountLeft(onLeft: () => void): void {
  const client = useClient();
  const onLeave = useEffectEvent(onLeft);
  useEffect(() => onAccountLeft(client, () => onLeave()), [client]);
}

/**
 * Calls back for events without a user action while the component is mounted, also for those before its
 * mount.
 */
export function useShownNotices(onNotice: (notice: ClientNotice) => void): void {
  const client = useClient();
  const show = useEffectEvent(onNotice);
  useEffect(() => client.showNotices((notice) => show(notice)), [client]);
}
