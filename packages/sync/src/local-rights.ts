import { may, mayLeaveRoot, permissionOf } from '@foray/domain';
import type { HeldInTree, Permission, RightAbove } from '@foray/domain';
import type { LocalItem } from './local-item.ts';
import type { Unit } from './unit.ts';

/**
 * What this user may do with an item as it is shown: what the server said, unless changes that wait
 * here, of the item or of something above it, can give or take a right. Then it is judged from the top
 * down, as the server will.
 */
export async function rightOn(unit: Unit, item: LocalItem): Promise<Permission> {
  if (unit.device.account.kind === 'guest') return 'manage';
  const line = [item];
  let isChanged = isElsewhere(item);
  for (let last = item; last.parent_uuid !== null;) {
    const above = await unit.item(last.parent_uuid);
    if (above === undefined || line.includes(above)) break;
    isChanged ||= above._deleted || isElsewhere(above);
    line.push(above);
    last = above;
  }
  if (item.base !== null && !isChanged) return item.base.permission;
  const above = rightAbove(unit, line.at(-1) ?? item);
  return permissionOf(unit.userId, line.map(heldOf), true, above) ?? 'view';
}

/**
 * Whether this user may move an item from one parent under another (null: the top level), as the
 * server will judge it. Where a root is not on this device, the server's word is waited for.
 */
export async function mayMove(
  unit: Unit,
  item: Pick<LocalItem, 'user_id' | 'permission'>,
  from: string | null,
  to: string | null,
): Promise<boolean> {
  if (!may(item.permission, 'move')) return false;
  if (from === to) return true;
  if (to === null) return mayLeaveRoot(unit.userId, item, null, 'top');
  const [fromTop, toTop] = [await topOf(unit, from), await topOf(unit, to)];
  if (fromTop !== undefined && fromTop.uuid === toTop?.uuid) return true;
  const isWhole = fromTop?.parent_uuid === null;
  return mayLeaveRoot(unit.userId, item, isWhole ? fromTop.user_id : null, 'another root');
}

/** The topmost item above a place that is on this device. */
async function topOf(unit: Unit, uuid: string | null): Promise<LocalItem | undefined> {
  let top: LocalItem | undefined;
  for (let next = uuid; next !== null;) {
    const above = await unit.item(next);
    if (above === undefined || above === top) break;
    top = above;
    next = above.parent_uuid;
  }
  return top;
}

/**
 * The right on what the topmost item held here stands in. Where that is not on this device, what the
 * server said of the item tells it, less what its assignment alone would have given.
 */
function rightAbove(unit: Unit, { base, parent_uuid }: LocalItem): RightAbove {
  if (base === null || parent_uuid === null) return 'top';
  if (base.permission === 'contribute' && base.assigned_to === unit.userId) return null;
  return base.permission;
}

function heldOf({ user_id, assigned_to, _deleted }: LocalItem): HeldInTree {
  return { user_id, assigned_to, isDeleted: _deleted };
}

/**
 * Judges anew what one may do below an item whose row came, went or changed; undefined stands for no
 * row. To be called wherever a row is placed that something may hang below, while anything is queued:
 * a news of the item counts as much as a change of one's own, and so does the server's yes to it, after
 * which its word counts again below.
 */
export async function judgeFamily(
  unit: Unit,
  before: LocalItem | undefined,
  after: LocalItem | undefined,
): Promise<void> {
  const item = after ?? before;
  if (item === undefined || !bearsOnRights(before, after)) return;
  await judgeBelow(unit, item);
}

/** Offline too, and at once. */
async function judgeBelow(unit: Unit, parent: LocalItem): Promise<void> {
  if (parent.type === 'todo' || unit.device.account.kind === 'guest') return;
  for (const child of await unit.children(parent.uuid)) {
    const permission = await rightOn(unit, child);
    if (permission !== child.permission) unit.place({ ...child, permission });
    await judgeBelow(unit, child);
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
