import type { ClientNotice } from './client-state.ts';

/** Receives notices. */
export type NoticeListener = (notice: ClientNotice) => void;

/** Events without a user action, for all listeners that show them. */
export class Notices {
  readonly #listeners = new Set<NoticeListener>();
  /** Notices that are not shown yet; null once a screen listens. */
  #unshown: ClientNotice[] | null = [];

  /** Receives every notice until the returned function is called. */
  on(listener: NoticeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * As `on`, for the screen that shows notices: it first receives earlier ones, since the server may
   * respond before the first screen is drawn.
   */
  show(listener: NoticeListener): () => void {
    const unshown = this.#unshown ?? [];
    this.#unshown = null;
    for (const notice of unshown) listener(notice);
    return this.on(listener);
  }

  notify(notice: ClientNotice): void {
    this.#unshown?.push(notice);
    for (const listener of this.#listeners) listener(notice);
  }
}
