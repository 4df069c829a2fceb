import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useClient } from './client-context.tsx';
import type { Client } from '../client/client.ts';
import type { ClientNotice, SyncView } from '../client/state/client-state.ts';
import { useObservable } from '../../state/observable.ts';

/** The user of this browser. */
export const useSession = () => useObservable(useClient().session);

/** The id of this browser's user; 0 for a guest. */
export function useUserId(): number {
  const session = useSession();
  return session.kind === 'user' ? session.user.id : 0;
}

/** The state of sync, as the connectivity badge and Preferences show it. */
export const useSync = () => useObservable(useClient().sync);

/**
 * Whether the server can be reached, for components that need nothing else of the sync: they render less
 * often.
 */
export function useOnline(): boolean {
  const { sync } = useClient();
  return useSyncExternalStore(sync.subscribe, () => sync.get().online);
}

/** As `erased` of {@link useSync}, for a component that needs nothing else of the sync. */
export function useErased(): SyncView['erased'] {
  const { sync } = useClient();
  return useSyncExternalStore(sync.subscribe, () => sync.get().erased);
}

/** The upload of a guest's items into the account that was just signed in to. */
export const useUpgrade = () => useObservable(useClient().upgrade);

/** The changes in Needs attention, in the order in which they were made. */
export const useBlocked = () => useObservable(useClient().blocked);

/** The conflicts that wait for a decision. */
export const useConflicts = () => useObservable(useClient().conflicts);

/** The pulled mutual contacts and notifications. */
export const useInbox = () => useObservable(useClient().inbox);

/** Unsent changes on this device in accounts that nobody is signed in to. */
export const usePendingAccounts = () => useObservable(useClient().pendingAccounts);

/** Whether the conflict dialog is open; it is never open without conflicts. */
export const useIsResolvingConflicts = () => useObservable(useClient().isResolvingConflicts);

/** The pending question about a change made in another tab while a form was open; null for none. */
export const useChangedQuestion = () => useObservable(useClient().changedQuestion);

/**
 * Calls back when a user's account is closed: none of its data may stay on the screen (invariant I25). A
 * guest who signs in keeps the text that they were typing. The returned function ends it.
 */
export function onAccountLeft(client: Client, onLeft: () => void): () => void {
  return client.onNotice(({ kind }) => {
    if (kind === 'accountLeft' && client.session.get().kind === 'user') onLeft();
  });
}

/** As {@link onAccountLeft}, while the component is mounted. */
export function useAccountLeft(onLeft: () => void): void {
  const client = useClient();
  const onLeave = useEffectEvent(onLeft);
  useEffect(() => onAccountLeft(client, () => onLeave()), [client]);
}

/** Calls back for events without a user action while the component is mounted, also for those before its mount. */
export function useShownNotices(onNotice: (notice: ClientNotice) => void): void {
  const client = useClient();
  const show = useEffectEvent(onNotice);
  useEffect(() => client.showNotices((notice) => show(notice)), [client]);
}
