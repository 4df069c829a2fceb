import { isReadableRow, keyTextOf } from '@foray/sync';
import type { MetaRow, UnreadableContent, UnreadableRow } from '@foray/sync';
import type { IDBPDatabase } from 'idb';
import type { ForayDatabase } from './indexed-db-schema.ts';

/** The rows of a request are deserialised in one task: this many block the page imperceptibly. */
const partRows = 250;

/** Reads whole stores by their keys rather than by an index, which may lack a damaged row. */
export async function unreadableRows(
  database: IDBPDatabase<ForayDatabase>,
  stores: readonly UnreadableRow['store'][],
): Promise<readonly UnreadableContent[]> {
  const found: UnreadableContent[] = [];
  for (const store of stores) {
    let range: IDBKeyRange | undefined;
    for (;;) {
      const tx = database.transaction(store);
      const [keys, rows] = await Promise.all([
        tx.store.getAllKeys(range, partRows),
        tx.store.getAll(range, partRows),
      ]);
      for (const content of rows) {
        if (isReadableRow(store, content)) continue;
        found.push({ store, key: keyTextOf(store, content), content });
      }
      const last = keys.at(-1);
      if (last === undefined || keys.length < partRows) break;
      range = IDBKeyRange.lowerBound(last, true);
    }
  }
  const gaveWay = await database.getAllFromIndex('meta', 'kind', 'unreadable');
  const isAsked = ({ store }: UnreadableRow): boolean =>
    stores.includes(store) || stores.includes('meta');
  const kept = gaveWay.filter(isGivenWay).map(({ value }) => value);
  return [...found, ...kept.filter(isAsked)];
}

/** A row of `meta` that keeps a replaced unreadable row. */
function isGivenWay(row: MetaRow): row is MetaRow<'unreadable'> {
  return row.kind === 'unreadable' && isReadableRow('meta', row);
}

/** Erases the named rows that are still unreadable, in one strict transaction. */
export async function eraseUnreadableRows(
  database: IDBPDatabase<ForayDatabase>,
  named: readonly UnreadableRow[],
): Promise<void> {
  const stores = [...new Set([...named.map(({ store }) => store), 'meta' as const])];
  const names = new Set(named.map(({ store, key }) => `${store}/${key}`));
  const isNamed = ({ store, key }: UnreadableRow): boolean => names.has(`${store}/${key}`);
  const tx = database.transaction(stores, 'readwrite', { durability: 'strict' });
  for (const store of stores) {
    let cursor = await tx.objectStore(store).openCursor();
    while (cursor) {
      const row: unknown = cursor.value;
      const known = isGivenWay(row as MetaRow) ? (row as MetaRow<'unreadable'>).value : null;
      const isGone =
        known === null
          ? !isReadableRow(store, row) && isNamed({ store, key: keyTextOf(store, row) })
          : isNamed(known);
      if (isGone) await cursor.delete();
      cursor = await cursor.continue();
    }
  }
  await tx.done;
}
