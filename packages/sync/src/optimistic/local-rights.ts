import { may, mayMove, permissionOf } from '@foray/domain';
import type { RightsFields, LinkedItem, Permission, RightAbove } from '@foray/domain';
import type { LocalItem } from '../store/local-item.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * The permission of this user on an item in its displayed state: the server's, unless queued changes of the
 * item or of an ancestor can grant or revoke rights. Then it is computed from the root down, as the server
 * does.
 */
export async function permissionOn(unit: UnitOfWork, item: LocalItem): Promise<Permission> {
  if (unit.device.account.kind === 'guest') return 'manage';
  const ancestors = await unit.ancestors(item);
  const ancestry = [item, ...ancestors];
  const isChanged = ancestry.some(differsInRights) || ancestors.some(({ _deleted }) => _deleted);
  if (item.base !== null && !isChanged) return item.base.permission;
  const above = inheritedRight(unit, ancestry.at(-1) ?? item);
  return permissionOf(unit.userId, ancestry.map(rightsFieldsOf), true, above) ?? 'view';
}

/**
 * Whether this user may move an item under a parent (null: to the top level), by the server's rule. If a root
 * is not on this device, the decision is left to the server.
 */
export async function mayMoveTo(
  unit: UnitOfWork,
  item: Pick<LocalItem, 'uuid' | 'parent_uuid' | 'user_id' | 'permission'>,
  to: string | null,
): Promise<boolean> {
  if (!may(item.permission, 'move')) return false;
  return mayMove(unit.userId, item, await unit.ancestors(item), await ancestorsFrom(unit, to));
}

/**
 * A parent with its ancestors; none for the top level. A parent that is not on this device counts as a root.
 */
async function ancestorsFrom(
  unit: UnitOfWork,
  uuid: string | null,
): Promise<readonly LinkedItem[]> {
  if (uuid === null) return [];
  const parent = (await unit.item(uuid)) ?? { uuid, parent_uuid: null };
  return [parent, ...(await unit.ancestors(parent))];
}

/**
 * The permission that the topmost local item inherits. If its parent is not on this device, it follows from
 * the server's permission on the item, without what its assignment alone would grant.
 */
function inheritedRight(unit: UnitOfWork, { base, parent_uuid }: LocalItem): RightAbove {
  if (base === null || parent_uuid === null) return 'top';
  if (base.permission === 'contribute' && base.assigned_to === unit.userId) return null;
  return base.permission;
}

function rightsFieldsOf({ user_id, assigned_to, _deleted }: LocalItem): RightsFields {
  return { user_id, assigned_to, isDeleted: _deleted };
}

/**
 * Recomputes the permissions below an item whose row was added, removed or changed; undefined means no row.
 * Call it for every write of a row that may have descendants while anything is queued: for remote changes,
 * for local ones, and for their confirmation, after which the server's permissions apply again below.
 */
export async function updateFamilyRights(
  unit: UnitOfWork,
  before: LocalItem | undefined,
  after: LocalItem | undefined,
): Promise<void> {
  const item = after ?? before;
  if (item === undefined || !affectsRights(before, after)) return;
  if (item.type === 'todo' || unit.device.account.kind === 'guest') return;
  for (const row of await unit.family(item)) {
    if (row.uuid === item.uuid) continue;
    const permission = await permissionOn(unit, row);
    if (permission !== row.permission) unit.put({ ...row, permission });
  }
}

function affectsRights(before: LocalItem | undefined, after: LocalItem | undefined): boolean {
  if (before === undefined || after === undefined) return true;
  return (
    before._deleted !== after._deleted ||
    before.assigned_to !== after.assigned_to ||
    before.parent_uuid !== after.parent_uuid ||
    differsInRights(before) !== differsInRights(after)
  );
}

/** Whether an item is displayed with another assignee or parent than the server's row has. */
function differsInRights({ base, assigned_to, parent_uuid }: LocalItem): boolean {
  return base !== null && (assigned_to !== base.assigned_to || parent_uuid !== base.parent_uuid);
}
