import { firstPersonId, may } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { RemovePersonDialog } from './remove-person-dialog.tsx';
import { useItemActions } from './use-item-actions.ts';

/**
 * Whether to ask when the assignee of an item is unassigned: of a campaign or task that one manages
 * they may be assigned to something further down, which would keep them in.
 */
export function asksToRemove(item: LocalItem, ownId: number): boolean {
  const { assigned_to: id } = item;
  if (item.type === 'todo' || id === null || id < firstPersonId || id === ownId) return false;
  return may(item.permission, 'removePerson');
}

/** Asks whether the former assignee is removed altogether before an item goes to `next`. */
export function UnassignQuestion({
  item,
  next,
  onClose,
}: {
  readonly item: LocalItem;
  readonly next: number | null;
  readonly onClose: () => void;
}) {
  const actions = useItemActions();
  const assign = (seen: LocalItem) => void actions.assign(seen, next);
  return (
    <RemovePersonDialog
      item={item}
      userId={item.assigned_to ?? 0}
      open
      onOpenChange={onClose}
      // Removed, nobody does it: that is what the next assignment is compared with.
      onRemove={next === null ? undefined : () => assign({ ...item, assigned_to: null })}
      onlyUnassign={() => assign(item)}
    />
  );
}
