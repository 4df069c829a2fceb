import type { LocalItem } from '@foray/sync';
import { RemovePersonDialog } from './remove-person-dialog.tsx';
import { useItemActions } from '../actions/use-item-actions.ts';

/** Asks whether the former assignee should be removed completely before an item is assigned to `next`. */
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
      // After the removal the item has no assignee, so the next assignment is compared with that.
      onRemove={next === null ? undefined : () => assign({ ...item, assigned_to: null })}
      onlyUnassign={() => assign(item)}
    />
  );
}
