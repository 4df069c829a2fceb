import { isReadableRow, keyTextOf } from '@foray/sync';
import type { MetaRow, QueuedRequest, UnreadableRow } from '@foray/sync';
import { unwrap, type IDBPTransaction } from 'idb';
import type { ForayDatabase, storeNames, StoredItem } from './indexed-db-schema.ts';

/** A transaction over all stores that writes. */
export type WritingTransaction = IDBPTransaction<ForayDatabase, typeof storeNames, 'readwrite'>;

/** The stores whose rows have a unique value beside their key, with the index of that value. */
const uniqueFields = { items: 'uuid', syncQueue: 'seq' } as const;

interface UniqueRows {
  items: StoredItem;
  syncQueue: QueuedRequest;
}

/**
 * Puts a row. Unreadable rows with its key or its unique value are moved to `meta`; a readable row with the
 * value makes this fail with a ConstraintError. `isMet`: an unreadable row with its key has been found;
 * otherwise its key is not looked up.
 */
export async function putRow<S extends keyof UniqueRows>(
  tx: WritingTransaction,
  name: S,
  row: UniqueRows[S],
  isMet: boolean,
): Promise<void> {
  if (isMet) await giveWay(tx, name, row.id);
  const failed = await put(tx, name, [row]);
  if (failed === null) return;
  const field = uniqueFields[name];
  const value = (row as unknown as Record<string, IDBValidKey>)[field] as IDBValidKey;
  const store = unwrap(tx).objectStore(name);
  const holder = await answerOf(store.index(field).getKey(value));
  if (holder !== undefined) await giveWay(tx, name, holder);
  const failedAgain = await put(tx, name, [row]);
  if (failedAgain !== null) throw failedAgain;
}

/**
 * Puts many item rows; false if the unique index refused one of them, so that each has to be put by itself.
 */
export async function putItemRows(
  tx: WritingTransaction,
  rows: readonly StoredItem[],
): Promise<boolean> {
  return (await put(tx, 'items', rows)) === null;
}

/**
 * Makes plain requests, of which only the last has a listener: a promise for each row would double the
 * cost. Returns the ConstraintError of one of them without ending the transaction, or null; other errors
 * reject.
 */
function put(
  tx: WritingTransaction,
  name: keyof UniqueRows,
  rows: readonly unknown[],
): Promise<DOMException | null> {
  const transaction = unwrap(tx);
  const store = transaction.objectStore(name);
  return new Promise((resolve, reject) => {
    const requests: IDBRequest[] = [];
    let refused: DOMException | null = null;
    const end = (): void => {
      transaction.removeEventListener('error', onError, true);
      resolve(refused);
    };
    const onError = (event: Event): void => {
      const request = event.target as IDBRequest;
      if (!requests.includes(request)) return;
      if (request.error?.name !== 'ConstraintError') return reject(request.error);
      // In the capturing phase: `tx.done` treats each bubbling error as the end of the transaction.
      event.preventDefault();
      event.stopPropagation();
      refused ??= request.error;
      if (request === requests.at(-1)) end();
    };
    transaction.addEventListener('error', onError, true);
    for (const row of rows) requests.push(store.put(row));
    const last = requests.at(-1);
    if (last === undefined) end();
    else last.addEventListener('success', end);
  });
}

/** Moves an unreadable row with that key to the store of unreadable rows. */
async function giveWay(
  tx: WritingTransaction,
  name: keyof UniqueRows & UnreadableRow['store'],
  key: IDBValidKey,
): Promise<void> {
  const store = unwrap(tx).objectStore(name);
  const content: unknown = await answerOf(store.get(key));
  if (content === undefined || isReadableRow(name, content)) return;
  const keyText = keyTextOf(name, content);
  const meta = tx.objectStore('meta');
  let id = `${name}/${keyText}`;
  while ((await meta.getKey(['unreadable', id])) !== undefined) id += '+';
  const value = { store: name, key: keyText, content };
  await meta.put({ kind: 'unreadable', id, value } satisfies MetaRow<'unreadable'>);
  await answerOf(store.delete(key));
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}
