import { upcastItem } from '@foray/sync';
import type { LocalItem } from '@foray/sync';
import type { StoredItem } from './indexed-db-schema.ts';

/** The row as the store keeps it: null as parent becomes 0, which an index can hold. */
export function storedFromItem(item: LocalItem): StoredItem {
  return { ...item, parent_id: item.parent_id ?? 0 };
}

/** The row as the rest of the app knows it. */
export function itemFromStored(row: StoredItem): LocalItem {
  return upcastItem({ ...row, parent_id: row.parent_id === 0 ? null : row.parent_id });
}

/**
 * Lets equal fields of these rows share one text, since the database makes one for each row: a device's rows
 * stay in memory, and need half of it this way. Nothing else in them changes.
 */
export function shareTexts(rows: readonly LocalItem[]): readonly LocalItem[] {
  const texts = new Map<string, string>();
  for (const row of rows) {
    share(row, texts);
    if (row.base !== null) share(row.base, texts);
  }
  return rows;
}

function share(fields: object, texts: Map<string, string>): void {
  const row = fields as Record<string, unknown>;
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (typeof value !== 'string') continue;
    const known = texts.get(value);
    if (known === undefined) texts.set(value, value);
    else row[name] = known;
  }
}
