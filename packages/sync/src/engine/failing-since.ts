import type { SyncContext } from '../store/sync-context.ts';
import { isFault } from './fault.ts';
import type { CycleOutcome } from './sync-state.ts';

/** Since when cycles have failed without one that succeeded, on the device's clock; kept over a restart. */
export class FailingSince {
  readonly #device: SyncContext;
  /** The moment if the store cannot keep it. */
  #unstored: string | null = null;

  constructor(device: SyncContext) {
    this.#device = device;
  }

  /** The moment as far as it is known, with `stored` in the store. */
  given(stored: { readonly at: string } | undefined): string | null {
    return stored?.at ?? this.#unstored;
  }

  /** Takes note of how a cycle ended, `since` being what was known before. */
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
