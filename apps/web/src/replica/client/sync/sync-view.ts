import {
  isBlocked,
  isFault,
  unexpectedDetail,
  type QueuedRequest,
  type SyncState,
} from '@foray/sync';
import type { StorageState, SyncTrouble, SyncView, UpgradeView } from '../state/client-state.ts';

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

/**
 * The progress of a guest's items: `total` were copied, and those whose request is still queued are left.
 * Complete only when none is left; a refused item or a failed cycle is an error that can be retried
 * (stricter by decision).
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
