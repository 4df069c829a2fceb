import type { TableMaps, TableName, TableRows } from './tables.ts';

/** What a transaction has written and not committed. */
export interface Overlay {
  readonly rows: TableMaps;
  /** Keys of access rows that it deletes; no other table ever loses a row. */
  readonly forgotten: Set<string | number>;
}

const noKeys: ReadonlySet<string | number> = new Set();

/** The keys of a table that a transaction deletes. */
export function forgottenIn(overlay: Overlay, table: TableName): ReadonlySet<string | number> {
  return table === 'access' ? overlay.forgotten : noKeys;
}

/** All rows of a table, those that are written in place of older ones, without the forgotten. */
export function merged<T extends TableName>(
  rows: ReadonlyMap<string | number, TableRows[T]>,
  overlay: Overlay,
  table: T,
): Iterable<TableRows[T]> {
  const written: TableMaps[T] = overlay.rows[table];
  const forgotten = forgottenIn(overlay, table);
  if (written.size === 0 && forgotten.size === 0) return rows.values();
  const all: TableRows[T][] = [];
  for (const [key, row] of rows) if (!written.has(key) && !forgotten.has(key)) all.push(row);
  for (const row of written.values()) all.push(row);
  return all;
}
