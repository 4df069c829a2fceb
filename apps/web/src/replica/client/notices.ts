import type { ClientNotice } from './client-state.ts';

/** Receives notices. */
export type NoticeListener = (notice: ClientNotice) => void;

/** What happens without the user's doing, for everybody who wants to tell it. */
export class Notices {
  readonly #listeners = new Set<NoticeListener>();
  /** What nobody has shown yet; null from the first who does. */
  #unshown: ClientNotice[] | null = [];

  /** Hears of every notice until the returned function is called. */
  on(listener: NoticeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * The same for the screen that shows them: it hears first of what was told before it was there, since
   * the server may answer before the first screen is drawn.
   */
  show(listener: NoticeListener): () => void {
    const unshown = this.#unshown ?? [];
    this.#unshown = null;
    for (const notice of unshown) listener(notice);
    return this.on(listener);
  }

  /** Tells everybody who listens. */
  tell(notice: ClientNotice): void {
    this.#unshown?.push(notice);
    for (const listener of this.#listeners) listener(notice);
  }
}
