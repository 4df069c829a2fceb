import { firstPersonId, may } from '@foray/domain';
import type { LocalItem } from '@foray/sync';

/**
 * Whether to ask when the assignee of an item is unassigned: in a campaign or task that the user manages, an
 * assignment further down would keep them in.
 */
export function asksToRemove(item: LocalItem, ownId: number): boolean {
  const { assigned_to: id } = item;
  if (item.type === 'todo' || id === null || id < firstPersonId || id === ownId) return false;
  return may(item.permission, 'removePerson');
}
