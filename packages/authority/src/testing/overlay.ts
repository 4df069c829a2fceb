import { keyOf, tableNames, type TableMaps, type TableName, type TableRows } from './tables.ts';

/** The uncommitted writes of a transaction. */
export interface TransactionOverlay {
  readonly rows: TableMaps;
  /** The keys of the rows that it deletes. */
  readonly gone: ReadonlyMap<TableName, Set<string | number>>;
  /** The heads that it moves, as they were before. */
  readonly movedHeads: Map<number, number>;
  /** Users with a new epoch. */
  readonly epochs: Map<number, string>;
  /** The writes after each of the changes that share it, except the last. */
  readonly parts: TransactionOverlay[];
  /** Whether the current change has written all its items. */
  isWhole: boolean;
}

/** An overlay without writes; `rows` are tables without rows. */
export function newOverlay(rows: TableMaps): TransactionOverlay {
  const gone = new Map(tableNames.map((table) => [table, new Set<string | number>()]));
  return { rows, gone, movedHeads: new Map(), epochs: new Map(), parts: [], isWhole: false };
}

/** Begins the items of a change. If the change before it is complete, its writes become a part. */
export function beginPart(overlay: TransactionOverlay): void {
  if (!overlay.isWhole) return;
  const rows = tableNames.map((table) => [table, new Map<unknown, unknown>(overlay.rows[table])]);
  overlay.parts.push({
    rows: Object.fromEntries(rows) as TableMaps,
    gone: new Map([...overlay.gone].map(([table, keys]) => [table, new Set(keys)])),
    movedHeads: new Map(overlay.movedHeads),
    epochs: new Map(overlay.epochs),
    parts: [],
    isWhole: true,
  });
  overlay.isWhole = false;
}

/** The keys of a table that a transaction deletes. */
export function goneIn(
  overlay: TransactionOverlay,
  table: TableName,
): ReadonlySet<string | number> {
  return keysIn(overlay, table);
}

/** Writes a row, replacing one with the same key, which may have been deleted. */
export function putRow<T extends TableName>(
  overlay: TransactionOverlay,
  table: T,
  row: TableRows[T],
): void {
  overlay.rows[table].set(keyOf[table](row), row);
  keysIn(overlay, table).delete(keyOf[table](row));
}

/** Deletes a row. */
export function removeRow<T extends TableName>(
  overlay: TransactionOverlay,
  table: T,
  row: TableRows[T],
): void {
  overlay.rows[table].delete(keyOf[table](row));
  keysIn(overlay, table).add(keyOf[table](row));
}

function keysIn(overlay: TransactionOverlay, table: TableName): Set<string | number> {
  const keys = overlay.gone.get(table);
  if (keys === undefined) throw new Error(`there is no table ${table}`);
  return keys;
}

/** The rows of a table with the transaction's writes over them, and without its deletes. */
export function merged<T extends TableName>(
  rows: ReadonlyMap<string | number, TableRows[T]>,
  overlay: TransactionOverlay,
  table: T,
): Iterable<TableRows[T]> {
  const written: TableMaps[T] = overlay.rows[table];
  const gone = goneIn(overlay, table);
  if (written.size === 0 && gone.size === 0) return rows.values();
  const all: TableRows[T][] = [];
  for (const [key, row] of rows) if (!written.has(key) && !gone.has(key)) all.push(row);
  for (const row of written.values()) all.push(row);
  return all;
}
