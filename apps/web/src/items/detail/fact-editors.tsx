import { dueDay, mayWith } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useItem } from '../../replica/index.ts';
import { Menu } from '../../ui/layers/menu.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { AssignMenu } from '../dialogs/assign-menu.tsx';
import { DueText } from '../fields/due-text.tsx';
import { FactButton } from './fact-button.tsx';
import { useItemScreen } from '../dialogs/item-dialogs.tsx';
import { useDisplayName } from '../fields/shown-names.ts';
import { priorityChoices } from '../fields/field-editor.tsx';
import { PriorityText } from '../fields/priority-text.tsx';
import { useItemActions } from '../actions/use-item-actions.ts';

const { item: strings } = listMessages;
const { facts } = lazyMessages;

interface FactProps {
  readonly item: LocalItem;
}

/** Lets the words wrap in a narrow column. */
const marked = 'min-w-0 gap-2.5! whitespace-normal! [&>svg]:size-4';

/** The assignee of an item, which opens a menu of other people. */
export function AssigneeFact({ item }: FactProps) {
  const name = useDisplayName(item.assigned_to);
  return (
    <AssignMenu
      item={item}
      trigger={
        <FactButton
          icon={moreIcons.people}
          disabled={!mayWith(item, item.permission, 'assign')}
          data-control="assign"
          hint={strings.assign}
        >
          {strings.assignedTo(name)}
        </FactButton>
      }
    />
  );
}

/** The due date of an item, for a campaign its end date, which opens the dialog for a date. */
export function DateFact({ item }: FactProps) {
  const { ask } = useItemScreen();
  const words = facts.date[item.type === 'campaign' ? 'end_date' : 'due_date'];
  const isSet = dueDay(item) !== null;
  return (
    <FactButton
      data-control="date"
      isSet={isSet}
      icon={isSet ? undefined : listIcons.calendar}
      hint={isSet ? words.change : undefined}
      onClick={() => ask({ kind: 'date', item })}
    >
      {isSet ? <DueText item={item} className={marked} /> : words.set}
    </FactButton>
  );
}

/** The priority of an item, which opens a menu of other choices. */
export function PriorityFact({ item }: FactProps) {
  const { edit } = useItemActions();
  const isSet = item.priority !== null;
  return (
    <Menu
      label={listMessages.fields.priority}
      trigger={
        <FactButton
          data-control="priority"
          isSet={isSet}
          icon={isSet ? undefined : listIcons.priority}
          hint={isSet ? facts.changePriority : undefined}
        >
          {isSet ? <PriorityText item={item} className={marked} /> : facts.setPriority}
        </FactButton>
      }
      entries={priorityChoices.map(({ value, label }) => ({
        kind: 'choice',
        label,
        chosen: value === item.priority,
        onSelect() {
          if (value !== item.priority) void edit(item, { priority: value });
        },
      }))}
    />
  );
}

/** The parent of an item, which opens a dialog for another place. */
export function PlaceFact({ item }: FactProps) {
  const parent = useItem(item.parent_uuid ?? '');
  const { ask } = useItemScreen();
  const place = facts.place(parent ? parent.title : strings.topLevel);
  return (
    <FactButton
      icon={listIcons.move}
      data-control="move"
      disabled={!mayWith(item, item.permission, 'move')}
      hint={strings.moveTo}
      onClick={() => ask({ kind: 'move', item })}
    >
      {place}
    </FactButton>
  );
}
