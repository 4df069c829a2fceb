import type { Person } from '@foray/domain';
import type { Notification } from '@foray/contract';
import type { LocalItem } from '../store/local-item.ts';
import type { MetaKind, MetaRow } from '../store/meta.ts';
import type { LocalContact } from '../store/ports.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { isReadableRow, keyTextOf, maxCounted } from '../store/readable-row.ts';
import type { StoreName } from '../store/readable-row.ts';

/** Rows are immutable values: a row that was readable once stays readable. */
const known = new WeakSet<object>();

/** `isReadableRow`, computed once for each row. */
export function isReadable(store: StoreName, row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false;
  if (known.has(row)) return true;
  if (!isReadableRow(store, row)) return false;
  known.add(row);
  return true;
}

function isPlace(seq: unknown): seq is number {
  return typeof seq === 'number' && seq <= maxCounted;
}

/** Whether IndexedDB would put a value into an index. */
function isKey(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isKey);
  const isNumber = typeof value === 'number' && !Number.isNaN(value);
  return isNumber || typeof value === 'string' || value instanceof Date;
}

/** The value as a key of a Map: values that IndexedDB treats as the same key are equal. */
function keyOf(value: unknown): unknown {
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

/** The content of one database: Maps with the indexes that the store needs, and an undo log. */
export class MemoryTables {
  readonly items = new Map<number, LocalItem>();
  readonly idOfUuid = new Map<unknown, number>();
  readonly childIds = new Map<unknown, Set<number>>();
  readonly requests = new Map<string, QueuedRequest>();
  readonly requestIds = new Map<unknown, Set<string>>();
  readonly idOfSeq = new Map<unknown, string>();
  readonly users = new Map<number, Person>();
  readonly contacts = new Map<number, LocalContact>();
  readonly notifications = new Map<number, Notification>();
  /** How often the database has been erased. */
  erasures = 0;
  readonly #meta = new Map<MetaKind, Map<string, MetaRow>>();
  /** Null if it has to be searched for. */
  #lastSeq: number | null = 0;
  #undo: (() => void)[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  /** Runs `work` after all earlier work has ended, successfully or not. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Starts a transaction; the returned function undoes everything done since. */
  begin(): () => void {
    this.#undo = [];
    return () => {
      for (const step of this.#undo.toReversed()) step();
      this.#lastSeq = null;
      this.#undo = [];
    };
  }

  commit(): void {
    this.#undo = [];
  }

  /** The meta rows of a kind, by id. */
  meta<K extends MetaKind>(kind: K): Map<string, MetaRow<K>> {
    let rows = this.#meta.get(kind);
    if (rows === undefined) this.#meta.set(kind, (rows = new Map()));
    return rows as unknown as Map<string, MetaRow<K>>;
  }

  /** Sets a value; undefined deletes it. */
  set<K, V>(table: Map<K, V>, key: K, value: V | undefined): void {
    const before = table.get(key);
    const put = (now: V | undefined): void => {
      if (now === undefined) table.delete(key);
      else table.set(key, now);
    };
    this.#undo.push(() => put(before));
    put(value);
  }

  /** Throws if another readable row has the uuid; an unreadable one is replaced. */
  putItem(item: LocalItem): void {
    this.#clearPlace('items', item.id, this.idOfUuid.get(item.uuid), `uuid ${item.uuid}`);
    this.#putItem(item);
  }

  deleteItem(id: number): void {
    const before = this.items.get(id);
    if (before === undefined) return;
    this.set(this.items, id, undefined);
    const { uuid, parent_uuid: parent } = before;
    if (isKey(uuid)) this.set(this.idOfUuid, keyOf(uuid), undefined);
    if (isKey(parent)) this.#remove(this.childIds, keyOf(parent), id);
  }

  /** As `putItem`, for the place in the queue. */
  putRequest(request: QueuedRequest): void {
    this.#clearPlace('syncQueue', request.id, this.idOfSeq.get(request.seq), `seq ${request.seq}`);
    this.#putRequest(request);
  }

  deleteRequest(id: string): void {
    const before = this.requests.get(id);
    if (before === undefined) return;
    this.set(this.requests, id, undefined);
    if (isKey(before.seq)) this.set(this.idOfSeq, keyOf(before.seq), undefined);
    if (before.seq === this.#lastSeq) this.#lastSeq = null;
    for (const uuid of keysIn(before.touches)) this.#remove(this.requestIds, uuid, id);
  }

  /** The greatest used place in the queue. */
  lastSeq(): number {
    if (this.#lastSeq !== null) return this.#lastSeq;
    const places = [...this.idOfSeq.keys()].filter(isPlace);
    return (this.#lastSeq = places.reduce((most, seq) => Math.max(most, seq), 0));
  }

  /** The rows of a store by their keys. */
  rowsOf(store: StoreName): Map<unknown, object> {
    if (store === 'syncQueue') return this.requests as Map<unknown, object>;
    if (store !== 'meta') return this[store] as Map<unknown, object>;
    const rows = [...this.#meta.values()].flatMap((kind) => [...kind.values()]);
    return new Map(rows.map((row) => [keyTextOf('meta', row), row]));
  }

  /**
   * Stores a row unchanged, damaged or not, without the checks of other writes; the indexes get its valid
   * keys.
   */
  putRaw(store: StoreName, row: { readonly kind?: unknown; readonly id: unknown }): void {
    if (store === 'items') this.#putItem(row as LocalItem);
    else if (store === 'syncQueue') this.#putRequest(row as QueuedRequest);
    else if (store === 'meta') this.meta(row.kind as MetaKind).set(row.id as string, row as never);
    else this.rowsOf(store).set(row.id, row);
  }

  eraseRow(store: StoreName, keyText: string): void {
    const tables = store === 'meta' ? [...this.#meta.values()] : [this.rowsOf(store)];
    for (const table of tables as Map<unknown, object>[]) {
      for (const [key, row] of table) {
        if (keyTextOf(store, row) !== keyText) continue;
        if (store === 'items') this.deleteItem(key as number);
        else if (store === 'syncQueue') this.deleteRequest(key as string);
        else this.set(table, key, undefined);
      }
    }
  }

  clearData(): void {
    for (const id of this.items.keys()) this.deleteItem(id);
    for (const id of this.requests.keys()) this.deleteRequest(id);
    for (const table of [this.users, this.contacts, this.notifications] as Map<number, unknown>[]) {
      for (const key of table.keys()) this.set(table, key, undefined);
    }
  }

  /** Erases everything except the signed-in account; earlier handles belong to the store that is gone. */
  erase(): void {
    this.erasures += 1;
    this.clearData();
    for (const kind of this.#meta.keys()) if (kind !== 'account') this.#meta.delete(kind);
  }

  #putItem(item: LocalItem): void {
    this.deleteItem(item.id);
    this.set(this.items, item.id, item);
    const { uuid, parent_uuid: parent } = item;
    if (isKey(uuid)) this.set(this.idOfUuid, keyOf(uuid), item.id);
    if (isKey(parent)) this.#add(this.childIds, keyOf(parent), item.id);
  }

  #putRequest(request: QueuedRequest): void {
    this.deleteRequest(request.id);
    this.set(this.requests, request.id, request);
    if (isKey(request.seq)) this.set(this.idOfSeq, keyOf(request.seq), request.id);
    if (this.#lastSeq !== null && isPlace(request.seq)) {
      this.#lastSeq = Math.max(this.#lastSeq, request.seq);
    }
    for (const uuid of keysIn(request.touches)) this.#add(this.requestIds, uuid, request.id);
  }

  /** Moves unreadable rows aside for a row with that key, whose unique value `holder` has. */
  #clearPlace(
    store: 'items' | 'syncQueue',
    id: number | string,
    holder: number | string | undefined,
    what: string,
  ): void {
    const rows = this.rowsOf(store);
    for (const key of new Set([id, holder])) {
      const row = rows.get(key);
      if (row === undefined) continue;
      if (!isReadable(store, row)) this.#setAside(store, row);
      else if (key !== id) throw new Error(`${what} is held by row ${key}`);
    }
  }

  #setAside(store: 'items' | 'syncQueue', content: object): void {
    const key = keyTextOf(store, content);
    const rows = this.meta('unreadable');
    let id = `${store}/${key}`;
    while (rows.has(id)) id += '+';
    this.set(rows, id, { kind: 'unreadable', id, value: { store, key, content } });
    this.eraseRow(store, key);
  }

  #add<K, V>(index: Map<K, Set<V>>, key: K, value: V): void {
    const set = index.get(key) ?? new Set<V>();
    index.set(key, set);
    if (set.has(value)) return;
    set.add(value);
    this.#undo.push(() => set.delete(value));
  }

  #remove<K, V>(index: Map<K, Set<V>>, key: K, value: V): void {
    const set = index.get(key);
    if (set === undefined || !set.delete(value)) return;
    this.#undo.push(() => set.add(value));
  }
}

/** The keys under which an index of several entries lists a value: those in a list, or the value itself. */
function keysIn(value: unknown): readonly unknown[] {
  return (Array.isArray(value) ? value : [value]).filter(isKey).map(keyOf);
}
