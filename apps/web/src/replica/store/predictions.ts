import type { LocalItem } from '@foray/sync';

/** An item that is shown otherwise than it is stored. */
interface Predicted {
  stored: LocalItem | undefined;
  /** What changes that are not stored yet will make of it, the oldest first. */
  readonly rows: LocalItem[];
}

/** What changes will make of items once they are stored, over what is stored of these. */
export class Predictions {
  readonly #items = new Map<string, Predicted>();

  has(uuid: string): boolean {
    return this.#items.has(uuid);
  }

  /** What is stored of an item that is predicted. */
  stored(uuid: string): LocalItem | undefined {
    return this.#items.get(uuid)?.stored;
  }

  /** Adds what the next change will make of an item; `shown` is what is shown of it now. */
  add(row: LocalItem, shown: LocalItem | undefined): void {
    const predicted = this.#items.get(row.uuid) ?? { stored: shown, rows: [] };
    predicted.rows.push(row);
    this.#items.set(row.uuid, predicted);
  }

  /** Takes over what is stored of an item now, if that is predicted. */
  store(uuid: string, row: LocalItem | undefined): boolean {
    const predicted = this.#items.get(uuid);
    if (predicted === undefined) return false;
    predicted.stored = row;
    return true;
  }

  /** Removes a prediction, and gives what is to be shown then. */
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
