import type { Notification } from '@foray/contract';
import type { Person } from '@foray/domain';
import type {
  LocalContact,
  LocalItem,
  MetaKind,
  MetaRow,
  MetaValues,
  QueuedRequest,
  ReadTransaction,
  UnreadableRow,
} from '@foray/sync';
import { maxCounted, requestFromStored } from '@foray/sync';
import type { IDBPTransaction } from 'idb';
import { itemFromStored } from './indexed-db-rows.ts';
import type { ForayDatabase, storeNames, StoredItem } from './indexed-db-schema.ts';

/** For fewer ids, one request each is just as cheap. */
const fewIds = 8;

/** The browser deserialises the result of a request in one task: more rows block the page for too long. */
export const partRows = 250;

/** Leaves out the unreadable rows of a store, and reports them. */
export type ReadableRows = <T>(store: UnreadableRow['store'], rows: readonly T[]) => T[];

/** A transaction over all stores. */
type AnyTransaction = IDBPTransaction<ForayDatabase, typeof storeNames, 'readonly' | 'readwrite'>;

/** The reading primitives of one IndexedDB transaction. */
export class IndexedDbReads implements ReadTransaction {
  readonly #tx: AnyTransaction;
  readonly #readable: ReadableRows;
  /** The unreadable items that this transaction has skipped. */
  protected readonly metIds = new Set<number>();

  constructor(tx: AnyTransaction, readable: ReadableRows) {
    this.#tx = tx;
    this.#readable = readable;
  }

  async itemByUuid(uuid: string): Promise<LocalItem | undefined> {
    return this.#one(await this.#items.index('uuid').get(uuid));
  }

  async itemById(id: number): Promise<LocalItem | undefined> {
    return this.#one(await this.#items.get(id));
  }

  async itemsById(ids: readonly number[]): Promise<readonly (LocalItem | undefined)[]> {
    if (ids.length < fewIds) return Promise.all(ids.map((id) => this.itemById(id)));
    // Two requests instead of hundreds, because the ids of a page are close together, and mostly
    // new.
    const range = IDBKeyRange.bound(Math.min(...ids), Math.max(...ids));
    const most = ids.length * 2;
    const keys = await this.#items.getAllKeys(range, most + 1);
    if (keys.length > most) return Promise.all(ids.map((id) => this.itemById(id)));
    const wanted = new Set(ids);
    if (!keys.some((key) => wanted.has(key))) return ids.map(() => undefined);
    const stored = await this.#items.getAll(range);
    const rows = this.#itemsFrom(stored.filter(({ id }) => wanted.has(id)));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id));
  }

  async itemsByUuid(uuids: readonly string[]): Promise<readonly (LocalItem | undefined)[]> {
    const rows: (LocalItem | undefined)[] = [];
    for (let at = 0; at < uuids.length; at += partRows) {
      const part = uuids.slice(at, at + partRows);
      rows.push(...(await Promise.all(part.map((uuid) => this.itemByUuid(uuid)))));
    }
    return rows;
  }

  async childrenOf(uuid: string): Promise<readonly LocalItem[]> {
    return this.#itemsFrom(await this.#items.index('parent_uuid').getAll(uuid));
  }

  async itemsNewerThan(localSeq: number): Promise<readonly LocalItem[]> {
    const range = IDBKeyRange.lowerBound(localSeq, true);
    return this.#itemsFrom(await this.#items.index('_localVersion').getAll(range));
  }

  async allItems(): Promise<readonly LocalItem[]> {
    return inParts(
      (range) => this.#items.getAll(range, partRows),
      ({ id }) => id,
      (rows) => this.#itemsFrom(rows),
    );
  }

  async itemsFrom(id: number, limit?: number): Promise<readonly LocalItem[]> {
    return this.#itemsFrom(await this.#items.getAll(IDBKeyRange.lowerBound(id), limit));
  }

  itemIds(): Promise<readonly number[]> {
    return this.#items.getAllKeys();
  }

  async queue(): Promise<readonly QueuedRequest[]> {
    return inParts(
      (range) => this.#queue.index('seq').getAll(range, partRows),
      ({ seq }) => seq,
      (requests) => this.#requestsFrom(requests),
    );
  }

  async queueOf(uuid: string): Promise<readonly QueuedRequest[]> {
    const requests = await this.#queue.index('touches').getAll(uuid);
    return this.#requestsFrom(requests).sort((a, b) => a.seq - b.seq);
  }

  async request(id: string): Promise<QueuedRequest | undefined> {
    return this.#requestsFrom(present(await this.#queue.get(id)))[0];
  }

  queueSize(): Promise<number> {
    return this.#queue.count();
  }

  async lastQueueSeq(): Promise<number> {
    const places = IDBKeyRange.bound(0, maxCounted);
    return (await this.#queue.index('seq').openKeyCursor(places, 'prev'))?.key ?? 0;
  }

  async user(id: number): Promise<Person | undefined> {
    return this.#readable('users', present(await this.#tx.objectStore('users').get(id)))[0];
  }

  async users(): Promise<readonly Person[]> {
    return this.#readable('users', await this.#tx.objectStore('users').getAll());
  }

  async contacts(): Promise<readonly LocalContact[]> {
    return this.#readable('contacts', await this.#tx.objectStore('contacts').getAll());
  }

  async notifications(): Promise<readonly Notification[]> {
    const rows = await this.#tx.objectStore('notifications').index('created_at').getAll();
    return this.#readable('notifications', rows).reverse();
  }

  async meta<K extends MetaKind>(kind: K, id: string): Promise<MetaValues[K] | undefined> {
    const [row] = this.#readable('meta', present(await this.#meta.get([kind, id])));
    return row?.value as MetaValues[K] | undefined;
  }

  async metaOf<K extends MetaKind>(kind: K): Promise<readonly MetaRow<K>[]> {
    const rows = await this.#meta.index('kind').getAll(kind);
    return this.#readable('meta', rows) as readonly MetaRow[] as readonly MetaRow<K>[];
  }

  get #items() {
    return this.#tx.objectStore('items');
  }

  get #queue() {
    return this.#tx.objectStore('syncQueue');
  }

  get #meta() {
    return this.#tx.objectStore('meta');
  }

  #one(row: StoredItem | undefined): LocalItem | undefined {
    return this.#itemsFrom(present(row))[0];
  }

  #itemsFrom(rows: readonly StoredItem[]): LocalItem[] {
    const found = this.#readable('items', rows);
    if (found.length < rows.length) {
      const good = new Set(found);
      for (const row of rows) if (!good.has(row)) this.metIds.add(row.id);
    }
    return found.map(itemFromStored);
  }

  #requestsFrom(rows: readonly QueuedRequest[]): QueuedRequest[] {
    return this.#readable('syncQueue', rows).map(requestFromStored);
  }
}

function present<T>(row: T | undefined): readonly T[] {
  return row === undefined ? [] : [row];
}

/**
 * All rows that `read` can reach, in the order of their keys, by requests of `partRows` each. `from` converts
 * the stored rows of each part in the task that reads it.
 */
async function inParts<S, T>(
  read: (range: IDBKeyRange | undefined) => Promise<S[]>,
  keyOf: (row: S) => number,
  from: (rows: readonly S[]) => readonly T[],
): Promise<T[]> {
  const rows: T[] = [];
  let range: IDBKeyRange | undefined;
  for (;;) {
    const part = await read(range);
    rows.push(...from(part));
    const last = part.at(-1);
    if (last === undefined || part.length < partRows) return rows;
    range = IDBKeyRange.lowerBound(keyOf(last), true);
  }
}
