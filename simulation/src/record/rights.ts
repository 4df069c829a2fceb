import type { BlockRow, ItemRow } from '@foray/authority';

/* The visibility rules, straight from the table of product.md, independent of the production code. */

/** A person's right on an item. */
type Right = 'manage' | 'contribute' | 'view';

/** Everything that a user sees, by uuid, with their permission, computed from the root down. */
export function sightOf(userId: number, items: Iterable<ItemRow>): Map<string, Right> {
  const byId = new Map<number, ItemRow>();
  for (const item of items) byId.set(item.id, item);
  const rights = new Map<string, Right>();
  for (const item of byId.values()) {
    const line = lineOf(item, byId);
    const right = rightAlong(userId, line.toReversed());
    if (right === null || item.deleted_at !== null) continue;
    rights.set(item.uuid, right);
    for (const above of line) {
      if (above.deleted_at === null && !rights.has(above.uuid)) rights.set(above.uuid, 'view');
    }
  }
  return rights;
}

/** The right of a person on an item, deleted or not, among the items by id; null for none. */
export function rightOn(
  userId: number,
  item: ItemRow,
  byId: ReadonlyMap<number, ItemRow>,
): 'manage' | 'contribute' | null {
  return rightAlong(userId, lineOf(item, byId).toReversed());
}

/**
 * Whether somebody may move an item from its place to under that parent: only the item's owner may move it
 * out of another person's root, to the top level too.
 */
export function mayGo(
  userId: number,
  item: ItemRow,
  parentId: number | null,
  byId: ReadonlyMap<number, ItemRow>,
): boolean {
  if (item.user_id === userId) return true;
  const parent = byId.get(parentId ?? 0);
  if (parent === undefined) return false;
  const root = lineOf(item, byId).at(-1);
  return root?.user_id === userId || root === lineOf(parent, byId).at(-1);
}

/** The right from the root downwards, through deleted items too; these give their assignee nothing. */
function rightAlong(userId: number, fromRoot: readonly ItemRow[]): 'manage' | 'contribute' | null {
  let manages = false;
  let contributes = false;
  for (const [depth, item] of fromRoot.entries()) {
    if (item.user_id === userId && (depth === 0 || contributes)) manages = true;
    if (item.assigned_to === userId && item.deleted_at === null) contributes = true;
  }
  if (manages) return 'manage';
  return contributes ? 'contribute' : null;
}

/** An item and its ancestors, upwards. */
export function lineOf(item: ItemRow, byId: ReadonlyMap<number, ItemRow>): readonly ItemRow[] {
  const line = [item];
  for (let at = byId.get(item.parent_id ?? 0); at !== undefined;) {
    line.push(at);
    at = byId.get(at.parent_id ?? 0);
  }
  return line;
}

/** The people with a block, by either side, between them and a person. */
export function partedFrom(userId: number | undefined, blocks: Iterable<BlockRow>): Set<number> {
  const parted = new Set<number>();
  for (const { user_id, blocked_id } of blocks) {
    if (user_id === userId) parted.add(blocked_id);
    if (blocked_id === userId) parted.add(user_id);
  }
  return parted;
}
