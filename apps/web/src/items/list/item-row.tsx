import { isRepeating } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { memo, useId } from 'react';
import type { ComponentType } from 'react';
import { listMessages } from '../../messages/list-messages.ts';
import { useIsPredicted, useItem, useProgress } from '../../replica/index.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { ProgressRing } from '../../ui/display/progress.tsx';
import { TypeMark } from '../../ui/icons/type-mark.tsx';
import { AssignMenu } from '../dialogs/assign-menu.tsx';
import { DueText } from '../fields/due-text.tsx';
import { commandKeys, openCommand, useItemCommands } from '../dialogs/item-commands.ts';
import { ItemMenu } from '../dialogs/item-menu.tsx';
import { ItemStates } from '../fields/item-states.tsx';
import { ItemTitle } from './item-title.tsx';
import { LabelsText } from '../fields/labels-text.tsx';
import { RepeatText } from '../repeat/lazy-repeat.ts';
import { iconBesideDate, PriorityText } from '../fields/priority-text.tsx';
import { useTabIndex } from '../actions/list-focus.ts';
import type { TabStop } from '../actions/list-focus.ts';
import { SheetLink } from '../actions/sheet-link.tsx';
import { StatusButton } from '../actions/status-button.tsx';

/** The parts that rows leave out, because the list around them shows them. */
export interface RowLook {
  /** Set on the page of the parent, where every row would repeat it. */
  readonly hideParent?: boolean | undefined;
  /** Set in Active and Completed, where every row would have the same. */
  readonly hideStatus?: boolean | undefined;
  /**
   * Set in the list of a day, where every row would repeat it: only the time is left. Null in that of past
   * days, whose rows need only the day.
   */
  readonly day?: string | null | undefined;
  /** Renders the date by which the list is sorted; it does so after the first screen. */
  readonly since?:
    | ComponentType<{ readonly item: LocalItem; readonly className: string }>
    | undefined;
}

/** A row whose list is one Tab stop: the arrow keys lead to the other rows, and to the controls of each. */
export interface InTabOrder {
  readonly tabStop: TabStop;
}

const titleClasses = {
  campaign: 'text-lead font-strong leading-[1.25rem]',
  task: 'text-body font-strong',
  todo: 'text-body',
} as const;

/**
 * An item as a row of a list: a campaign with its flag and edge, a task with its mark, a todo as a plain
 * row. Its free space opens the item's sheet. Renders nothing for a missing item.
 */
export const ItemRow = memo(function ItemRow({
  uuid,
  completed,
  ...look
}: RowLook &
  InTabOrder & {
    readonly uuid: string;
    /** The item as its row shows it while the list drops it. */
    readonly completed?: LocalItem;
  }) {
  const item = useItem(uuid);
  return item ? <Row item={completed ?? item} {...look} /> : null;
});

function Row({ item, tabStop, ...look }: RowLook & InTabOrder & { readonly item: LocalItem }) {
  const commands = [openCommand(item), ...useItemCommands(item)];
  // Dimmed only if storing takes long enough to be noticed.
  const isPredicted = useIsPredicted(item.uuid);
  const factsId = useId();
  return (
    <div
      {...commandKeys(commands)}
      aria-busy={isPredicted || undefined}
      className="group relative flex items-center gap-1.5 py-1.5 pe-1.5 ps-2 transition-[background-color,opacity] duration-100 hover:bg-hover has-focus-visible:bg-accent-soft motion-safe:aria-busy:opacity-60 motion-safe:aria-busy:delay-300 @2xl:gap-2 @2xl:py-1"
    >
      {item.type === 'campaign' && (
        <span aria-hidden="true" className="absolute inset-y-0 start-0 w-[3px] bg-campaign" />
      )}
      {/* Not a button, because Firefox does not drag a row by a button. The row is dragged, not the link. */}
      <RowLink item={item} tabStop={tabStop} factsId={factsId} />
      <StatusButton item={item} tabIndex={-1} />
      {item.type !== 'todo' && <TypeMark type={item.type} />}
      <div className="row-lines group/lines flex min-h-10.5 min-w-0 flex-1 flex-col justify-center @2xl:min-h-0 @2xl:flex-row @2xl:items-center @2xl:justify-start @2xl:gap-x-3 @2xl:py-1">
        <ItemTitle
          item={item}
          isStruck={!look.hideStatus}
          className={classNames(
            '-my-0.5 block w-fit max-w-full py-0.5 @2xl:shrink-[1000000]',
            titleClasses[item.type],
          )}
        />
        <Facts item={item} id={factsId} {...look} />
      </div>
      <AssignMenu item={item} />
      <ItemMenu item={item} commands={commands} tabIndex={-1} />
    </div>
  );
}

/** The free space of a row. */
function RowLink({
  item: { uuid, title },
  tabStop,
  factsId,
}: InTabOrder & { readonly item: LocalItem; readonly factsId: string }) {
  return (
    <SheetLink
      uuid={uuid}
      data-control="open"
      data-line=""
      tabIndex={useTabIndex(tabStop, uuid)}
      draggable={false}
      aria-label={listMessages.item.detailsNamed(title)}
      aria-describedby={factsId}
      className="absolute inset-0 -outline-offset-2"
    />
  );
}

/** A text that ends early with little space, and is left out with hardly any. */
function Snippet({
  children,
  isWide,
  className,
}: {
  readonly children: string | null;
  /** Set if only wide rows show it. */
  readonly isWide?: boolean;
  readonly className: string;
}) {
  return (
    <span data-wide={isWide} className={classNames('one-line', className)}>
      {children !== null && (
        <span dir="auto" className="max-w-max min-w-0 flex-[1_1_4rem] truncate">
          {children}
        </span>
      )}
    </span>
  );
}

/**
 * The facts beside the title of a row. In a wide row each has the width of its content: with little space the
 * description goes first, then the place is cut, then the title, and labels are counted last. In a narrow row
 * they are a second line, and those that do not fit wrap completely out of sight.
 */
function Facts({
  item,
  id,
  hideParent,
  hideStatus,
  day,
  since: Since,
}: RowLook & { readonly item: LocalItem; readonly id: string }) {
  const place = useItem((!hideParent && item.parent_uuid) || '');
  const { done, total } = useProgress(item.uuid);
  const { item: strings } = listMessages;
  return (
    <div
      id={id}
      data-facts
      className="mt-0.5 -me-1.5 flex h-[1rem] min-w-0 flex-wrap content-start items-center gap-x-1.5 overflow-hidden text-meta text-ink-3 not-has-[>:not(:empty)]:hidden @max-2xl:not-has-[>:not(:empty,[data-wide])]:hidden @2xl:contents"
    >
      <span data-due className="inline-flex items-center gap-x-1.5 empty:hidden">
        <DueText item={item} isInRow listDay={day} />
        {isRepeating(item) && <RepeatText item={item} />}
      </span>
      <span className="contents empty:hidden @2xl:order-4 @2xl:flex @2xl:gap-x-3">
        {!hideStatus && item.status === 'in_progress' && (
          <span className={classNames('whitespace-nowrap', iconBesideDate)}>
            {strings.statusLabels.in_progress}
          </span>
        )}
        <PriorityText item={item} />
        <ItemStates item={item} tabIndex={-1} />
      </span>
      <LabelsText
        item={item}
        className="max-w-max flex-[1_1_1.5rem] @2xl:order-1 @2xl:flex-initial"
      />
      {total > 0 && <ProgressRing completed={done} total={total} className="@2xl:order-5" />}
      {place && (
        <Snippet className="max-w-max flex-[1_1_4rem] @2xl:order-3 @2xl:flex-[0_1000000000000_auto]">
          {strings.inParent(place.title)}
        </Snippet>
      )}
      <Snippet
        isWide
        className="@max-2xl:hidden @2xl:order-2 @2xl:flex-1 @2xl:empty:-ms-3 @2xl:group-has-[textarea]/lines:hidden"
      >
        {item.description}
      </Snippet>
      {Since && <Since item={item} className="order-first @2xl:order-6" />}
    </div>
  );
}
