import { permissionOf } from '@foray/domain';
import type { Permission } from '@foray/domain';
import type { LocalItem } from './local-item.ts';
import type { Unit } from './unit.ts';

/**
 * What this user may do with an item as it is shown: what the server said, unless changes that wait
 * here, of the item or of something above it, can give or take a right.
 */
export async function rightOn(unit: Unit, item: LocalItem): Promise<Permission> {
  if (unit.device.account.kind === 'guest' || item.user_id === unit.userId) return 'manage';
  if (item.base === null) return item.permission;
  const ancestors: LocalItem[] = [];
  let isChanged = isElsewhere(item);
  let above = item.parent_uuid === null ? undefined : await unit.item(item.parent_uuid);
  while (above !== undefined && !ancestors.includes(above)) {
    isChanged ||= above._deleted || isElsewhere(above);
    if (above._deleted) break;
    ancestors.push(above);
    above = above.parent_uuid === null ? undefined : await unit.item(above.parent_uuid);
  }
  if (!isChanged) return item.base.permission;
  return permissionOf(unit.userId, item, ancestors, true) ?? 'view';
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
