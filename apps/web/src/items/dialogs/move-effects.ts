import { ancestorsOf, firstPersonId, isSampleUser, mayLeaveRoot, mayMove } from '@foray/domain';
import type { TreeItem } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { familyOf, peopleOfTree, rootOf, treeOf } from '../../replica/index.ts';
import type { Replica } from '../../replica/index.ts';

/** The side effects of a move, as far as this device knows. */
export interface MoveEffects {
  /** The root of the new place, if it is another user's. */
  readonly othersRoot: LocalItem | null;
  /** Assignments that end, because their people could not be assigned there. */
  readonly cleared: number;
  /** Items of others that stay in the current place of the item. */
  readonly left: number;
  readonly before: readonly TreeItem[];
  readonly after: readonly TreeItem[];
}

/**
 * Whether a user who may move an item may move it there; items that are not on this device are not an obstacle.
 */
export function mayMoveTo(
  replica: Replica,
  userId: number,
  item: LocalItem,
  parentUuid: string | null,
): boolean {
  // Items deleted here are included, because a deleted root still has its owner.
  const lookup = (uuid: string) => replica.row(uuid);
  const from = ancestorsOf(item, lookup);
  if (parentUuid === null) return mayMove(userId, item, from, []);
  const parent = lookup(parentUuid) ?? { uuid: parentUuid, parent_uuid: null };
  return mayMove(userId, item, from, [parent, ...ancestorsOf(parent, lookup)]);
}

/** The effects of moving one of the user's items under a parent (null: to the top level). */
export function moveEffects(
  replica: Replica,
  user: { readonly id: number; readonly contacts: ReadonlySet<number> },
  item: LocalItem,
  parentUuid: string | null,
): MoveEffects {
  const from = rootOf(replica, item.uuid) ?? item;
  const to = parentUuid === null ? item : (rootOf(replica, parentUuid) ?? item);
  const isNewRoot = from.uuid !== to.uuid;
  const family = familyOf(replica, item.uuid);
  const staysBehind = (one: LocalItem): boolean =>
    isNewRoot &&
    one.uuid !== item.uuid &&
    !mayLeaveRoot(user.id, one, from.user_id, 'another root');
  const isOwnRoot = to.user_id === user.id;
  const people = peopleOfTree(replica, to.uuid);
  const isCleared = ({ assigned_to: id }: LocalItem): boolean =>
    id !== null && !isSampleUser(id) && !people.has(id) && !(isOwnRoot && user.contacts.has(id));
  const taken = family.filter((one) => !staysBehind(one));
  const arriving = new Set(taken.map(({ uuid }) => uuid));
  const cleared = new Set(
    isNewRoot && parentUuid !== null ? taken.filter(isCleared).map(({ uuid }) => uuid) : [],
  );
  const roots = isNewRoot && parentUuid !== null ? [from, to] : [from];
  const before = treeOf(roots.flatMap((root) => familyOf(replica, root.uuid)));
  const placed = (one: TreeItem): TreeItem => {
    if (one.uuid === item.uuid) return { ...one, parent_uuid: parentUuid };
    const isLeft = one.parent_uuid === item.uuid && !arriving.has(one.uuid);
    return isLeft ? { ...one, parent_uuid: item.parent_uuid } : one;
  };
  const after = before.map((one) =>
    cleared.has(one.uuid) ? { ...placed(one), assigned_to: null } : placed(one),
  );
  return {
    othersRoot: isNewRoot && !isOwnRoot && to.user_id >= firstPersonId ? to : null,
    cleared: cleared.size,
    left: family.length - taken.length,
    before,
    after,
  };
}
