import { err, ok, type Result } from '@foray/domain';
import type {
  AccountKey,
  LocalItem,
  LocalStore,
  LocalStores,
  MetaValues,
  ReadTransaction,
  StartList,
  StoreFailure,
  UnreadableRow,
  WriteTransaction,
} from '@foray/sync';
import { deleteDB, openDB, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { isReadableItem, itemFromStored } from './indexed-db-rows.ts';
import {
  databaseVersion,
  makeStores,
  storeNames,
  type ForayDatabase,
  type StoredItem,
} from './indexed-db-schema.ts';
import { IndexedDbTransaction } from './indexed-db-transaction.ts';

/** Hears of what nobody who called can be told by a result. */
export interface DatabaseListener {
  /** A row cannot be read; it is passed over and everything else goes on. */
  onUnreadable(row: UnreadableRow): void;
  /** An opening waits for another tab that holds the data, or does so no more. */
  onBlocked(isBlocked: boolean): void;
}

/** An opening that takes as long is told as blocked: some browsers tell nothing, and a deletion never. */
const silentOpenMs = 10_000;

/** The browser's databases, `foray` for the guest and `foray-<user id>` for accounts. */
export class IndexedDbStores implements LocalStores {
  readonly #listener: DatabaseListener;
  readonly #version: number;

  /** `version` is another than the app's own only in tests of what an update does. */
  constructor(listener: DatabaseListener, version: number = databaseVersion) {
    this.#listener = listener;
    this.#version = version;
  }

  /**
   * Opens an account's database, making it if absent. It waits while another tab holds an older version
   * open, and goes on by itself. `unavailable` where there is no IndexedDB, `newer` where a newer app
   * has been at work.
   */
  open(account: AccountKey): Promise<Result<LocalStore, StoreFailure>> {
    return this.#open(account, true);
  }

  /** As {@link open}, but an absent database stays absent: `closed`. */
  openExisting(account: AccountKey): Promise<Result<LocalStore, StoreFailure>> {
    return this.#open(account, false);
  }

  async #open(account: AccountKey, mayMake: boolean): Promise<Result<LocalStore, StoreFailure>> {
    const name = databaseName(account);
    const store = new IndexedDbStore(name, this.#version, this.#listener, mayMake);
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
  readonly #name: string;
  readonly #version: number;
  readonly #listener: DatabaseListener;
  readonly #mayMake: boolean;
  #database: Database | null = null;
  /** Null until first opened. */
  #birth: string | null = null;
  /** It is not there, or another tab erased it; what has its name now is another store. */
  #isErased = false;
  #isClosed = false;

  constructor(name: string, version: number, listener: DatabaseListener, mayMake: boolean) {
    this.#name = name;
    this.#version = version;
    this.#listener = listener;
    this.#mayMake = mayMake;
  }

  async reopen(): Promise<Result<Database, StoreFailure>> {
    if (this.#isClosed || this.#isErased) return err({ code: 'closed', detail: this.#name });
    if (this.#database) return ok(this.#database);
    if (typeof indexedDB === 'undefined') return err({ code: 'unavailable', detail: 'none' });
    let isBlocked = false;
    const tellBlocked = () => {
      isBlocked = true;
      this.#listener.onBlocked(true);
    };
    const silence = setTimeout(tellBlocked, silentOpenMs);
    try {
      const database = await openDB<ForayDatabase>(this.#name, this.#version, {
        upgrade: (made, oldVersion, _, transaction) => {
          if (oldVersion > 0) return;
          this.#isErased = this.#birth !== null || !this.#mayMake;
          if (!this.#isErased) return makeStores(made, transaction);
          // The opening fails by it, and that is told there.
          transaction.done.catch(() => undefined);
          transaction.abort();
        },
        blocked: tellBlocked,
        // A newer app in another tab wants to upgrade: let it, and open again at the next use.
        blocking: () => this.#drop(),
        terminated: () => this.#drop(),
      });
      const birth = await database.get('meta', ['birth', 'store']);
      const name = (birth?.value as MetaValues['birth'] | undefined)?.name ?? '';
      this.#birth ??= name;
      if (this.#birth !== name) {
        this.#isErased = true;
        database.close();
        return err({ code: 'closed', detail: this.#name });
      }
      this.#database = database;
      return ok(database);
    } catch (error) {
      if (this.#isErased) return err({ code: 'closed', detail: this.#name });
      return err(failureOf(error, 'unavailable'));
    } finally {
      clearTimeout(silence);
      if (isBlocked) this.#listener.onBlocked(false);
    }
  }

  read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<Result<T, StoreFailure>> {
    return this.#run('readonly', 'default', work);
  }

  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<Result<T, StoreFailure>> {
    return this.#run('readwrite', 'strict', work);
  }

  writeBulk<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<Result<T, StoreFailure>> {
    return this.#run('readwrite', 'relaxed', work);
  }

  newestItems(list: StartList, limit: number): Promise<Result<readonly LocalItem[], StoreFailure>> {
    return this.#attempt(async (database) => {
      const rows: LocalItem[] = [];
      const items = database.transaction('items').store;
      const range =
        list.kind === 'top'
          ? IDBKeyRange.bound([1, ''], [1, '\uffff'])
          : IDBKeyRange.bound([list.type, ''], [list.type, '\uffff']);
      const index = items.index(list.kind === 'top' ? 'top_created_at' : 'type_created_at');
      let cursor = await index.openCursor(range, 'prev');
      while (cursor && rows.length < limit) {
        if (!cursor.value._deleted) rows.push(...this.#readable([cursor.value]));
        cursor = await cursor.continue();
      }
      return rows;
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
        if (last) await chunk(this.#readable(rows));
        if (!last || rows.length < chunkRows) return;
        range = IDBKeyRange.lowerBound(last.id, true);
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#drop();
  }

  async destroy(): Promise<Result<void, StoreFailure>> {
    // What is stored is erased first: a deletion waits for other tabs, the emptying does not.
    const emptied = await this.#attempt(async (database) => {
      const tx = database.transaction(storeNames, 'readwrite', { durability: 'strict' });
      for (const name of storeNames) void tx.objectStore(name).clear();
      await tx.done;
    });
    await this.close();
    if (this.#isErased) return ok(undefined);
    if (!emptied.ok) return emptied;
    // Held by a tab that does not answer it stays empty, and goes when that tab does.
    await new Promise<void>((resolve) => {
      deleteDB(this.#name, { blocked: () => resolve() }).then(resolve, () => resolve());
    });
    return ok(undefined);
  }

  async #run<T>(
    mode: 'readonly' | 'readwrite',
    durability: IDBTransactionDurability,
    work: (tx: WriteTransaction) => Promise<T>,
  ): Promise<Result<T, StoreFailure>> {
    return this.#attempt(async (database) => {
      const tx = database.transaction(storeNames, mode, { durability });
      return finish(tx, work, (rows) => this.#readable(rows));
    });
  }

  /**
   * Runs on an open handle. One that turns out dead, or that the browser closes in the middle, is
   * opened again and the work repeated, once: of a transaction that ended so nothing was kept.
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
      if (error instanceof WorkError) throw error.cause;
      const failure = failureOf(error, 'broken');
      const isDead = failure.code === 'closed' || this.#database !== opened.value;
      if (!isDead || isRetry || this.#isClosed) return err(failure);
      this.#drop();
      return this.#attempt(use, true);
    }
  }

  #readable(rows: readonly StoredItem[]): LocalItem[] {
    const items: LocalItem[] = [];
    for (const row of rows) {
      if (isReadableItem(row)) items.push(itemFromStored(row));
      else
        this.#listener.onUnreadable({ store: 'items', key: String((row as { id: unknown }).id) });
    }
    return items;
  }

  #drop(): void {
    this.#database?.close();
    this.#database = null;
  }
}

/** Carries an error of the caller's own work past the translation of database errors. */
class WorkError extends Error {}

async function finish<T>(
  tx: IDBPTransaction<ForayDatabase, typeof storeNames, 'readonly' | 'readwrite'>,
  work: (tx: WriteTransaction) => Promise<T>,
  readable: (rows: readonly StoredItem[]) => LocalItem[],
): Promise<T> {
  // Handled from the start, so that an abort below is never an unhandled rejection.
  const done = tx.done.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  let value: T;
  try {
    value = await work(new IndexedDbTransaction(tx, readable));
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // It has ended already, by the very failure that is being passed on.
    }
    await done;
    // A broken constraint is a bug of the caller's; any other is the database's own failure.
    if (error instanceof DOMException && error.name !== 'ConstraintError') throw error;
    throw new WorkError('work', { cause: error });
  }
  const ended = await done;
  if (ended) throw ended.error;
  return value;
}

function failureOf(error: unknown, otherwise: 'unavailable' | 'broken'): StoreFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : 'unknown';
  const detail = error instanceof Error ? `${name}: ${error.message}` : name;
  if (name === 'QuotaExceededError') return { code: 'quota', detail };
  if (name === 'VersionError') return { code: 'newer', detail };
  if (name === 'InvalidStateError') return { code: 'closed', detail };
  return { code: otherwise, detail };
}
