import { daysBetween, dueDay, dueTime, isOverdue } from '@foray/domain';
import type { Item } from '@foray/domain';
import { formatTime } from '../../messages/clock-time.ts';
import { formatDay, formatDueDay } from '../../messages/messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { useToday } from './today.ts';

/**
 * The due date of an item, near days in everyday words, then the time; with the date for screen readers and
 * as the tooltip; overdue in words, shape and colour. Renders nothing for an item without a date.
 */
export function DueText({
  item,
  isInRow = false,
  listDay,
  className,
}: {
  readonly item: Pick<Item, 'type' | 'due_date' | 'due_time' | 'end_date' | 'status'>;
  /** A narrow row has room for 'overdue' and the day, but not for the further words. */
  readonly isInRow?: boolean | undefined;
  /** The day of the list's heading: for items due on it only the time is shown. */
  readonly listDay?: string | undefined;
  readonly className?: string | undefined;
}) {
  const today = useToday();
  const day = dueDay(item);
  const time = dueTime(item);
  const isSaid = day === listDay;
  if (day === null || (isSaid && time === null)) return null;
  const isLate = isOverdue(item, today);
  const withTime = (text: string): string =>
    time === null ? text : listMessages.item.atTime(text, formatTime(time));
  const date = withTime(formatDay(day));
  const saidDay = formatDueDay(day, daysBetween(today, day));
  const said = withTime(saidDay);
  const isShortened = isInRow && isLate;
  const strings = isLate ? listMessages.item.overdue : listMessages.item.due;
  return (
    <span
      data-overdue={isLate || undefined}
      className={classNames(
        'inline-flex items-center gap-1',
        isInRow && 'whitespace-nowrap',
        isLate && 'font-strong text-danger-ink',
        className,
      )}
    >
      <Icon icon={isLate ? listIcons.warning : listIcons.calendar} size={14} />
      {said === date && !isShortened && !isSaid ? (
        <span title={date}>{strings(date)}</span>
      ) : (
        <>
          <span aria-hidden="true" title={date} className={isShortened ? '@max-2xl:hidden' : ''}>
            {isSaid && time !== null ? formatTime(time) : strings(said)}
          </span>
          {isShortened && (
            <span aria-hidden="true" title={date} className="@2xl:hidden">
              {listMessages.item.overdueSince(saidDay)}
            </span>
          )}
          {/* It is also printed, in place of the everyday words. */}
          <span data-exact="" className="sr-only">
            {strings(date)}
          </span>
        </>
      )}
    </span>
  );
}
