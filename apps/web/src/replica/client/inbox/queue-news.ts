import type { Conflict, QueuedRequest } from '@foray/sync';
import type { ClientNotice } from '../state/client-state.ts';
import { refusedChange } from './refused-change.ts';
import type { Replica } from '../../store/replica.ts';

/** The entries of a queue that its page has not reported yet. */
interface Untold {
  /** A notice about requests that were blocked since; null for none. */
  readonly blocked: ClientNotice | null;
  /** The number of items whose conflicts are new. */
  readonly conflicts: number;
}

/**
 * Reports each blocked request and each conflict once. Those of the first read were reported by an earlier
 * page; the row and the badge still show them.
 */
export class QueueNews {
  #blocked: ReadonlySet<string> | null = null;
  #conflicts: ReadonlySet<string> | null = null;

  /** Compares the queue with what was reported before. */
  take(
    blocked: readonly QueuedRequest[],
    conflicts: readonly Conflict[],
    replica: Pick<Replica, 'row'>,
  ): Untold {
    const told = this.#blocked ?? new Set(blocked.map(({ id }) => id));
    const known = this.#conflicts ?? new Set(conflicts.map(({ uuid }) => uuid));
    const fresh = blocked.filter(({ id }) => !told.has(id));
    // A request that is retried after server errors and fails again keeps its id, and was already reported.
    this.#blocked = new Set([...told, ...fresh.map(({ id }) => id)]);
    this.#conflicts = new Set(conflicts.map(({ uuid }) => uuid));
    const refused = refusedChange(fresh, replica);
    return {
      blocked: fresh.length > 0 ? { kind: 'blocked', count: fresh.length, refused } : null,
      conflicts: conflicts.filter(({ uuid }) => !known.has(uuid)).length,
    };
  }
}
