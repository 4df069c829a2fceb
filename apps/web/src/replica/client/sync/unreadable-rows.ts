import type { AccountKey, LocalStore, UnreadableContent, UnreadableRow } from '@foray/sync';

/** The stores that are not read completely at a start, so that damage in them has to be looked for. */
const smallStores: readonly UnreadableRow['store'][] = [
  'users',
  'contacts',
  'syncQueue',
  'notifications',
  'meta',
];

/** Every store of an account's database. */
const allStores: readonly UnreadableRow['store'][] = ['items', ...smallStores];

/** The unreadable rows of each account; each counts once, however often it is read. */
export class UnreadableRows {
  readonly #keys = new Map<AccountKey, Set<string>>();

  /** The number of rows of the account that are known to be unreadable. */
  count(account: AccountKey): number {
    return this.#keys.get(account)?.size ?? 0;
  }

  /** Adds a row; false if it was already known. */
  add(account: AccountKey, { store, key }: UnreadableRow): boolean {
    const keys = this.#keys.get(account) ?? new Set<string>();
    this.#keys.set(account, keys);
    if (keys.has(`${store}/${key}`)) return false;
    keys.add(`${store}/${key}`);
    return true;
  }

  /** Looks for unreadable rows in the stores that loading the items does not read. */
  async look(account: AccountKey, store: LocalStore): Promise<void> {
    const found = await store.unreadable(smallStores);
    if (found.ok) for (const row of found.value) this.add(account, row);
  }

  /** Checks again the stores with known rows, so that rows discarded by another tab no longer count. */
  async recheck(account: AccountKey, store: LocalStore): Promise<void> {
    const known = [...(this.#keys.get(account) ?? [])];
    const damaged = allStores.filter((name) => known.some((key) => isIn(name, key)));
    if (damaged.length > 0) await this.#lookIn(account, store, damaged);
  }

  /** Checks all stores, so that rows discarded here or in another tab no longer count. */
  lookAgain(account: AccountKey, store: LocalStore): Promise<readonly UnreadableContent[] | null> {
    return this.#lookIn(account, store, allStores);
  }

  async #lookIn(
    account: AccountKey,
    store: LocalStore,
    names: readonly UnreadableRow['store'][],
  ): Promise<readonly UnreadableContent[] | null> {
    const found = await store.unreadable(names);
    if (!found.ok) return null;
    const keys = this.#keys.get(account);
    for (const key of keys ?? []) if (names.some((name) => isIn(name, key))) keys?.delete(key);
    for (const row of found.value) this.add(account, row);
    return found.value;
  }
}

function isIn(name: UnreadableRow['store'], key: string): boolean {
  return key.startsWith(`${name}/`);
}
