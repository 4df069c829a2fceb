import type { LocalItem } from '@foray/sync';

/** An item as it was when lists were last updated, and its current state if it is not deleted. */
export interface RowChange {
  readonly before: LocalItem | undefined;
  readonly after: LocalItem | undefined;
}

/** Items that lists have to evaluate again, each as it was at the last evaluation. */
export class TouchedItems {
  readonly #before = new Map<string, LocalItem | undefined>();

  /** Adds an item; the first `before` counts. */
  add(uuid: string, before: LocalItem | undefined): void {
    if (!this.#before.has(uuid)) this.#before.set(uuid, before);
  }

  /** The changes of the touched items. */
  changes(living: (uuid: string) => LocalItem | undefined): readonly RowChange[] {
    return Array.from(this.#before, ([uuid, before]) => ({ before, after: living(uuid) }));
  }
}
