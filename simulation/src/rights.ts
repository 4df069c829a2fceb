import type { ItemRow } from '@foray/authority';

/*
 * Who sees what, straight from the table of product.md and knowing nothing of the production code.
 */

/** What a person may do with an item. */
type Right = 'manage' | 'contribute' | 'view';

/** Everything that one person sees, by uuid, with their right. */
export function sightOf(userId: number, items: Iterable<ItemRow>): Map<string, Right> {
  const living = new Map<number, ItemRow>();
  for (const item of items) if (item.deleted_at === null) living.set(item.id, item);
  const rights = new Map<string, Right>();
  for (const item of living.values()) {
    const line = lineOf(item, living);
    const isOwner = line.some((one) => one.user_id === userId);
    if (!isOwner && !line.some((one) => one.assigned_to === userId)) continue;
    rights.set(item.uuid, isOwner ? 'manage' : 'contribute');
    for (const above of line) if (!rights.has(above.uuid)) rights.set(above.uuid, 'view');
  }
  return rights;
}

function lineOf(item: ItemRow, living: ReadonlyMap<number, ItemRow>): readonly ItemRow[] {
  const line = [item];
  for (let at = living.get(item.parent_id ?? 0); at !== undefined;) {
    line.push(at);
    at = living.get(at.parent_id ?? 0);
  }
  return line;
}
