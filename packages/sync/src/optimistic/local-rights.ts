import { may, mayMove, permissionOf } from '@foray/domain';
import type { HeldInTree, InLine, Permission, RightAbove } from '@foray/domain';
import type { LocalItem } from '../store/local-item.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * What this user may do with an item as it is shown: what the server said, unless changes that wait
 * here, of the item or of something above it, can give or take a right. Then it is judged from the top
 * down, as the server will.
 */
export async function rightOn(unit: UnitOfWork, item: LocalItem): Promise<Permission> {
  if (unit.device.account.kind === 'guest') return 'manage';
  const ancestors = await unit.ancestors(item);
  const line = [item, ...ancestors];
  const isChanged = line.some(isElsewhere) || ancestors.some(({ _deleted }) => _deleted);
  if (item.base !== null && !isChanged) return item.base.permission;
  const above = rightAbove(unit, line.at(-1) ?? item);
  return permissionOf(unit.userId, line.map(heldOf), true, above) ?? 'view';
}

/**
 * Whether this user may move an item under a parent (null: to the top level), as the server will judge
 * it. Where a root is not on this device, the server's word is waited for.
 */
export async function mayMoveTo(
  unit: UnitOfWork,
  item: Pick<LocalItem, 'uuid' | 'parent_uuid' | 'user_id' | 'permission'>,
  to: string | null,
): Promise<boolean> {
  if (!may(item.permission, 'move')) return false;
  return mayMove(unit.userId, item, await unit.ancestors(item), await lineFrom(unit, to));
}

/** A parent with its ancestors; none for the top level. One that is not here is its own root. */
async function lineFrom(unit: UnitOfWork, uuid: string | null): Promise<readonly InLine[]> {
  if (uuid === null) return [];
  const parent = (await unit.item(uuid)) ?? { uuid, parent_uuid: null };
  return [parent, ...(await unit.ancestors(parent))];
}

/**
 * The right on what the topmost item held here stands in. Where that is not on this device, what the
 * server said of the item tells it, less what its assignment alone would have given.
 */
function rightAbove(unit: UnitOfWork, { base, parent_uuid }: LocalItem): RightAbove {
  if (base === null || parent_uuid === null) return 'top';
  if (base.permission === 'contribute' && base.assigned_to === unit.userId) return null;
  return base.permission;
}

function heldOf({ user_id, assigned_to, _deleted }: LocalItem): HeldInTree {
  return { user_id, assigned_to, isDeleted: _deleted };
}

/**
 * Judges again what one may do below an item whose row came, went or changed; undefined stands for no
 * row. To be called wherever a row is placed that something may hang below, while anything is queued:
 * a news of the item counts as much as a change of one's own, and so does the server's yes to it, after
 * which its word counts again below.
 */
export async function updateFamilyRights(
  unit: UnitOfWork,
  before: LocalItem | undefined,
  after: LocalItem | undefined,
): Promise<void> {
  const item = after ?? before;
  if (item === undefined || !bearsOnRights(before, after)) return;
  await judgeBelow(unit, item);
}

/** Offline too, and at once. */
async function judgeBelow(unit: UnitOfWork, parent: LocalItem): Promise<void> {
  if (parent.type === 'todo' || unit.device.account.kind === 'guest') return;
  for (const row of await unit.family(parent)) {
    if (row.uuid === parent.uuid) continue;
    const permission = await rightOn(unit, row);
    if (permission !== row.permission) unit.put({ ...row, permission });
  }
}

function bearsOnRights(before: LocalItem | undefined, after: LocalItem | undefined): boolean {
  if (before === undefined || after === undefined) return true;
  return (
    before._deleted !== after._deleted ||
    before.assigned_to !== after.assigned_to ||
    before.parent_uuid !== after.parent_uuid ||
    isElsewhere(before) !== isElsewhere(after)
  );
}

/** Whether an item is shown with another assignee or at another place than the server told. */
function isElsewhere({ base, assigned_to, parent_uuid }: LocalItem): boolean {
  return base !== null && (assigned_to !== base.assigned_to || parent_uuid !== base.parent_uuid);
}
