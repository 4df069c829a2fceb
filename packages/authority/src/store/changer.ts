import type { ItemRow, NewItemRow } from './rows.ts';

/** The new version, time and author that a person's change gives an item. */
export function changeBy(
  { callerId, now }: { readonly callerId: number; readonly now: string },
  version: number,
): Pick<NewItemRow, 'version' | 'updated_at' | 'changed_by'> {
  return { version, updated_at: now, changed_by: `${version}:${callerId}` };
}

/**
 * The author of an item's current version. Null if unknown: the version is older than this column, or was
 * written by a server of the last release, which runs beside this one for a while.
 */
export function changerOf({ version, changed_by }: ItemRow): number | null {
  const [of, by] = (changed_by ?? '').split(':');
  return Number(of) === version ? Number(by) : null;
}

/** The person who deleted an item; null if unknown, or if another version followed the delete. */
export function deleterOf(item: ItemRow): number | null {
  return item.updated_at === item.deleted_at ? changerOf(item) : null;
}
