import {
  isBlocked,
  isFault,
  unexpectedDetail,
  type QueuedRequest,
  type SyncState,
} from '@foray/sync';
import type { StorageState, SyncTrouble, SyncView, UpgradeView } from './client-state.ts';

/** Returns what the badge shows: the engine's state, or without an engine whether the browser says `isOnline`. */
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
  // Closed and newer are caused by another tab, and are reported where they occur.
  const isOurs = problem.detail === 'broken' || problem.detail.startsWith(unexpectedDetail);
  return isOurs ? 'storeFailed' : null;
}

/**
 * How far a guest's items have come: `total` were copied, those whose request is still queued are
 * left. Complete only when none is left; a refused one or a failed run is an error that can be tried
 * again (stricter by decision).
 */
export function upgradeViewOf(
  total: number,
  queue: readonly QueuedRequest[],
  hasFailed: boolean,
): UpgradeView {
  const imports = queue.filter((request) => request.isImport);
  if (imports.length === 0) return { kind: 'complete' };
  if (hasFailed || imports.some((request) => isBlocked(request.state))) {
    return { kind: 'error' };
  }
  return { kind: 'running', total: Math.max(total, imports.length), left: imports.length };
}
