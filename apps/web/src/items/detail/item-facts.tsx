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

/**
 * The owner, assignee, place and due date of an item: in one line that wraps on narrow windows, in a column
 * on wide ones. Editable fields are edited here. With `isWhole` unset fields are shown at every width,
 * editable ones first, and on narrow windows in two columns.
 */
export function ItemFacts({
  item,
  showAssignee,
  isWhole = false,
}: {
  readonly item: LocalItem;
  readonly showAssignee: boolean;
  readonly isWhole?: boolean | undefined;
}) {
  const creator = useDisplayName(item.user_id);
  const isEditable = mayWith(item, item.permission, 'edit');
  const wide = isWhole ? 'flex min-w-0' : 'hidden min-w-0 lg:flex';
  const classOf = (isSet: boolean) => (isSet ? 'flex min-w-0' : wide);
  const made = (
    <Fact mark={<Icon icon={listIcons.person} size={16} />}>{strings.createdBy(creator)}</Fact>
  );
  const who = (
    <li className={classOf(showAssignee)}>
      <AssigneeFact item={item} />
    </li>
  );
  const status = (
    <Fact mark={<StatusIcon status={item.status} size={16} mark={marks[item.type]} />}>
      {strings.status(strings.statusLabels[item.status])}
    </Fact>
  );
  const plan = isEditable ? (
    <EditablePlan item={item} classOf={classOf} />
  ) : (
    <ShownPlan item={item} />
  );
  const place = item.type !== 'campaign' && (
    <li className={wide}>
      <PlaceFact item={item} />
    </li>
  );
  return (
    <div className="lg:rounded-large lg:border lg:border-line lg:bg-surface lg:p-4 lg:shadow-card">
      <ul
        aria-label={strings.about}
        className={classNames(
          'gap-y-1.5 text-meta text-pretty text-ink-2 lg:flex lg:flex-col lg:items-stretch lg:gap-y-2.5 lg:text-body',
          // In pairs, so that the tall buttons of touch screens form rows; an open editor takes a whole
          // row.
          isWhole
            ? 'grid grid-cols-[repeat(auto-fit,minmax(max(8rem,34%),1fr))] items-center gap-x-4 *:has-[input]:col-span-full *:has-[select]:col-span-full max-lg:pointer-coarse:gap-y-0'
            : 'flex flex-wrap gap-x-5 lg:flex-nowrap',
        )}
      >
        {isWhole ? (
          <>
            {plan}
            {who}
            {place}
            {status}
            {made}
          </>
        ) : (
          <>
            {made}
            {who}
            {status}
            {plan}
            {place}
          </>
        )}
        <li className="flex flex-wrap gap-x-5 gap-y-1.5 text-ink-3 empty:hidden">
          <ItemStates item={item} />
        </li>
      </ul>
    </div>
  );
}

/** The date, rule, priority and labels of an item, to be edited here. */
function EditablePlan({
  item,
  classOf,
}: {
  readonly item: LocalItem;
  /** The classes of a fact that is set, or is not. */
  readonly classOf: (isSet: boolean) => string;
}) {
  return (
    <>
      <li className={classOf(dueDay(item) !== null)}>
        <DateFact item={item} />
      </li>
      {item.due_date !== null && item.type !== 'campaign' && (
        <li className={classOf(item.repeat !== null)}>
          <RepeatFact item={item} />
        </li>
      )}
      <li className={classOf(item.priority !== null)}>
        <PriorityFact item={item} />
      </li>
      <li className={classOf(item.labels.length > 0)}>
        <LabelsFact item={item} />
      </li>
    </>
  );
}

/** As {@link EditablePlan}, for people who may only view the item: what is set. */
function ShownPlan({ item }: { readonly item: LocalItem }) {
  return (
    <>
      <li className="contents">
        <DueText item={item} className="gap-2.5! [&>svg]:size-4" />
        {isRepeating(item) && <RepeatText item={item} />}
      </li>
      <li className="contents">
        <PriorityText item={item} className="gap-2.5! whitespace-normal! [&>svg]:size-4" />
      </li>
      {item.labels.length > 0 && (
        <li className="flex min-w-0 items-center gap-2.5">
          <Icon icon={listIcons.label} size={16} />
          <LabelsText item={item} isWhole />
        </li>
      )}
    </>
  );
}

function Fact({ mark, children }: { readonly mark: ReactElement; readonly children: string }) {
  return (
    <li className="flex min-w-0 items-center gap-2.5">
      {mark}
      <span className="min-w-0">{children}</span>
    </li>
  );
}
