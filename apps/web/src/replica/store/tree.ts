import { ancestorsOf, familyFrom } from '@foray/domain';
import type { TreeItem } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import type { Replica } from './replica.ts';

/** The topmost item above an item that is on this device, or the item itself. */
export function rootOf(replica: Replica, uuid: string): LocalItem | undefined {
  const item = replica.item(uuid);
  return item && (ancestorsOf(item, (above) => replica.item(above)).at(-1) ?? item);
}

/** An item and every undeleted item below it, the item first. */
export function familyOf(replica: Replica, uuid: string): readonly LocalItem[] {
  const item = replica.item(uuid);
  if (!item) return [];
  return familyFrom(item, (parent) =>
    replica.children(parent).flatMap((child) => replica.item(child) ?? []),
  );
}

/** All people with a right on an item of the tree around an item, as far as this device knows. */
export function peopleOfTree(replica: Replica, uuid: string): ReadonlySet<number> {
  const root = rootOf(replica, uuid);
  if (root === undefined) return new Set();
  const assignees = familyOf(replica, root.uuid).flatMap(({ assigned_to }) => assigned_to ?? []);
  return new Set([root.user_id, ...assignees]);
}

/** Items in the form that the rules of rights use. */
export function treeOf(items: readonly LocalItem[]): readonly TreeItem[] {
  return items.map(({ uuid, parent_uuid, user_id, assigned_to, _deleted }) => ({
    uuid,
    parent_uuid,
    user_id,
    assigned_to,
    isDeleted: _deleted,
  }));
}
