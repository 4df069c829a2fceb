import type { Conflict, QueuedRequest } from '@foray/sync';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useClient } from './client-context.tsx';
import type { Client } from '../client/client.ts';
import type { ChangedQuestion } from '../client/changed-item-dialog.ts';
import type { Inbox } from '../client/inbox.ts';
import type { ClientNotice, Session, SyncView, UpgradeView } from '../client/client-state.ts';
import type { WaitingAccount } from '../client/waiting-accounts.ts';

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

/** Whether the server can be reached, for what asks nothing else of the sync: it renders less often. */
export function useOnline(): boolean {
  const { sync } = useClient();
  return useSyncExternalStore(sync.subscribe, () => sync.get().online);
}

/** The move of a guest's items into the account just signed in to. */
export function useUpgrade(): UpgradeView {
  const { upgrade } = useClient();
  return useSyncExternalStore(upgrade.subscribe, upgrade.get);
}

/** The changes in Needs attention, in the order in which they were made. */
export function useBlocked(): readonly QueuedRequest[] {
  const { blocked } = useClient();
  return useSyncExternalStore(blocked.subscribe, blocked.get);
}

/** What was changed both here and on the server and waits for a decision. */
export function useConflicts(): readonly Conflict[] {
  const { conflicts } = useClient();
  return useSyncExternalStore(conflicts.subscribe, conflicts.get);
}

/** Mutual contacts and notifications, as the sync brought them. */
export function useInbox(): Inbox {
  const { news } = useClient();
  return useSyncExternalStore(news.subscribe, news.get);
}

/** Changes of accounts that nobody is signed in to, kept on this device until somebody is. */
export function useWaiting(): readonly WaitingAccount[] {
  const { waiting } = useClient();
  return useSyncExternalStore(waiting.subscribe, waiting.get);
}

/** Whether the conflict dialog is open; never without conflicts. */
export function useIsResolvingConflicts(): boolean {
  const { isResolvingConflicts } = useClient();
  return useSyncExternalStore(isResolvingConflicts.subscribe, isResolvingConflicts.get);
}

/** What another tab changed while a form was open, and asks to be decided; null for nothing. */
export function useChangedQuestion(): ChangedQuestion | null {
  const { changedQuestion } = useClient();
  return useSyncExternalStore(changedQuestion.subscribe, changedQuestion.get);
}

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
  const tell = useEffectEvent(onLeft);
  useEffect(() => onAccountLeft(client, () => tell()), [client]);
}

/**
 * Calls back for what happens without the user's doing, while the component is mounted; also with what
 * was told before it was there.
 */
export function useShownNotices(onNotice: (notice: ClientNotice) => void): void {
  const client = useClient();
  const show = useEffectEvent(onNotice);
  useEffect(() => client.showNotices((notice) => show(notice)), [client]);
}
