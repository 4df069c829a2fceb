import { addedFieldNames } from '@foray/domain';
import { lastServerRowOf } from './local-item.ts';
import type { LocalItem } from './local-item.ts';

/**
 * A stored row with the fields that were added since it was written. Nothing queued sets such a field,
 * so it is what the server's row says, which a tab of an earlier release keeps whole. Every LocalStore
 * does this at each read.
 */
export function upcastItem(row: LocalItem): LocalItem {
  const missing = addedFieldNames.filter((name) => row[name] === undefined);
  if (missing.length === 0) return row;
  const base = lastServerRowOf(row);
  return { ...row, ...Object.fromEntries(missing.map((name) => [name, base?.[name] ?? null])) };
}
