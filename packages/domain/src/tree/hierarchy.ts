import { itemTypes } from '../values/item-values.ts';
import type { ItemType } from '../values/item-values.ts';

/** The part of an item that determines its place. */
export interface PlacedItem {
  readonly parent_uuid: string | null;
}

/**
 * Whether an item of type `child` may be under `parent`; null is the top level. A campaign is always
 * top-level, a task top-level or in a campaign, a todo anywhere but in a todo (product.md, "The hierarchy").
 * A child's type is always smaller than its parent's, so no cycle is possible.
 */
export function canBeParent(parent: ItemType | null, child: ItemType): boolean {
  return parent === null || itemTypes.indexOf(parent) < itemTypes.indexOf(child);
}

/**
 * Whether an item is shown at the top level: it names no parent, or one that the reader does not have. `has`
 * is true for undeleted items only, so a deleted parent does not count.
 */
export function isOrphan(item: PlacedItem, has: (uuid: string) => boolean): boolean {
  return item.parent_uuid === null || !has(item.parent_uuid);
}

/** An item with its uuid and its parent's, as a traversal to the top needs them. */
export interface LinkedItem extends PlacedItem {
  readonly uuid: string;
}

/**
 * The uuid of the next item above a line of items, lowest first. Null at the top level, and if the line
 * already contains the parent: damaged rows may form a cycle, and every traversal must end. To reach the top,
 * look up the result and append it until the result is null.
 */
export function nextAbove(ancestry: readonly LinkedItem[]): string | null {
  const next = ancestry.at(-1)?.parent_uuid ?? null;
  return ancestry.some(({ uuid }) => uuid === next) ? null : next;
}

/**
 * The ancestors of an item, nearest first, as far as `lookup` finds them, distinct and never the item itself.
 * If `lookup` finds undeleted items only, they end at a deleted parent.
 */
export function ancestorsOf<T extends LinkedItem>(
  item: LinkedItem,
  lookup: (uuid: string) => T | undefined,
): readonly T[] {
  const ancestors: T[] = [];
  for (;;) {
    const next = nextAbove([item, ...ancestors]);
    const above = next === null ? undefined : lookup(next);
    if (above === undefined) return ancestors;
    ancestors.push(above);
  }
}

/**
 * An item and everything below it, each once and parents before their children, even if damaged rows form a
 * cycle. `childrenOf` is not called for todos, which have no children.
 */
export function familyFrom<T extends LinkedItem & { readonly type: ItemType }>(
  top: T,
  childrenOf: (uuid: string) => readonly T[],
): readonly T[] {
  const family = new Map([[top.uuid, top]]);
  for (const { uuid, type } of family.values()) {
    if (type === 'todo') continue;
    for (const child of childrenOf(uuid))
      if (!family.has(child.uuid)) family.set(child.uuid, child);
  }
  return [...family.values()];
}
