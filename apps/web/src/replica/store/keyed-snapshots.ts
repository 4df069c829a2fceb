/** Values by key, each computed once until its key is notified, with the listeners of each key. */
export class KeyedSnapshots {
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #snapshots = new Map<string, unknown>();

  /** The value of a key, the same one until the key is notified. */
  snapshot<T>(key: string, compute: () => T): T {
    const known = this.#snapshots.get(key);
    if (known !== undefined) return known as T;
    const value = compute();
    this.#snapshots.set(key, value);
    return value;
  }

  /** Calls back when the key is notified, until the returned function is called. */
  subscribe(key: string, listener: () => void): () => void {
    const set = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, set.add(listener));
    return () => {
      set.delete(listener);
      if (set.size === 0 && this.#listeners.get(key) === set) this.#listeners.delete(key);
    };
  }

  /** Drops the values of keys, and calls each of their listeners once. */
  notify(keys: Iterable<string>): void {
    const listeners = new Set<() => void>();
    const all = [...keys];
    for (const key of all) this.#snapshots.delete(key);
    for (const key of all) for (const each of this.#listeners.get(key) ?? []) listeners.add(each);
    for (const listener of listeners) listener();
  }
}
