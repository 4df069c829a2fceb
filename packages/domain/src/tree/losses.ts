import { firstPersonId } from '../values/limits.ts';
import type { PlacedItem } from './hierarchy.ts';
import { rightUnder } from './rights.ts';
import type { RightsFields, RightAbove } from './rights.ts';

/** An item in its place in a tree. */
export interface TreeItem extends RightsFields, PlacedItem {
  readonly uuid: string;
}

/**
 * How many undeleted items of their own each person loses the right to change, if the tree `before` becomes
 * `after`. People who lose nothing are left out. A parent that neither list contains gives no right.
 */
export function ownItemsLost(
  before: readonly TreeItem[],
  after: readonly TreeItem[],
): ReadonlyMap<number, number> {
  const had = rightsIn(before);
  const has = rightsIn(after);
  const lost = new Map<number, number>();
  for (const { uuid, user_id, isDeleted } of after) {
    if (isDeleted || user_id < firstPersonId) continue;
    if (had(user_id, uuid) === null || has(user_id, uuid) !== null) continue;
    lost.set(user_id, (lost.get(user_id) ?? 0) + 1);
  }
  return lost;
}

function rightsIn(items: readonly TreeItem[]): (userId: number, uuid: string) => RightAbove {
  const byUuid = new Map(items.map((item) => [item.uuid, item]));
  const known = new Map<string, RightAbove>();
  const rightOn = (userId: number, uuid: string): RightAbove => {
    const key = `${userId} ${uuid}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const item = byUuid.get(uuid);
    if (item === undefined) return null;
    // In a cycle of damaged rows, no ancestor gives a right.
    known.set(key, null);
    const above = item.parent_uuid === null ? 'top' : rightOn(userId, item.parent_uuid);
    const right = rightUnder(userId, item, above);
    known.set(key, right);
    return right;
  };
  return rightOn;
}
