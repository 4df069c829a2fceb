import type { LocalItem } from '@foray/sync';

/** An item as it was when lists were last updated, and as it is now, if it lives. */
export interface ItemChange {
  readonly before: LocalItem | undefined;
  readonly after: LocalItem | undefined;
}

/** Items that lists have to evaluate again, each as it was when they last did. */
export class TouchedItems {
  readonly #before = new Map<string, LocalItem | undefined>();

  /** Adds an item; what is said of it first counts. */
  add(uuid: string, before: LocalItem | undefined): void {
    if (!this.#before.has(uuid)) this.#before.set(uuid, before);
  }

  /** What became of them. */
  changes(living: (uuid: string) => LocalItem | undefined): readonly ItemChange[] {
    return Array.from(this.#before, ([uuid, before]) => ({ before, after: living(uuid) }));
  }
}
