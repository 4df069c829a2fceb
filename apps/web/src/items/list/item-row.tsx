import { isRepeating } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { memo } from 'react';
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
import { PriorityText } from '../fields/priority-text.tsx';
import { SheetLink } from '../actions/sheet-link.tsx';
import { SinceText } from '../fields/since-text.tsx';
import type { SortTime } from '../fields/since-text.tsx';
import { StatusButton } from '../actions/status-button.tsx';

/** The parts that rows leave out, because the list around them shows them. */
export interface RowLook {
  /** Set on the page of the parent, where every row would repeat it. */
  readonly hideParent?: boolean | undefined;
  /** Set in Active and Completed, where every row would have the same. */
  readonly hideStatus?: boolean | undefined;
  /** Set in the list of a day, where every row would repeat it: only the time is left. */
  readonly day?: string | undefined;
  /** The date by which the list is sorted, shown in its rows. */
  readonly since?: SortTime | undefined;
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
  ...look
}: RowLook & { readonly uuid: string }) {
  const item = useItem(uuid);
  return item ? <Row item={item} {...look} /> : null;
});

function Row({ item, ...look }: RowLook & { readonly item: LocalItem }) {
  const commands = [openCommand(item), ...useItemCommands(item)];
  // Dimmed only if storing takes long enough to be noticed.
  const isPredicted = useIsPredicted(item.uuid);
  return (
    <div
      {...commandKeys(commands)}
      aria-busy={isPredicted || undefined}
      className="group relative flex items-center gap-1.5 py-1.5 pe-1.5 ps-2 transition-[background-color,opacity] duration-100 hover:bg-hover motion-safe:aria-busy:opacity-60 motion-safe:aria-busy:delay-300 @2xl:gap-2 @2xl:py-1"
    >
      {item.type === 'campaign' && (
        <span aria-hidden="true" className="absolute inset-y-0 start-0 w-[3px] bg-campaign" />
      )}
      {/* Not a button, because Firefox does not drag a row by a button. The row is dragged, not the link. */}
      <SheetLink
        uuid={item.uuid}
        data-control="open"
        draggable={false}
        aria-label={listMessages.item.detailsNamed(item.title)}
        className="absolute inset-0 -outline-offset-2"
      />
      <StatusButton item={item} />
      {item.type !== 'todo' && <TypeMark type={item.type} />}
      <div className="row-lines group/lines flex min-h-10.5 min-w-0 flex-1 flex-col justify-center @2xl:min-h-0 @2xl:flex-row @2xl:items-center @2xl:gap-4 @2xl:py-1">
        <div className="group/words min-w-0 @2xl:flex-1 @min-[50rem]:flex @min-[50rem]:items-baseline @min-[50rem]:gap-3">
          <ItemTitle
            item={item}
            isStruck={!look.hideStatus}
            className={classNames(
              '-my-0.5 block w-fit max-w-full min-w-0 py-0.5',
              titleClasses[item.type],
            )}
          />
          {item.description !== null && (
            <p
              dir="auto"
              className="hidden min-w-0 flex-1 truncate text-meta text-ink-3 @min-[50rem]:block @min-[50rem]:group-has-[textarea]/words:hidden"
            >
              {item.description}
            </p>
          )}
        </div>
        <Meta item={item} {...look} />
      </div>
      <AssignMenu item={item} />
      <ItemMenu item={item} commands={commands} />
    </div>
  );
}

function Meta({
  item,
  hideParent,
  hideStatus,
  day,
  since,
}: RowLook & { readonly item: LocalItem }) {
  const place = useItem((!hideParent && item.parent_uuid) || '');
  const { done, total } = useProgress(item.uuid);
  const { item: strings } = listMessages;
  return (
    <div
      data-facts
      className={classNames(
        // Parts that do not fit in a narrow row wrap completely out of sight.
        'mt-0.5 -me-1.5 flex h-[1rem] min-w-0 flex-wrap content-start items-center gap-x-3 overflow-hidden text-meta text-ink-3 not-has-[>:not(:empty)]:hidden @max-2xl:not-has-[>:not(:empty,[data-wide])]:hidden @2xl:mt-0 @2xl:me-0 @2xl:h-auto @2xl:max-w-[75%] @2xl:flex-nowrap @2xl:justify-end @2xl:overflow-visible',
        '@5xl:grid @5xl:max-w-none @5xl:shrink-0 @5xl:gap-x-4',
        since === undefined
          ? '@5xl:w-[34rem] @5xl:grid-cols-[minmax(0,1fr)_auto_4rem_minmax(10rem,auto)]'
          : '@5xl:w-[41rem] @5xl:grid-cols-[minmax(0,1fr)_auto_4rem_minmax(10rem,auto)_8.5rem]',
      )}
    >
      <span className="order-last flex max-w-max min-w-0 flex-[1_1_4rem] gap-x-3 @2xl:contents @5xl:col-start-1 @5xl:row-start-1 @5xl:flex @5xl:max-w-none @5xl:justify-between">
        {place && (
          <span className="min-w-0 truncate @2xl:max-w-48">{strings.inParent(place.title)}</span>
        )}
        <LabelsText
          item={item}
          hasMore={!!place || (day === undefined && item.due_date !== null)}
        />
      </span>
      <span className="contents empty:hidden @2xl:flex @2xl:gap-x-3 @5xl:col-start-2 @5xl:row-start-1">
        {!hideStatus && item.status === 'in_progress' && (
          <span className="whitespace-nowrap">{strings.statusLabels.in_progress}</span>
        )}
        <PriorityText item={item} />
        <ItemStates item={item} />
      </span>
      {total > 0 && (
        <ProgressRing
          completed={done}
          total={total}
          className="@5xl:col-start-3 @5xl:row-start-1"
        />
      )}
      <span
        data-due
        className="order-first inline-flex items-center gap-x-1.5 empty:hidden @2xl:order-none @5xl:col-start-4 @5xl:row-start-1"
      >
        <DueText item={item} isInRow listDay={day} />
        {isRepeating(item) && <RepeatText item={item} />}
      </span>
      {since && (
        <SinceText item={item} since={since} className="@5xl:col-start-5 @5xl:row-start-1" />
      )}
    </div>
  );
}
