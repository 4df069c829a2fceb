import { dueDay, mayWith, priorities } from '@foray/domain';
import type { PlainChange, LocalItem } from '@foray/sync';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useItem } from '../../replica/index.ts';
import { Menu } from '../../ui/layers/menu.tsx';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { AssignMenu } from '../dialogs/assign-menu.tsx';
import { DateEditor } from './date-editor.tsx';
import type { EditedDate } from './date-editor.tsx';
import { DueText } from '../fields/due-text.tsx';
import { FactButton } from './fact-button.tsx';
import { useInlineEdit } from '../list/inline-edit.ts';
import { useItemScreen } from '../dialogs/item-dialogs.tsx';
import { useDisplayName } from '../fields/person-name.ts';
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

/** The due date of an item, for a campaign its end date, which opens fields for another day or time. */
export function DateFact({ item }: FactProps) {
  const { seen, opener, start, end } = useInlineEdit(item);
  const field = item.type === 'campaign' ? 'end_date' : 'due_date';
  const labels = facts.date[field];
  const editOf = ({ day, time }: Partial<EditedDate>): PlainChange => ({
    ...(day !== undefined && { [field]: day }),
    ...(time !== undefined && { due_time: time }),
  });
  if (seen !== null) {
    return (
      <DateEditor
        label={labels.label}
        day={seen[field]}
        {...(field === 'due_date' && { time: seen.due_time })}
        onEnd={(edited, byKey) => end(edited && editOf(edited), byKey)}
      />
    );
  }
  const isSet = dueDay(item) !== null;
  return (
    <FactButton
      ref={opener}
      data-control="date"
      isSet={isSet}
      icon={isSet ? undefined : moreIcons.calendar}
      hint={isSet ? labels.change : undefined}
      onClick={start}
    >
      {isSet ? <DueText item={item} className={marked} /> : labels.set}
    </FactButton>
  );
}

/** The priority of an item, which opens a menu of other choices. */
export function PriorityFact({ item }: FactProps) {
  const { edit } = useItemActions();
  const choice = (value: LocalItem['priority'], label: string) => ({
    kind: 'choice' as const,
    label,
    chosen: value === item.priority,
    onSelect() {
      if (value !== item.priority) void edit(item, { priority: value });
    },
  });
  const isSet = item.priority !== null;
  return (
    <Menu
      label={strings.priorityLabel}
      trigger={
        <FactButton
          data-control="priority"
          isSet={isSet}
          icon={isSet ? undefined : moreIcons.priority}
          hint={isSet ? facts.changePriority : undefined}
        >
          {isSet ? <PriorityText item={item} className={marked} /> : facts.setPriority}
        </FactButton>
      }
      entries={[
        choice(null, strings.noPriority),
        ...priorities.map((one) => choice(one, strings.priorities[one])),
      ]}
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
      icon={moreIcons.move}
      data-control="move"
      disabled={!mayWith(item, item.permission, 'move')}
      hint={strings.moveTo}
      onClick={() => ask({ kind: 'move', item })}
    >
      {place}
    </FactButton>
  );
}
