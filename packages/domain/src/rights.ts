import type { Permission } from './item.ts';

/** What rights are drawn from: who owns an item and to whom it is assigned. */
export interface Held {
  readonly user_id: number;
  readonly assigned_to: number | null;
}

/** What somebody may want to do with an item. addChild is also what moving something in takes. */
export type ItemAction = 'read' | 'edit' | 'assign' | 'addChild' | 'move' | 'delete' | 'restore';

const contributions: ReadonlySet<ItemAction> = new Set(['read', 'edit', 'assign', 'addChild']);

/**
 * The right of a person on a living item (product.md, "Who sees and may do what"): manage for the
 * owner of it or of a living ancestor, contribute for an assignee likewise, view for whoever has
 * only a right of their own on a living descendant, else null. Facts alone decide, so that server and
 * device agree; the device can judge offline because it always holds an item's ancestors.
 */
export function permissionOf(
  userId: number,
  item: Held,
  livingAncestors: readonly Held[],
  hasRightOnDescendant: boolean,
): Permission | null {
  const line = [item, ...livingAncestors];
  if (line.some((held) => held.user_id === userId)) return 'manage';
  if (line.some((held) => held.assigned_to === userId)) return 'contribute';
  return hasRightOnDescendant ? 'view' : null;
}

/**
 * Whether `permission` (null: none) is enough for `action`. Contribute neither moves nor deletes:
 * what a contributor owns, they manage. A move takes `move` on the item and `addChild` on the new
 * parent.
 */
export function may(permission: Permission | null, action: ItemAction): boolean {
  switch (permission) {
    case 'manage':
      return true;
    case 'contribute':
      return contributions.has(action);
    case 'view':
      return action === 'read';
    case null:
      return false;
  }
}
