import { isBlocked, type QueuedRequest } from '@foray/sync';
import type { UpgradeView } from '../state/client-state.ts';

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
