import { may } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { messages } from '../messages/messages.ts';
import { useAssignees } from '../replica/index.ts';
import { Avatar } from '../ui/avatar.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { tooltipProps } from '../ui/tooltip.ts';
import { useDisplayName } from './person-name.ts';
import { useItemActions } from './use-item-actions.ts';

const { item: words } = messages;

/** Who does an item, and a press away who else could: the sample users, oneself, nobody. */
export function AssignMenu({ item }: { readonly item: LocalItem }) {
  const assignees = useAssignees();
  const name = useDisplayName(item.assigned_to);
  const { assign } = useItemActions();
  const isAssigned = item.assigned_to !== null;
  const choose = (id: number | null) => () => {
    if (id !== item.assigned_to) void assign(item, id);
  };
  return (
    <Menu
      label={words.assignNamed(item.title)}
      trigger={
        <button
          type="button"
          data-control="assign"
          disabled={!may(item.permission, 'assign')}
          aria-label={words.assignNow(item.title, name)}
          {...tooltipProps(words.assignedTo(name))}
          className={classNames(
            'touch-target z-1 size-7 shrink-0 items-center justify-center rounded-full text-ink-3',
            'not-disabled:hover:bg-hover not-disabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-60',
            isAssigned
              ? 'inline-flex'
              : 'hidden group-focus-within:opacity-100 group-hover:opacity-100 pointer-fine:opacity-0 @2xl:inline-flex',
          )}
        >
          {isAssigned ? <Avatar name={name} size={24} /> : <Icon name="person" size={16} />}
        </button>
      }
      entries={[
        { kind: 'heading', content: words.assign },
        {
          kind: 'choice',
          label: words.unassigned,
          chosen: !isAssigned,
          onSelect: choose(null),
        },
        ...assignees.map((assignee) => ({
          kind: 'choice' as const,
          label: assignee.name,
          chosen: assignee.id === item.assigned_to,
          onSelect: choose(assignee.id),
        })),
      ]}
    />
  );
}
