import { err, ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import { upcastItem } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import type {
  MetaKind,
  MetaRow,
  MetaValues,
  UnreadableContent,
  UnreadableRow,
} from '../store/meta.ts';
import type {
  AccountKey,
  LocalStore,
  LocalStores,
  PlainRows,
  ReadTransaction,
  StartList,
  StoreFailure,
  WriteTransaction,
} from '../store/ports.ts';
import { unskipShape } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { keyTextOf } from '../store/readable-row.ts';
import { NewerRow, requireKnownShape } from '../store/row-shape.ts';
import { isReadable, MemoryTables } from './memory-tables.ts';

/** Faults that tests inject into a store. */
export interface MemoryStoreFaults {
  /** Called before each transaction commits; a failure aborts the transaction. */
  beforeCommit?: () => StoreFailure | null;
}

const closed: StoreFailure = { code: 'closed', detail: 'the store is closed' };

/**
 * A LocalStore in memory with the semantics of IndexedDB: transactions run one after another, an aborted one
 * leaves no trace, and several handles of one `MemoryTables` stand for several tabs.
 */
export class MemoryStore implements LocalStore {
  readonly faults: MemoryStoreFaults = {};
  readonly #tables: MemoryTables;
  readonly #birth: number;
  #isClosed = false;

  constructor(tables: MemoryTables = new MemoryTables()) {
    this.#tables = tables;
    this.#birth = tables.erasures;
  }

  read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<Result<T, StoreFailure>> {
    return this.#run(work, false);
  }

  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<Result<T, StoreFailure>> {
    return this.#run(work, true);
  }

  writeBulk<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<Result<T, StoreFailure>> {
    return this.#run(work, true);
  }

  newestItems(list: StartList, limit: number): Promise<Result<readonly LocalItem[], StoreFailure>> {
    return this.read(async (tx) => {
      const isIn = (row: LocalItem): boolean =>
        !row._deleted && (list.kind === 'top' ? row.top === 1 : row.type === list.type);
      const rows = (await tx.allItems()).filter(isIn);
      rows.sort((a, b) =>
        a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : b.id - a.id,
      );
      return rows.slice(0, limit);
    });
  }

  async eachItem(
    chunkRows: number,
    chunk: (rows: readonly LocalItem[]) => void | Promise<void>,
  ): Promise<Result<void, StoreFailure>> {
    const all = await this.read((tx) => tx.allItems());
    if (!all.ok) return all;
    for (let at = 0; at < all.value.length; at += chunkRows) {
      await chunk(all.value.slice(at, at + chunkRows));
    }
    return ok(undefined);
  }

  unreadable(
    stores: readonly UnreadableRow['store'][],
  ): Promise<Result<readonly UnreadableContent[], StoreFailure>> {
    return this.read(async () => unreadableIn(this.#tables, stores));
  }

  eraseUnreadable(rows: readonly UnreadableRow[]): Promise<Result<void, StoreFailure>> {
    return this.write(async () => {
      const isNamed = (one: UnreadableRow): boolean =>
        rows.some(({ store, key }) => store === one.store && key === one.key);
      for (const { id, value } of gaveWayIn(this.#tables)) {
        if (isNamed(value)) this.#tables.set(this.#tables.meta('unreadable'), id, undefined);
      }
      const stores = [...new Set(rows.map(({ store }) => store))];
      for (const row of unreadableIn(this.#tables, stores)) {
        if (isNamed(row)) this.#tables.eraseRow(row.store, row.key);
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  async destroy(): Promise<Result<void, StoreFailure>> {
    this.#isClosed = true;
    await this.#tables.exclusively(async () => {
      if (this.#tables.erasures === this.#birth) this.#tables.erase();
    });
    return ok(undefined);
  }

  async #run<T>(
    work: (tx: WriteTransaction) => Promise<T>,
    isWrite: boolean,
  ): Promise<Result<T, StoreFailure>> {
    return this.#tables.exclusively(async () => {
      if (this.#isClosed || this.#tables.erasures !== this.#birth) return err(closed);
      const undo = this.#tables.begin();
      try {
        const value = await work(new MemoryTransaction(this.#tables));
        const failure = isWrite ? (this.faults.beforeCommit?.() ?? null) : null;
        if (failure === null) {
          this.#tables.commit();
          return ok(value);
        }
        undo();
        return err(failure);
      } catch (error) {
        undo();
        if (error instanceof NewerRow) return err({ code: 'newer', detail: error.message });
        throw error;
      }
    });
  }
}

/** One `MemoryStore` per account, as in a browser; opening it twice stands for two tabs. */
export class MemoryStores implements LocalStores {
  readonly tables = new Map<AccountKey, MemoryTables>();

  async open(account: AccountKey): Promise<Result<MemoryStore, StoreFailure>> {
    const tables = this.tables.get(account) ?? new MemoryTables();
    this.tables.set(account, tables);
    return ok(new MemoryStore(tables));
  }

  async openExisting(account: AccountKey): Promise<Result<MemoryStore, StoreFailure>> {
    if (this.tables.has(account)) return this.open(account);
    return err({ code: 'closed', detail: String(account) });
  }
}

function unreadableIn(
  tables: MemoryTables,
  stores: readonly UnreadableRow['store'][],
): readonly UnreadableContent[] {
  const inPlace = stores.flatMap((store) =>
    [...tables.rowsOf(store).values()]
      .filter((row) => !isReadable(store, row))
      .map((content) => ({ store, key: keyTextOf(store, content), content })),
  );
  const isAsked = ({ store }: UnreadableRow): boolean =>
    stores.includes(store) || stores.includes('meta');
  const gaveWay = gaveWayIn(tables).map(({ value }) => value);
  return [...inPlace, ...gaveWay.filter(isAsked)];
}

/** The unreadable rows that other rows have replaced. */
function gaveWayIn(tables: MemoryTables): readonly MetaRow<'unreadable'>[] {
  return readable('meta', tables.meta('unreadable').values());
}

function readable<T>(store: UnreadableRow['store'], rows: Iterable<T | undefined>): T[] {
  return [...rows].filter((row): row is T & object => isReadable(store, row));
}

function itemsIn(rows: Iterable<LocalItem | undefined>): LocalItem[] {
  return readable('items', rows).map(upcastItem);
}

function requestsIn(rows: Iterable<QueuedRequest | undefined>): QueuedRequest[] {
  const requests = readable('syncQueue', rows);
  for (const one of requests) requireKnownShape(one, unskipShape);
  return requests;
}

class MemoryTransaction implements WriteTransaction {
  readonly #tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  async itemByUuid(uuid: string) {
    const id = this.#tables.idOfUuid.get(uuid);
    return id === undefined ? undefined : this.itemById(id);
  }
  async itemById(id: number) {
    return itemsIn([this.#tables.items.get(id)])[0];
  }
  async itemsById(ids: readonly number[]) {
    return Promise.all(ids.map((id) => this.itemById(id)));
  }
  async itemsByUuid(uuids: readonly string[]) {
    return Promise.all(uuids.map((uuid) => this.itemByUuid(uuid)));
  }
  async childrenOf(uuid: string) {
    const ids = this.#tables.childIds.get(uuid) ?? new Set<number>();
    return itemsIn([...ids].map((id) => this.#tables.items.get(id)));
  }
  async itemsNewerThan(localSeq: number) {
    return (await this.allItems()).filter((row) => row._localVersion > localSeq);
  }
  async allItems() {
    return itemsIn(this.#tables.items.values());
  }
  async itemsFrom(id: number, limit?: number) {
    const ids = [...this.#tables.items.keys()].filter((one) => one >= id).sort((a, b) => a - b);
    return itemsIn(ids.slice(0, limit).map((one) => this.#tables.items.get(one)));
  }
  async itemIds() {
    return [...this.#tables.items.keys()];
  }
  async queue() {
    return requestsIn(this.#tables.requests.values()).sort((a, b) => a.seq - b.seq);
  }
  async queueOf(uuid: string) {
    const ids = this.#tables.requestIds.get(uuid) ?? new Set<string>();
    const requests = [...ids].map((id) => this.#tables.requests.get(id));
    return requestsIn(requests).sort((a, b) => a.seq - b.seq);
  }
  async request(id: string) {
    return requestsIn([this.#tables.requests.get(id)])[0];
  }
  async queueSize() {
    return this.#tables.requests.size;
  }
  async lastQueueSeq() {
    return this.#tables.lastSeq();
  }
  async user(id: number) {
    return readable('users', [this.#tables.users.get(id)])[0];
  }
  async users() {
    return readable('users', this.#tables.users.values());
  }
  async contacts() {
    return readable('contacts', this.#tables.contacts.values());
  }
  async notifications() {
    return readable('notifications', this.#tables.notifications.values()).sort((a, b) =>
      a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : b.id - a.id,
    );
  }
  async meta<K extends MetaKind>(kind: K, id: string) {
    return readable('meta', [this.#tables.meta(kind).get(id)])[0]?.value;
  }
  async metaOf<K extends MetaKind>(kind: K) {
    const rows = [...this.#tables.meta(kind).values()];
    // Sorted as IndexedDB returns them.
    return readable(
      'meta',
      rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  }
  async putItems(items: readonly LocalItem[]) {
    for (const item of items) this.#tables.putItem(item);
  }
  async deleteItem(id: number) {
    this.#tables.deleteItem(id);
  }
  async putRequest(request: QueuedRequest) {
    this.#tables.putRequest(request);
  }
  async deleteRequest(id: string) {
    this.#tables.deleteRequest(id);
  }
  async put<S extends keyof PlainRows>(store: S, row: PlainRows[S]) {
    this.#tables.set(this.#tables.rowsOf(store), row.id, row);
  }
  async delete(store: keyof PlainRows, id: number) {
    this.#tables.set(this.#tables.rowsOf(store), id, undefined);
  }
  async putMeta<K extends MetaKind>(kind: K, id: string, value: MetaValues[K]) {
    this.#tables.set(this.#tables.meta(kind), id, { kind, id, value });
  }
  async deleteMeta(kind: MetaKind, id: string) {
    this.#tables.set(this.#tables.meta(kind), id, undefined);
  }
  async clearData() {
    this.#tables.clearData();
  }
}
