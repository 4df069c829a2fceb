import { mayWith, firstPersonId, may } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import type { ReactElement } from 'react';
import { listMessages } from '../../messages/list-messages.ts';
import { assigneesOf, useClient, useUserId } from '../../replica/index.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import type { MenuEntry, TriggerProps } from '../../ui/layers/menu.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { tooltipProps } from '../../ui/controls/tooltip.ts';
import { useItemScreen } from './item-dialogs.tsx';
import { useDisplayName } from '../fields/shown-names.ts';
import { useItemActions } from '../actions/use-item-actions.ts';

const { item: strings } = listMessages;

/** The number of people in the menu; others are found in the dialog. */
const mostNamed = 8;

/** The assignee of an item, and a menu of other choices: nobody, the user, known people, the sample users. */
export function AssignMenu({
  item,
  trigger,
}: {
  readonly item: LocalItem;
  /** The control that opens the menu, in place of the avatar of a row. */
  readonly trigger?: ReactElement<TriggerProps> | undefined;
}) {
  const client = useClient();
  const { ask } = useItemScreen();
  const name = useDisplayName(item.assigned_to);
  const { assign } = useItemActions();
  const ownId = useUserId();
  const isAssigned = item.assigned_to !== null;
  const choose = (id: number | null) => () => {
    if (id === item.assigned_to) return;
    if (asksToRemove(item, ownId)) ask({ kind: 'unassign', item, next: id });
    else void assign(item, id);
  };
  const entries = (): readonly MenuEntry[] => {
    const assignees = assigneesOf(client, item.uuid);
    const named = assignees.slice(0, mostNamed);
    const chosen = assignees.find(({ id }) => id === item.assigned_to);
    if (chosen && !named.includes(chosen)) named.push(chosen);
    const more: MenuEntry[] =
      named.length === assignees.length
        ? []
        : [
            { kind: 'line' },
            {
              kind: 'action',
              label: strings.assignMore,
              icon: firstIcons.search,
              onSelect: () => ask({ kind: 'assign', item }),
            },
          ];
    return [
      { kind: 'heading', content: strings.assign },
      { kind: 'choice', label: strings.unassigned, chosen: !isAssigned, onSelect: choose(null) },
      ...named.map((assignee): MenuEntry => ({
        kind: 'choice',
        label: assignee.name,
        chosen: assignee.id === item.assigned_to,
        onSelect: choose(assignee.id),
      })),
      ...more,
    ];
  };
  return (
    <Menu
      label={strings.assignNamed(item.title)}
      trigger={
        trigger ?? (
          <button
            type="button"
            data-control="assign"
            tabIndex={-1}
            disabled={!mayWith(item, item.permission, 'assign')}
            aria-label={strings.assignNow(item.title, name)}
            {...tooltipProps(strings.assignedTo(name))}
            className={classNames(
              'touch-target z-1 size-7 shrink-0 items-center justify-center rounded-full text-ink-3',
              'not-disabled:hover:bg-hover not-disabled:hover:text-ink disabled:cursor-not-allowed',
              isAssigned
                ? 'inline-flex disabled:opacity-60'
                : 'hidden row-focus:opacity-100 row-hover:opacity-100 row-hover:disabled:opacity-60 pointer-fine:opacity-0 @2xl:inline-flex',
            )}
          >
            {isAssigned ? (
              <Avatar name={name} size={24} />
            ) : (
              <Icon icon={listIcons.person} size={16} />
            )}
          </button>
        )
      }
      entries={entries}
    />
  );
}

/**
 * Whether to ask when the assignee of an item is unassigned: in a campaign or task that the user manages, an
 * assignment further down would keep them in.
 */
export function asksToRemove(item: LocalItem, ownId: number): boolean {
  const { assigned_to: id } = item;
  if (item.type === 'todo' || id === null || id < firstPersonId || id === ownId) return false;
  return may(item.permission, 'removePerson');
}
