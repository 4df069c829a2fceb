import { Observable } from '../state/observable.ts';

/** A field that may be kept: what JSON can say of a setting. */
type Field = string | number | boolean | null;

/**
 * A setting that this browser keeps in localStorage under `name`, the same in all of its tabs. Only a
 * change made in this tab is written: a change received from another tab is stored already. What is kept
 * and is no such field, or of another kind, begins again. A browser that refuses storage keeps it until the
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
      // A null key is a clear of everything.
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
      // The shape that earlier versions of the app keep too.
      localStorage.setItem(this.#name, JSON.stringify({ state, version: 0 }));
    } catch {
      // Kept until the page is closed.
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
      // Nothing kept, nothing readable, or storage refused.
      return this.#initial;
    }
  }
}

/** Where the initial value is null there may be a text. */
function isLike(kept: unknown, initial: Field): boolean {
  if (initial === null) return kept === null || typeof kept === 'string';
  return typeof kept === typeof initial;
}
