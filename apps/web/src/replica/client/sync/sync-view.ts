import { isFault, unexpectedDetail, type SyncState } from '@foray/sync';
import type { StorageState, SyncTrouble, SyncView } from '../state/client-state.ts';

/**
 * Returns the content of the badge: the engine's state, or without an engine whether the browser is online
 * (`isOnline`).
 */
export function syncViewOf(
  state: SyncState | null,
  isOnline: boolean,
  storage: StorageState,
): SyncView {
  const lastError = state?.lastError ?? null;
  return {
    online: state === null ? isOnline : state.phase !== 'offline',
    syncing: state?.phase === 'syncing',
    hasFailed: lastError !== null,
    pending: state?.pending ?? 0,
    blocked: state?.blocked ?? 0,
    conflicts: state?.conflicts ?? 0,
    lastSyncAt: state?.lastSyncAt ?? null,
    inStepAt: state?.inStepAt ?? null,
    storage,
    trouble: troubleOf(lastError),
    erased: null,
    failingSince: lastError !== null && isFault(lastError) ? (state?.failingSince ?? null) : null,
  };
}

function troubleOf(problem: SyncState['lastError']): SyncTrouble | null {
  if (problem?.code === 'too_old') return 'tooOld';
  if (problem?.code !== 'store') return null;
  if (problem.detail === 'quota') return 'noRoom';
  // Another tab causes `closed` and `newer`, which are reported where they occur.
  const isOurs = problem.detail === 'broken' || problem.detail.startsWith(unexpectedDetail);
  return isOurs ? 'storeFailed' : null;
}
