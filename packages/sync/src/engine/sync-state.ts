import type { SyncProblem } from '../cycle/cycle-end.ts';

/** The state of sync, as screens show it. */
export interface SyncState {
  readonly phase: 'idle' | 'syncing' | 'offline';
  /** Queued requests that are not blocked. */
  readonly pending: number;
  /** Requests in Needs attention. */
  readonly blocked: number;
  /** Stored conflicts, set aside or not. */
  readonly conflicts: number;
  /** The end of the last complete cycle in server time; null before the first. */
  readonly lastSyncAt: string | null;
  /** When the server last confirmed that this device has exactly the data that it should, in server time. */
  readonly inStepAt: string | null;
  /** The problem that ended the last cycle; null if it finished. */
  readonly lastError: SyncProblem | null;
  /** The start of the first cycle that failed since a success, on this device's clock; null if none has. */
  readonly failingSince: string | null;
  /** Items that the last cycle moved to the top level because their parent is gone. */
  readonly orphanedUuids: readonly string[];
}

/** How a cycle ended. skipped: another one was running, or a backoff was in progress. */
export type CycleOutcome =
  | { readonly kind: 'complete' }
  | { readonly kind: 'conflicts'; readonly count: number }
  | { readonly kind: 'skipped'; readonly why: SkipReason }
  | {
      readonly kind: 'failed';
      readonly problem: SyncProblem;
      /**
       * Everything was fetched, except streams that pause by themselves, but not everything could be sent.
       */
      readonly hasPulled?: true;
    };

/** Why a cycle did not start, or was cancelled without a problem. */
export type SkipReason = 'running' | 'offline' | 'guest' | 'stopped' | 'backing_off';

/** Why a sync cycle was requested; start and Sync Now also retry requests blocked by server errors. */
export type CycleTrigger =
  | 'start'
  | 'online'
  | 'visible'
  | 'timer'
  | 'action'
  | 'event'
  | 'sync_now';

/** Whether delayed retries are sent at once: the user asked for it, or the network is back. */
export function isUrgent(trigger: CycleTrigger): boolean {
  return trigger === 'start' || trigger === 'online' || trigger === 'sync_now';
}
