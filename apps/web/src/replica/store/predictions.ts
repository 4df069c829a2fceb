import type { LocalItem } from '@foray/sync';

/** An item that is shown differently than it is stored. */
interface Predicted {
  stored: LocalItem | undefined;
  /** The rows after changes that are not stored yet, oldest first. */
  readonly rows: LocalItem[];
}

/** Rows as unstored changes will leave them, over the stored rows. */
export class Predictions {
  readonly #items = new Map<string, Predicted>();

  has(uuid: string): boolean {
    return this.#items.has(uuid);
  }

  /** The stored row of a predicted item. */
  stored(uuid: string): LocalItem | undefined {
    return this.#items.get(uuid)?.stored;
  }

  /** Adds the row after the next change of an item; `shown` is the item as currently shown. */
  add(row: LocalItem, shown: LocalItem | undefined): void {
    const predicted = this.#items.get(row.uuid) ?? { stored: shown, rows: [] };
    predicted.rows.push(row);
    this.#items.set(row.uuid, predicted);
  }

  /** Records the current stored row of an item; false if the item is not predicted. */
  store(uuid: string, row: LocalItem | undefined): boolean {
    const predicted = this.#items.get(uuid);
    if (predicted === undefined) return false;
    predicted.stored = row;
    return true;
  }

  /** Removes a prediction, and returns the row to show then. */
  end(row: LocalItem): LocalItem | undefined {
    const predicted = this.#items.get(row.uuid);
    if (predicted === undefined) return undefined;
    const place = predicted.rows.indexOf(row);
    if (place >= 0) predicted.rows.splice(place, 1);
    if (predicted.rows.length > 0) return predicted.rows.at(-1);
    this.#items.delete(row.uuid);
    return predicted.stored;
  }
}
