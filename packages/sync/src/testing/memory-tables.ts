import type { Person } from '@foray/domain';
import type { Notification } from '@foray/contract';
import type { LocalItem } from '../local-item.ts';
import type { MetaKind, MetaRow } from '../meta.ts';
import type { LocalContact } from '../ports.ts';
import type { QueuedRequest } from '../queued-request.ts';

/** What one database holds: Maps with the indexes the store needs, and an undo log. */
export class MemoryTables {
  readonly items = new Map<number, LocalItem>();
  readonly idOfUuid = new Map<string, number>();
  readonly childIds = new Map<string, Set<number>>();
  readonly requests = new Map<string, QueuedRequest>();
  readonly requestIds = new Map<string, Set<string>>();
  readonly users = new Map<number, Person>();
  readonly contacts = new Map<number, LocalContact>();
  readonly notifications = new Map<number, Notification>();
  /** How often all of it has been erased. */
  erasures = 0;
  readonly #meta = new Map<MetaKind, Map<string, MetaRow>>();
  #undo: (() => void)[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  /** Runs `work` after everything asked before it has ended, whatever became of that. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Starts a transaction; the returned function takes back all that was done since. */
  begin(): () => void {
    this.#undo = [];
    return () => {
      for (const step of this.#undo.toReversed()) step();
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

  /** Sets or, with undefined, deletes. */
  set<K, V>(table: Map<K, V>, key: K, value: V | undefined): void {
    const before = table.get(key);
    const put = (now: V | undefined): void => {
      if (now === undefined) table.delete(key);
      else table.set(key, now);
    };
    this.#undo.push(() => put(before));
    put(value);
  }

  putItem(item: LocalItem): void {
    const holder = this.idOfUuid.get(item.uuid);
    if (holder !== undefined && holder !== item.id) {
      throw new Error(`uuid ${item.uuid} is held by row ${holder}`);
    }
    this.deleteItem(item.id);
    this.set(this.items, item.id, item);
    this.set(this.idOfUuid, item.uuid, item.id);
    if (item.parent_uuid !== null) this.#add(this.childIds, item.parent_uuid, item.id);
  }

  deleteItem(id: number): void {
    const before = this.items.get(id);
    if (before === undefined) return;
    this.set(this.items, id, undefined);
    this.set(this.idOfUuid, before.uuid, undefined);
    if (before.parent_uuid !== null) this.#remove(this.childIds, before.parent_uuid, id);
  }

  putRequest(request: QueuedRequest): void {
    this.deleteRequest(request.id);
    this.set(this.requests, request.id, request);
    for (const uuid of request.touches) this.#add(this.requestIds, uuid, request.id);
  }

  deleteRequest(id: string): void {
    const before = this.requests.get(id);
    if (before === undefined) return;
    this.set(this.requests, id, undefined);
    for (const uuid of before.touches) this.#remove(this.requestIds, uuid, id);
  }

  clearData(): void {
    for (const id of this.items.keys()) this.deleteItem(id);
    for (const id of this.requests.keys()) this.deleteRequest(id);
    for (const table of [this.users, this.contacts, this.notifications] as Map<number, unknown>[]) {
      for (const key of table.keys()) this.set(table, key, undefined);
    }
  }

  /** Nothing is left; handles opened before are of a store that is no more. */
  erase(): void {
    this.erasures += 1;
    this.clearData();
    this.#meta.clear();
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
