import { itemTypes } from './item.ts';
import type { ItemType } from './item.ts';

/** What an item needs so that its place can be told. */
export interface Placed {
  readonly parent_uuid: string | null;
}

/**
 * Whether an item of type `child` may stand under `parent`; null is the top level. A campaign is
 * always top-level, a task top-level or in a campaign, a todo anywhere but in a todo (product.md, "The
 * hierarchy"). Types only ever shrink downwards, so no cycle is possible.
 */
export function canBeParent(parent: ItemType | null, child: ItemType): boolean {
  return parent === null || itemTypes.indexOf(parent) < itemTypes.indexOf(child);
}

/** The types that may be created under `parent` (null: at the top level), the biggest first. */
export function childTypes(parent: ItemType | null): readonly ItemType[] {
  return itemTypes.filter((child) => canBeParent(parent, child));
}

/**
 * Whether an item is shown at the top level: it names no parent, or one that the reader does not
 * have. `has` answers for living items only: a deleted parent is not had.
 */
export function isOrphan(item: Placed, has: (uuid: string) => boolean): boolean {
  return item.parent_uuid === null || !has(item.parent_uuid);
}

/** The parent, only if it resolves to an item that `lookup` knows (specification, section 3). */
export function parentOf<T>(item: Placed, lookup: (uuid: string) => T | undefined): T | null {
  return item.parent_uuid === null ? null : (lookup(item.parent_uuid) ?? null);
}

/**
 * The ancestors of an item, the nearest first, as far as `lookup` answers. For rights `lookup` must
 * answer living items only: the walk ends at a deleted parent, whose children are orphans, so
 * nothing above it reaches them. Ends also if bad data held a cycle.
 */
export function ancestorsOf<T extends Placed>(
  item: Placed,
  lookup: (uuid: string) => T | undefined,
): readonly T[] {
  const ancestors: T[] = [];
  let parent = parentOf(item, lookup);
  while (parent !== null && !ancestors.includes(parent)) {
    ancestors.push(parent);
    parent = parentOf(parent, lookup);
  }
  return ancestors;
}
