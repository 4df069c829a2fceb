import type { SyncContext } from '../store/sync-context.ts';
import { isFault } from './fault.ts';
import type { CycleOutcome } from './sync-state.ts';

/** The time since which cycles have failed without a success, on the device's clock; kept over a restart. */
export class FailingSince {
  readonly #device: SyncContext;
  /** The time, if the store cannot keep it. */
  #unstored: string | null = null;

  constructor(device: SyncContext) {
    this.#device = device;
  }

  /** The time as far as it is known; `stored` is the store's. */
  known(stored: { readonly at: string } | undefined): string | null {
    return stored?.at ?? this.#unstored;
  }

  /** Records how a cycle ended, and returns the new time; `since` is the time so far. */
  async note(outcome: CycleOutcome, since: string | null): Promise<string | null> {
    const { store, clock } = this.#device;
    if (outcome.kind === 'failed' && isFault(outcome.problem)) {
      if (since !== null) return since;
      const at = new Date(clock.nowMs()).toISOString();
      this.#unstored = at;
      await store.write((tx) => tx.putMeta('lastSync', 'failing', { at })).catch(() => undefined);
      return at;
    }
    if (outcome.kind === 'failed' || outcome.kind === 'skipped') return since;
    this.#unstored = null;
    if (since === null) return null;
    await store.write((tx) => tx.deleteMeta('lastSync', 'failing')).catch(() => undefined);
    return null;
  }
}
