import { Observable } from '../../state/observable.ts';

/** A field that can be stored: a JSON value of a setting. */
type Field = string | number | boolean | null;

/**
 * A setting that this browser stores in localStorage under `name`, the same in all tabs. Only changes made
 * in this tab are written: changes received from another tab are stored already. A stored value that is not
 * a field, or of another kind, counts as absent. A browser that refuses storage keeps the setting until the
 * page is closed.
 */
export class PersistedSetting<Kept extends { readonly [Name in keyof Kept]: Field }> {
  readonly #name: string;
  readonly #initial: Kept;
  readonly #value: Observable<Kept>;

  constructor(name: string, initial: Kept) {
    this.#name = name;
    this.#initial = initial;
    this.#value = new Observable(this.#read());
    globalThis.addEventListener?.('storage', (event) => {
      // A null key means that everything was cleared.
      if (event.key === name || event.key === null) this.#value.set(this.#read());
    });
  }

  readonly get = (): Kept => this.#value.get();

  readonly subscribe = (listener: () => void): (() => void) => this.#value.subscribe(listener);

  /** Replaces some fields, here and in the other tabs. */
  set(part: Partial<Kept>): void {
    const state = { ...this.get(), ...part };
    this.#value.set(state);
    try {
      // Earlier versions of the app use the same format.
      localStorage.setItem(this.#name, JSON.stringify({ state, version: 0 }));
    } catch {
      // The setting is kept until the page is closed.
    }
  }

  #read(): Kept {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(this.#name) ?? 'null');
      const { state } = stored as { readonly state: Partial<Record<string, unknown>> };
      const fields = Object.entries<Field>(this.#initial).map(([field, initial]) => {
        const kept = state[field];
        return [field, isLike(kept, initial) ? kept : initial];
      });
      return Object.fromEntries(fields) as Kept;
    } catch {
      // Nothing is stored or readable, or storage is refused.
      return this.#initial;
    }
  }
}

/** Whether a stored value has the kind of the initial one; a null initial value stands for a text. */
function isLike(kept: unknown, initial: Field): boolean {
  if (initial === null) return kept === null || typeof kept === 'string';
  return typeof kept === typeof initial;
}
