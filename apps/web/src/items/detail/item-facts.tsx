import { dueDay, isRepeating, mayWith } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import type { ReactElement } from 'react';
import { listMessages } from '../../messages/list-messages.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { StatusIcon } from '../../ui/icons/status-icon.tsx';
import { DueText } from '../fields/due-text.tsx';
import { AssigneeFact, DateFact, PlaceFact, PriorityFact } from './fact-editors.tsx';
import { ItemStates } from '../fields/item-states.tsx';
import { LabelsFact } from './labels-fact.tsx';
import { LabelsText } from '../fields/labels-text.tsx';
import { PriorityText } from '../fields/priority-text.tsx';
import { RepeatFact } from './repeat-fact.tsx';
import { RepeatText } from '../repeat/repeat-text.tsx';
import { useDisplayName } from '../fields/shown-names.ts';

const { item: strings } = listMessages;
const marks = { campaign: 'text-campaign', task: 'text-task', todo: 'text-todo' } as const;

/** Takes a fact out of a folded line, but not from paper. */
const foldedAway = 'max-lg:not-print:hidden';
const line = 'flex min-w-0';

/**
 * The owner, assignee, place and due date of an item, in a column on wide windows and in two on narrow ones,
 * editable ones first. Editable fields are edited here. While a page is folded, narrow windows have one line with
 * the status, the date and an assignee; a sheet says the status in its header.
 */
export function ItemFacts({
  item,
  place,
}: {
  readonly item: LocalItem;
  readonly place: 'sheet' | 'page' | 'folded page';
}) {
  const creator = useDisplayName(item.user_id);
  const isEditable = mayWith(item, item.permission, 'edit');
  const isFolded = place === 'folded page';
  const rest = isFolded ? foldedAway : undefined;
  return (
    <div className="lg:rounded-large lg:border lg:border-line lg:bg-surface lg:p-4 lg:shadow-card">
      <ul
        aria-label={strings.about}
        className={classNames(
          'gap-y-1.5 text-meta text-pretty text-ink-2 lg:flex lg:flex-col lg:items-stretch lg:gap-y-2.5 lg:text-body',
          // In pairs, so that the tall buttons of touch screens form rows; an open editor takes a whole
          // row.
          isFolded
            ? 'flex flex-wrap items-center gap-x-4 print:gap-y-1.5 pointer-coarse:gap-y-0'
            : 'grid grid-cols-[repeat(auto-fit,minmax(max(8rem,34%),1fr))] items-center gap-x-4 *:has-[input]:col-span-full *:has-[select]:col-span-full max-lg:pointer-coarse:gap-y-0',
        )}
      >
        {place !== 'sheet' && (
          <Fact mark={<StatusIcon status={item.status} size={16} mark={marks[item.type]} />}>
            {strings.status(strings.statusLabels[item.status])}
          </Fact>
        )}
        {isEditable ? (
          <EditablePlan item={item} rest={rest} />
        ) : (
          <ShownPlan item={item} rest={rest} />
        )}
        <li className={classNames(line, item.assigned_to === null && rest)}>
          <AssigneeFact item={item} />
        </li>
        {item.type !== 'campaign' && (
          <li className={classNames(line, rest)}>
            <PlaceFact item={item} />
          </li>
        )}
        <Fact className={rest} mark={<Icon icon={listIcons.person} size={16} />}>
          {strings.createdBy(creator)}
        </Fact>
        <li className="flex flex-wrap gap-x-5 gap-y-1.5 text-ink-3 empty:hidden">
          <ItemStates item={item} />
        </li>
      </ul>
    </div>
  );
}

interface PlanProps {
  readonly item: LocalItem;
  /** The class of the facts that a folded line leaves out. */
  readonly rest: string | undefined;
}

/** The date, rule, priority and labels of an item, to be edited here. */
function EditablePlan({ item, rest }: PlanProps) {
  return (
    <>
      <li className={classNames(line, dueDay(item) === null && rest)}>
        <DateFact item={item} />
      </li>
      {item.due_date !== null && item.type !== 'campaign' && (
        <li className={classNames(line, rest)}>
          <RepeatFact item={item} />
        </li>
      )}
      <li className={classNames(line, rest)}>
        <PriorityFact item={item} />
      </li>
      <li className={classNames(line, rest)}>
        <LabelsFact item={item} />
      </li>
    </>
  );
}

/** As {@link EditablePlan}, for people who may only view the item: what is set. */
function ShownPlan({ item, rest }: PlanProps) {
  return (
    <>
      <li className="contents">
        <DueText item={item} className="gap-2.5! [&>svg]:size-4" />
      </li>
      {isRepeating(item) && (
        <li className={classNames(line, rest)}>
          <RepeatText item={item} />
        </li>
      )}
      <li className={rest ?? 'contents'}>
        <PriorityText item={item} className="gap-2.5! whitespace-normal! [&>svg]:size-4" />
      </li>
      {item.labels.length > 0 && (
        <li className={classNames('flex min-w-0 items-center gap-2.5', rest)}>
          <Icon icon={listIcons.label} size={16} />
          <LabelsText item={item} isWhole />
        </li>
      )}
    </>
  );
}

function Fact({
  mark,
  className,
  children,
}: {
  readonly mark: ReactElement;
  readonly className?: string | undefined;
  readonly children: string;
}) {
  return (
    <li
      className={classNames(
        'flex min-w-0 items-center gap-2.5 max-lg:pointer-coarse:min-h-11',
        className,
      )}
    >
      {mark}
      <span className="min-w-0">{children}</span>
    </li>
  );
}
