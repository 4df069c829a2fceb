import type { IDBPIndex } from 'idb';
import type { ForayDatabase, StoredItem } from './indexed-db-schema.ts';

type ItemIndex = IDBPIndex<
  ForayDatabase,
  ['items'],
  'items',
  'top_created_at' | 'type_created_at',
  'readonly'
>;

/** A method of newer browsers: as `getAll`, also in the other direction. */
interface RecordsIndex {
  getAllRecords(options: {
    readonly query: IDBKeyRange;
    readonly count: number;
    readonly direction: IDBCursorDirection;
  }): Promise<readonly { readonly value: StoredItem }[]>;
}

/** The last rows of an index range, backwards, at most `count`, in one request if the browser can. */
export async function newestIn(
  index: ItemIndex,
  range: IDBKeyRange,
  count: number,
): Promise<readonly StoredItem[]> {
  if (hasRecords(index)) {
    const records = await index.getAllRecords({ query: range, count, direction: 'prev' });
    return records.map(({ value }) => value);
  }
  const rows: StoredItem[] = [];
  let cursor = await index.openCursor(range, 'prev');
  while (cursor && rows.length < count) {
    rows.push(cursor.value);
    cursor = await cursor.continue();
  }
  return rows;
}

function hasRecords(index: object): index is RecordsIndex {
  return 'getAllRecords' in index;
}
