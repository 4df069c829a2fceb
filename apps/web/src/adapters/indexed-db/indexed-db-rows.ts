import { upcastItem } from '@foray/sync';
import type { LocalItem } from '@foray/sync';
import type { StoredItem } from './indexed-db-schema.ts';

/** The row in its stored form: a null parent becomes 0, which an index can contain. */
export function storedFromItem(item: LocalItem): StoredItem {
  return { ...item, parent_id: item.parent_id ?? 0 };
}

/** The row in the form that the rest of the app uses. */
export function itemFromStored(row: StoredItem): LocalItem {
  return upcastItem({ ...row, parent_id: row.parent_id === 0 ? null : row.parent_id });
}

/**
 * Lets equal fields of these rows share one string, since the database creates one for each row: the rows
 * stay in memory, and need half of it this way. Nothing else changes in them.
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
