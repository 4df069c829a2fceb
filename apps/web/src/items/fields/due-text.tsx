import { daysBetween, dueDay, dueTime, isOverdue } from '@foray/domain';
import type { Item } from '@foray/domain';
import { formatTime } from '../../messages/clock-time.ts';
import { formatDay, formatDueDay } from '../../messages/messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { useToday } from './today.ts';

/** A late row is short of space up to 64 rem, others only while they have two lines. */
const belowWide = { isNarrow: '@max-5xl:hidden', isWide: '@5xl:hidden' };
const belowOneLine = { isNarrow: '@max-2xl:hidden', isWide: '@2xl:hidden' };

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
  /**
   * A row leaves out the year if it is this one. A narrow row has no room for 'Due:', nor beside 'overdue' for
   * the time.
   */
  readonly isInRow?: boolean | undefined;
  /**
   * The day of the list's heading, null for days that have passed: the row has no 'Due:', and for items due
   * on the day only the time.
   */
  readonly listDay?: string | null | undefined;
  readonly className?: string | undefined;
}) {
  const today = useToday();
  const day = dueDay(item);
  const time = dueTime(item);
  const isSaid = day === listDay;
  if (day === null || (isSaid && time === null)) return null;
  const { item: strings } = listMessages;
  const isLate = isOverdue(item, today);
  const withTime = (text: string): string =>
    time === null ? text : strings.atTime(text, formatTime(time));
  const date = withTime(formatDay(day));
  const saidDay = formatDueDay(day, daysBetween(today, day), isInRow);
  const said = isSaid && time !== null ? formatTime(time) : withTime(saidDay);
  const whole = isLate ? strings.overdue : strings.due;
  const bare = isLate ? strings.overdueSince : (text: string) => text;
  // In the list of a day 'Due:' would say what the list says.
  const wide = (listDay === undefined ? whole : bare)(said);
  const narrow = isInRow ? bare(isLate ? saidDay : said) : wide;
  const hiddenIf: Partial<typeof belowWide> =
    narrow === wide ? {} : isLate ? belowWide : belowOneLine;
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
      <Icon
        icon={isLate ? listIcons.warning : isSaid ? listIcons.clock : listIcons.calendar}
        size={14}
        // In the narrowest rows the word and the colour say enough.
        className={isInRow && isLate ? '@max-[20rem]:hidden' : undefined}
      />
      {wide === whole(date) && narrow === wide ? (
        <span title={date}>{wide}</span>
      ) : (
        <>
          <span aria-hidden="true" title={date} className={hiddenIf.isNarrow}>
            {wide}
          </span>
          {narrow !== wide && (
            <span aria-hidden="true" title={date} className={hiddenIf.isWide}>
              {narrow}
            </span>
          )}
          {/* It is also printed, in place of the everyday words. */}
          <span data-exact="" className="sr-only">
            {whole(date)}
          </span>
        </>
      )}
    </span>
  );
}
