import type { LinkedItem } from './hierarchy.ts';
import type { Permission } from '../values/item-values.ts';
import type { OccurrenceFields } from '../fields/occurrence-fields.ts';

/** The owner and the assignee of an item. */
export interface RightsSubject {
  readonly user_id: number;
  readonly assigned_to: number | null;
}

/** The fields from which rights follow. */
export interface RightsFields extends RightsSubject {
  readonly isDeleted: boolean;
}

/** The right on an item's parent; `top` for an item without one. */
export type RightAbove = Permission | null | 'top';

/**
 * A user's action on an item. A move needs addChild on the new parent, a place among siblings on theirs; removePerson ends a user's assignments
 * on the item and below.
 */
export type ItemAction =
  | 'read'
  | 'edit'
  | 'label'
  | 'place'
  | 'assign'
  | 'addChild'
  | 'move'
  | 'delete'
  | 'restore'
  | 'removePerson';

const copyActions = new Set<ItemAction>(['read', 'delete', 'restore']);
const contributions = new Set<ItemAction>(['read', 'edit', 'label', 'place', 'assign', 'addChild']);

/**
 * One step from the root down (product.md, "Rights"): the right to change an item, from the item and the
 * right on its parent. manage: the owner at the top level, anyone who manages the parent, and the owner who
 * contributes to it. contribute: the assignee while the item lives, and anyone who contributes to the parent.
 * A view of the parent gives nothing.
 */
export function rightUnder(
  userId: number,
  item: RightsFields,
  above: RightAbove,
): 'manage' | 'contribute' | null {
  const isOwner = item.user_id === userId;
  if (above === 'manage' || (isOwner && (above === 'top' || above === 'contribute'))) {
    return 'manage';
  }
  const isAssignee = item.assigned_to === userId && !item.isDeleted;
  return isAssignee || above === 'contribute' ? 'contribute' : null;
}

/**
 * The right of a person on an item. `ancestry` is the item and its ancestors, including deleted ones, nearest
 * first. If the line ends before the root, `above` is the right on the next ancestor. With `hasRightBelow`
 * (to change an undeleted descendant) an undeleted item can at least be viewed. Only stored fields decide, so server
 * and device agree.
 */
export function permissionOf(
  userId: number,
  ancestry: readonly RightsFields[],
  hasRightBelow: boolean,
  above: RightAbove = 'top',
): Permission | null {
  const right = ancestry.reduceRight<RightAbove>((on, held) => rightUnder(userId, held, on), above);
  if (right === 'manage' || right === 'contribute') return right;
  return hasRightBelow && ancestry[0]?.isDeleted === false ? 'view' : null;
}

/**
 * Whether `permission` (null: none) allows `action`. A move takes `move` on the item and `addChild` on the
 * new parent.
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

/**
 * As {@link may}, for one item. The copy of an occurrence stays as its item was: it can only be deleted and
 * restored.
 */
export function mayWith(
  { occurrence_of: of }: Pick<OccurrenceFields, 'occurrence_of'>,
  permission: Permission | null,
  action: ItemAction,
): boolean {
  return (of == null || copyActions.has(action)) && may(permission, action);
}

/**
 * Whether a person may undo the completion of an occurrence, which deletes its copy. If they do not manage
 * the item, it must be their own completion (`isOwn`), and the item must return to the occurrence (`isBack`),
 * so that it is the last one and unchanged.
 */
export function mayUndo(
  permission: Permission | null,
  { isOwn, isBack }: { readonly isOwn: boolean; readonly isBack: boolean },
): boolean {
  return permission === 'manage' || (may(permission, 'edit') && isOwn && isBack);
}

/**
 * Whether a user who manages an item may also move it out of its root: its owner may move it anywhere, the
 * root's owner into another root. Managing it by its place is not enough, because then they, or its owner,
 * would lose it. An unknown owner of the root (null) forbids nothing.
 */
export function mayLeaveRoot(
  userId: number,
  item: Pick<RightsSubject, 'user_id'>,
  rootOwnerId: number | null,
  to: 'top' | 'another root',
): boolean {
  if (item.user_id === userId) return true;
  return to === 'another root' && (rootOwnerId === null || rootOwnerId === userId);
}

/** An item that is to be moved, or an ancestor of it. */
type MovedItem = Pick<RightsSubject, 'user_id'> & LinkedItem;

/**
 * Whether a user who manages an item may move it (product.md, "Rights"). `from` has its ancestors, `to` its
 * new parent and that parent's ancestors, each nearest first; `to` is empty for the top level. If the parent
 * of the highest known ancestor is unknown, the owner of the root is unknown and forbids nothing.
 */
export function mayMove(
  userId: number,
  item: MovedItem,
  from: readonly MovedItem[],
  to: readonly LinkedItem[],
): boolean {
  if (item.parent_uuid === (to[0]?.uuid ?? null)) return true;
  const root = from.at(-1) ?? item;
  if (root.uuid === to.at(-1)?.uuid) return true;
  const rootOwnerId = root.parent_uuid === null ? root.user_id : null;
  return mayLeaveRoot(userId, item, rootOwnerId, to.length === 0 ? 'top' : 'another root');
}
