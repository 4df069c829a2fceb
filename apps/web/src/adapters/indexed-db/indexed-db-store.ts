import { err, ok, type Result } from '@foray/domain';
import { isReadableRow, keyTextOf, NewerRow } from '@foray/sync';
import type {
  AccountKey,
  LocalItem,
  LocalStore,
  LocalStores,
  ReadTransaction,
  StartList,
  StoreFailure,
  UnreadableContent,
  UnreadableRow,
  WriteTransaction,
} from '@foray/sync';
import { deleteDB, openDB, type IDBPDatabase } from 'idb';
import { itemFromStored, shareTexts } from './indexed-db-rows.ts';
import {
  identityOf,
  databaseVersion,
  emptyStores,
  indexedDbHere,
  makeStores,
  storeNames,
  type ForayDatabase,
  type StoredItem,
} from './indexed-db-schema.ts';
import { failureOf, finish, WorkError } from './indexed-db-finish.ts';
import { newestIn } from './indexed-db-newest.ts';
import { IndexedDbReads } from './indexed-db-reads.ts';
import type { ReadableRows } from './indexed-db-reads.ts';

/** Receives events that the result of a call cannot report. */
export interface DatabaseListener {
  /** A row of an account cannot be read; called at each read. */
  onUnreadable(account: AccountKey, row: UnreadableRow): void;
  /** A read of an account failed as `newer`, because a row has a format that only a newer app knows. */
  onNewer?(account: AccountKey): void;
  /** Opening a database waits for another tab that has it open, or no longer does. */
  onBlocked(isBlocked: boolean): void;
}

/**
 * After this time an opening is reported as blocked: some browsers report nothing, and none report a
 * deletion.
 */
const silentOpenMs = 10_000;

/** Loads the code of writing transactions and of damaged rows, which no first screen needs. */
export const loadWrites = () => import('./indexed-db-writes.ts');

/** The browser's databases, `foray` for the guest and `foray-<user id>` for accounts. */
export class IndexedDbStores implements LocalStores {
  readonly #listener: DatabaseListener;
  readonly #version: number;

  /** `version` differs from the app's own only in tests of updates. */
  constructor(listener: DatabaseListener, version: number = databaseVersion) {
    this.#listener = listener;
    this.#version = version;
  }

  /**
   * Opens an account's database, creating it if absent. Waits while another tab holds an older version open,
   * and then continues. `unavailable` without IndexedDB, `newer` if a newer app has written it.
   */
  open(account: AccountKey): Promise<Result<LocalStore, StoreFailure>> {
    return this.#open(account, true);
  }

  /** As {@link open}, but an absent database stays absent: `closed`. */
  openExisting(account: AccountKey): Promise<Result<LocalStore, StoreFailure>> {
    return this.#open(account, false);
  }

  async #open(account: AccountKey, mayMake: boolean): Promise<Result<LocalStore, StoreFailure>> {
    const store = new IndexedDbStore(account, this.#version, this.#listener, mayMake);
    const opened = await store.reopen();
    return opened.ok ? ok(store) : opened;
  }
}

/** The name of an account's database. */
export function databaseName(account: AccountKey): string {
  return account === 0 ? 'foray' : `foray-${account}`;
}

type Database = IDBPDatabase<ForayDatabase>;

class IndexedDbStore implements LocalStore {
  readonly #account: AccountKey;
  readonly #name: string;
  readonly #version: number;
  readonly #listener: DatabaseListener;
  readonly #mayMake: boolean;
  #database: Database | null = null;
  /** Null until first opened. */
  #identity: string | null = null;
  /**
   * The database is absent, or another tab erased it; a database that has its name now is another store.
   */
  #isErased = false;
  #isClosed = false;

  constructor(account: AccountKey, version: number, listener: DatabaseListener, mayMake: boolean) {
    this.#account = account;
    this.#name = databaseName(account);
    this.#version = version;
    this.#listener = listener;
    this.#mayMake = mayMake;
  }

  async reopen(): Promise<Result<Database, StoreFailure>> {
    if (this.#isClosed || this.#isErased) return err({ code: 'closed', detail: this.#name });
    if (this.#database) return ok(this.#database);
    if (indexedDbHere() === null) return err({ code: 'unavailable', detail: 'none' });
    let isBlocked = false;
    const reportBlocked = () => {
      isBlocked = true;
      this.#listener.onBlocked(true);
    };
    const silence = setTimeout(reportBlocked, silentOpenMs);
    let database: Database | null = null;
    try {
      database = await openDB<ForayDatabase>(this.#name, this.#version, {
        upgrade: (made, oldVersion, _, transaction) => {
          if (oldVersion > 0) return;
          this.#isErased = this.#identity !== null || !this.#mayMake;
          if (!this.#isErased) return makeStores(made, transaction);
          // The opening fails with the same error, and reports it.
          transaction.done.catch(() => undefined);
          transaction.abort();
        },
        blocked: reportBlocked,
        // A newer app in another tab wants to upgrade: this tab closes its connection, and opens the
        // database again at the next use.
        blocking: () => this.#drop(),
        terminated: () => this.#drop(),
      });
      const name = identityOf(await database.get('meta', ['birth', 'store']));
      this.#identity ??= name;
      if (this.#identity !== name) {
        this.#isErased = true;
        database.close();
        return err({ code: 'closed', detail: this.#name });
      }
      this.#database = database;
      return ok(database);
    } catch (error) {
      // No tab could delete a damaged database that stays open.
      database?.close();
      if (this.#isErased) return err({ code: 'closed', detail: this.#name });
      return err(failureOf(error, 'unavailable'));
    } finally {
      clearTimeout(silence);
      if (isBlocked) this.#listener.onBlocked(false);
    }
  }

  read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<Result<T, StoreFailure>> {
    return this.#attempt(async (database) => {
      const tx = database.transaction(storeNames, 'readonly');
      return finish(tx, this.#identity, () => work(new IndexedDbReads(tx, this.#readable)));
    });
  }

  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<Result<T, StoreFailure>> {
    return this.#write('strict', work);
  }

  writeBulk<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<Result<T, StoreFailure>> {
    return this.#write('relaxed', work);
  }

  newestItems(list: StartList, limit: number): Promise<Result<readonly LocalItem[], StoreFailure>> {
    return this.#attempt(async (database) => {
      const items = database.transaction('items').store;
      const [name, key] =
        list.kind === 'top'
          ? (['top_created_at', 1] as const)
          : (['type_created_at', list.type] as const);
      const range = IDBKeyRange.bound([key, ''], [key, '\uffff']);
      // Few rows are deleted, so the first request usually has enough others.
      for (let count = limit; ; count *= 2) {
        const found = await newestIn(items.index(name), range, count);
        const rows = this.#itemsFrom(found.filter(({ _deleted }) => !_deleted));
        if (rows.length >= limit || found.length < count) return rows.slice(0, limit);
      }
    });
  }

  eachItem(
    chunkRows: number,
    chunk: (rows: readonly LocalItem[]) => void | Promise<void>,
  ): Promise<Result<void, StoreFailure>> {
    return this.#attempt(async (database) => {
      let range: IDBKeyRange | undefined;
      for (;;) {
        const rows = await database.getAll('items', range, chunkRows);
        const last = rows.at(-1);
        // The caller that reads everything keeps the rows.
        if (last) await chunk(shareTexts(this.#itemsFrom(rows)));
        if (!last || rows.length < chunkRows) return;
        range = IDBKeyRange.lowerBound(last.id, true);
      }
    });
  }

  unreadable(
    stores: readonly UnreadableRow['store'][],
  ): Promise<Result<readonly UnreadableContent[], StoreFailure>> {
    return this.#attempt(async (database) => {
      const { unreadableRows } = await loadWrites();
      return unreadableRows(database, stores);
    });
  }

  eraseUnreadable(rows: readonly UnreadableRow[]): Promise<Result<void, StoreFailure>> {
    return this.#attempt(async (database) => {
      const { eraseUnreadableRows } = await loadWrites();
      return eraseUnreadableRows(database, rows);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#drop();
  }

  async destroy(): Promise<Result<void, StoreFailure>> {
    // The data is erased first: a deletion waits for other tabs, the emptying does not.
    const emptied = await this.#attempt(async (database) => {
      const tx = database.transaction(storeNames, 'readwrite', { durability: 'strict' });
      return finish(tx, this.#identity, () => emptyStores(tx));
    });
    await this.close();
    if (this.#isErased) return ok(undefined);
    if (!emptied.ok) return emptied;
    if (emptied.value === 'keeps the account') return ok(undefined);
    // While an unresponsive tab has it open, the database stays empty; it is deleted when that tab closes.
    await new Promise<void>((resolve) => {
      deleteDB(this.#name, { blocked: () => resolve() }).then(resolve, () => resolve());
    });
    return ok(undefined);
  }

  #write<T>(
    durability: IDBTransactionDurability,
    work: (tx: WriteTransaction) => Promise<T>,
  ): Promise<Result<T, StoreFailure>> {
    return this.#attempt(async (database) => {
      const { IndexedDbWrites } = await loadWrites();
      const tx = database.transaction(storeNames, 'readwrite', { durability });
      return finish(tx, this.#identity, () => work(new IndexedDbWrites(tx, this.#readable)));
    });
  }

  /**
   * Runs on an open handle. If the handle is closed, or the browser closes it during the work, it is opened
   * again and the work repeated, once: a transaction that ends like this has stored nothing.
   */
  async #attempt<T>(
    use: (database: Database) => Promise<T>,
    isRetry = false,
  ): Promise<Result<T, StoreFailure>> {
    const opened = await this.reopen();
    if (!opened.ok) return opened;
    try {
      return ok(await use(opened.value));
    } catch (error) {
      const cause = error instanceof WorkError ? error.cause : error;
      if (cause instanceof NewerRow) {
        this.#listener.onNewer?.(this.#account);
        return err({ code: 'newer', detail: cause.message });
      }
      if (error instanceof WorkError) throw cause;
      const failure = failureOf(error, 'broken');
      const isDead = failure.code === 'closed' || this.#database !== opened.value;
      if (!isDead || isRetry || this.#isClosed) return err(failure);
      this.#drop();
      return this.#attempt(use, true);
    }
  }

  /** The readable rows; the others stay in place, and are reported to the listener. */
  readonly #readable: ReadableRows = (store, rows) =>
    rows.filter((row) => {
      if (isReadableRow(store, row)) return true;
      this.#listener.onUnreadable(this.#account, { store, key: keyTextOf(store, row) });
      return false;
    });

  #itemsFrom(rows: readonly StoredItem[]): LocalItem[] {
    return this.#readable('items', rows).map(itemFromStored);
  }

  #drop(): void {
    this.#database?.close();
    this.#database = null;
  }
}
