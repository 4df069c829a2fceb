import { messages } from '../messages/messages.ts';
import { useAssignees, useItem } from '../replica/index.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import type { ItemDialogProps } from './item-dialog-props.ts';
import { useItemActions } from './use-item-actions.ts';

const { item: words } = messages;

/** Picks who does an item, from a list that fits a thumb. */
export function AssignDialog({ uuid, open, onOpenChange }: ItemDialogProps) {
  const item = useItem(uuid);
  const assignees = useAssignees();
  const actions = useItemActions();
  if (!item) return null;
  const choices = [{ id: null, name: words.unassigned }, ...assignees];
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={words.assignTitle(item.title)}>
      <ul className="-mx-2 flex flex-col">
        {choices.map(({ id, name }) => {
          const isChosen = id === item.assigned_to;
          return (
            <li key={id ?? 0}>
              <button
                type="button"
                aria-pressed={isChosen}
                {...(isChosen && { 'data-autofocus': '' })}
                onClick={() => {
                  onOpenChange(false);
                  if (!isChosen) void actions.assign(item, id);
                }}
                className="flex min-h-11 w-full items-center gap-3 rounded-medium px-2 text-left hover:bg-hover dark:hover:bg-line"
              >
                {id === null ? (
                  <span className="flex size-6 items-center justify-center text-ink-3">
                    <Icon name="person" />
                  </span>
                ) : (
                  <Avatar name={name} size={24} />
                )}
                <span className="min-w-0 flex-1">{name}</span>
                {isChosen && <Icon name="check" size={16} className="text-accent-ink" />}
              </button>
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
