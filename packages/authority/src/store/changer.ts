import type { ItemRow, NewItemRow } from './rows.ts';

/** What a change by a person leaves on an item: another version, its time, and who made it. */
export function changeBy(
  { callerId, now }: { readonly callerId: number; readonly now: string },
  version: number,
): Pick<NewItemRow, 'version' | 'updated_at' | 'changed_by'> {
  return { version, updated_at: now, changed_by: `${version}:${callerId}` };
}

/**
 * Who made the present version of an item; null where that is not known: it is older than this note, or a
 * server of the release before, which runs beside this one for a while, made it.
 */
export function changerOf({ version, changed_by }: ItemRow): number | null {
  const [of, by] = (changed_by ?? '').split(':');
  return Number(of) === version ? Number(by) : null;
}

/** Who deleted an item; null where that is not known, or something else was changed since. */
export function deleterOf(item: ItemRow): number | null {
  return item.updated_at === item.deleted_at ? changerOf(item) : null;
}
