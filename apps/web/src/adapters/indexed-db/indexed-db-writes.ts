import type {
  LocalItem,
  MetaKind,
  MetaRow,
  MetaValues,
  PlainRows,
  QueuedRequest,
  WriteTransaction,
} from '@foray/sync';
import { storedFromRequest } from '@foray/sync';
import { putItemRows, putRow, type WritingTransaction } from './indexed-db-put.ts';
import { IndexedDbReads, partRows, type ReadableRows } from './indexed-db-reads.ts';
import { storedFromItem } from './indexed-db-rows.ts';

export { eraseUnreadableRows, unreadableRows } from './indexed-db-unreadable.ts';

/**
 * The primitives of one IndexedDB transaction that writes. A write resolves when the browser has accepted it;
 * only the completion of the transaction confirms it. The first screen needs none of this code.
 */
export class IndexedDbWrites extends IndexedDbReads implements WriteTransaction {
  readonly #tx: WritingTransaction;

  constructor(tx: WritingTransaction, readable: ReadableRows) {
    super(tx, readable);
    this.#tx = tx;
  }

  async putItems(items: readonly LocalItem[]): Promise<void> {
    for (let at = 0; at < items.length; at += partRows) {
      await this.#putPart(items.slice(at, at + partRows));
    }
  }

  async #putPart(items: readonly LocalItem[]): Promise<void> {
    const isMet = this.metIds.size > 0 && items.some(({ id }) => this.metIds.has(id));
    if (!isMet && (await putItemRows(this.#tx, items.map(storedFromItem)))) return;
    for (const item of items) {
      await putRow(this.#tx, 'items', storedFromItem(item), this.metIds.has(item.id));
    }
  }

  deleteItem(id: number): Promise<void> {
    return this.#tx.objectStore('items').delete(id);
  }

  putRequest(request: QueuedRequest): Promise<void> {
    return putRow(this.#tx, 'syncQueue', storedFromRequest(request), false);
  }

  deleteRequest(id: string): Promise<void> {
    return this.#tx.objectStore('syncQueue').delete(id);
  }

  async put<S extends keyof PlainRows>(store: S, row: PlainRows[S]): Promise<void> {
    await this.#tx.objectStore<keyof PlainRows>(store).put(row);
  }

  delete(store: keyof PlainRows, id: number): Promise<void> {
    return this.#tx.objectStore(store).delete(id);
  }

  async putMeta<K extends MetaKind>(kind: K, id: string, value: MetaValues[K]): Promise<void> {
    await this.#tx.objectStore('meta').put({ kind, id, value } as MetaRow);
  }

  deleteMeta(kind: MetaKind, id: string): Promise<void> {
    return this.#tx.objectStore('meta').delete([kind, id]);
  }

  async clearData(): Promise<void> {
    await Promise.all([
      this.#tx.objectStore('items').clear(),
      this.#tx.objectStore('syncQueue').clear(),
      this.#tx.objectStore('users').clear(),
      this.#tx.objectStore('contacts').clear(),
      this.#tx.objectStore('notifications').clear(),
    ]);
  }
}
