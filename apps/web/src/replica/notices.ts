import type { ClientNotice } from './client-state.ts';

/** What happens without the user's doing, for everybody who wants to tell it. */
export class Notices {
  readonly #listeners = new Set<(notice: ClientNotice) => void>();

  /** Hears of every notice until the returned function is called. */
  on(listener: (notice: ClientNotice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells everybody who listens. */
  tell(notice: ClientNotice): void {
    for (const listener of this.#listeners) listener(notice);
  }
}
