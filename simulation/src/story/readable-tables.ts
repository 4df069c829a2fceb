import type { LocalItem, MetaKind, MetaRow, QueuedRequest } from '@foray/sync';
import { isReadableRow, unskipShape, upcastItem } from '@foray/sync';
import type { MemoryTables } from '@foray/sync/testing';

/**
 * The readable part of a database, as the app sees it: an unreadable row counts as absent, and a row of the
 * last release has the fields that were added since.
 */
export class ReadableTables {
  readonly #stored: MemoryTables;
  /** Unreadable rows were put there. */
  isDamaged = false;
  /** A newer app has put requests there, which count as absent. */
  hasNewerRows = false;
  /** Rows were put there as the last release stores them. */
  hasOldRows = false;

  constructor(stored: MemoryTables) {
    this.#stored = stored;
  }

  get erasures(): number {
    return this.#stored.erasures;
  }

  get items(): ReadonlyMap<number, LocalItem> {
    const { items } = this.#stored;
    const rows = this.isDamaged ? readable(items, (row) => isReadableRow('items', row)) : items;
    return this.hasOldRows ? new Map([...rows].map(([id, row]) => [id, upcastItem(row)])) : rows;
  }

  get idOfUuid(): ReadonlyMap<unknown, number> {
    return this.#stored.idOfUuid;
  }

  get requests(): ReadonlyMap<string, QueuedRequest> {
    const requests = this.#readableRequests;
    return this.hasNewerRows ? readable(requests, (row) => !isOfNewerApp(row)) : requests;
  }

  /** By item: the ids of the requests that touch it, including those of a newer app. */
  get requestIds(): ReadonlyMap<unknown, ReadonlySet<string>> {
    if (!this.isDamaged) return this.#stored.requestIds;
    const ids = new Map<unknown, Set<string>>();
    for (const { id, touches } of this.#readableRequests.values()) {
      for (const uuid of touches) ids.set(uuid, (ids.get(uuid) ?? new Set()).add(id));
    }
    return ids;
  }

  get #readableRequests(): ReadonlyMap<string, QueuedRequest> {
    const { requests } = this.#stored;
    return this.isDamaged ? readable(requests, (row) => isReadableRow('syncQueue', row)) : requests;
  }

  /** The requests that touch an item. */
  requestsAbout(uuid: string): readonly QueuedRequest[] {
    const { requests } = this;
    return [...(this.requestIds.get(uuid) ?? [])].flatMap((id) => requests.get(id) ?? []);
  }

  get users() {
    return this.#stored.users;
  }

  get contacts() {
    return this.#stored.contacts;
  }

  get notifications() {
    return this.#stored.notifications;
  }

  meta<K extends MetaKind>(kind: K): ReadonlyMap<string, MetaRow<K>> {
    const rows = this.#stored.meta(kind);
    return this.isDamaged ? readable(rows, (row) => isReadableRow('meta', row)) : rows;
  }
}

function isOfNewerApp({ shape }: QueuedRequest): boolean {
  return shape > unskipShape;
}

function readable<K, V>(rows: ReadonlyMap<K, V>, isOne: (row: V) => boolean): ReadonlyMap<K, V> {
  return new Map([...rows].filter(([, row]) => isOne(row)));
}
