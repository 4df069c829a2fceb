import { addDays, isItemDay } from '@foray/domain';
import { addMonths, firstOfMonth, weekdayOf } from '@foray/typing';
import { useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { language } from '../../messages/language.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { formatDay, formatWeekday } from '../../messages/messages.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';
import { classNames } from '../../ui/styles/class-names.ts';

const { month: strings, choices } = lazyMessages.scheduling;
const { itemsOn } = lazyMessages.planning;
const noCounts: ReadonlyMap<string, number> = new Map();
const monthFormat = new Intl.DateTimeFormat(language, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const weekDays = 7;
const someSunday = '2023-01-01';

/** The day to which a key moves in the calendar; null for a key that moves to none. */
function dayAfterKey(day: string, key: string | null, isShifted: boolean, weekStart: number) {
  const place = (weekdayOf(day) - weekStart + weekDays) % weekDays;
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -weekDays);
    case 'ArrowDown':
      return addDays(day, weekDays);
    case 'Home':
      return addDays(day, -place);
    case 'End':
      return addDays(day, weekDays - 1 - place);
    case 'PageUp':
      return addMonths(day, isShifted ? -12 : -1);
    case 'PageDown':
      return addMonths(day, isShifted ? 12 : 1);
    default:
      return null;
  }
}

/** Each month is shown with six weeks, so that it is as high as any other. */
const weeksShown = 6;

/** The weeks around a month, with the days of its neighbours. */
function weeksOf(month: string, weekStart: number): readonly (readonly string[])[] {
  const first = firstOfMonth(month);
  const start = addDays(first, -((weekdayOf(first) - weekStart + weekDays) % weekDays));
  return Array.from({ length: weeksShown }, (_week, week) =>
    Array.from({ length: weekDays }, (_day, at) => addDays(start, week * weekDays + at)),
  );
}

/** 'Friday, Dec 4, 2026, 3 items'. */
function nameOf(day: string, counts: ReadonlyMap<string, number>): string {
  const count = counts.get(day);
  const name = `${formatWeekday(day, 'long')}, ${formatDay(day)}`;
  return count === undefined ? name : `${name}, ${itemsOn(count)}`;
}

/**
 * The days of a month, of which a press or Enter chooses one. Arrows move by days and weeks, Page Up and Page
 * Down by months, with Shift by years, Home and End within the week. `chosen` is a civil date, null for none.
 */
export function MonthGrid({
  chosen,
  today,
  weekStart,
  counts = noCounts,
  isOff = () => false,
  onChoose,
}: {
  readonly chosen: string | null;
  readonly today: string;
  /** The first day of a week, 0 for Sunday to 6. */
  readonly weekStart: number;
  /** The numbers of items on days; a day with any has a dot. */
  readonly counts?: ReadonlyMap<string, number>;
  /** Whether a day cannot be chosen; the arrow keys reach it. */
  readonly isOff?: (day: string) => boolean;
  readonly onChoose: (day: string) => void;
}) {
  const [current, setCurrent] = useState(chosen !== null && isItemDay(chosen) ? chosen : today);
  const isByKey = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isByKey.current) button.current?.focus();
    isByKey.current = false;
  }, [current]);

  const go = (day: string) => {
    if (isItemDay(day)) setCurrent(day);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const day = dayAfterKey(current, pressedKey(event), event.shiftKey, weekStart);
    if (day === null) return;
    event.preventDefault();
    isByKey.current = isItemDay(day);
    go(day);
  };
  const choose = (day: string) => {
    if (isOff(day)) return;
    go(day);
    onChoose(day);
  };
  const inkOf = (day: string) => {
    if (day <= today) return day < today && 'text-ink-3';
    return firstOfMonth(day) !== firstOfMonth(current) && 'text-ink-2';
  };
  const caption = monthFormat.format(new Date(`${current}T00:00:00Z`));
  return (
    <div>
      <div className="mb-1 flex items-center gap-1">
        <span role="status" className="flex-1 font-strong">
          {caption}
        </span>
        <IconButton
          label={strings.before}
          icon={moreIcons.back}
          size="small"
          onClick={() => go(addMonths(current, -1))}
        />
        <IconButton
          label={strings.after}
          icon={listIcons.next}
          size="small"
          onClick={() => go(addMonths(current, 1))}
        />
      </div>
      <div role="grid" aria-label={choices} className="flex flex-col text-center">
        <div role="row" className="grid grid-cols-7 text-meta text-ink-3">
          {Array.from({ length: weekDays }, (_, at) => {
            const day = addDays(someSunday, weekStart + at);
            const name = formatWeekday(day, 'long');
            return (
              <span key={name} role="columnheader" aria-label={name}>
                {formatWeekday(day, 'narrow')}
              </span>
            );
          })}
        </div>
        {weeksOf(current, weekStart).map((days) => (
          <div key={days.join()} role="row" className="grid grid-cols-7">
            {days.map((day) => (
              <span key={day} role="gridcell" aria-selected={day === chosen}>
                <button
                  ref={day === current ? button : undefined}
                  type="button"
                  tabIndex={day === current ? 0 : -1}
                  disabled={!isItemDay(day)}
                  aria-disabled={isOff(day) || undefined}
                  aria-label={nameOf(day, counts)}
                  aria-current={day === today ? 'date' : undefined}
                  onKeyDown={onKeyDown}
                  onClick={() => choose(day)}
                  className={classNames(
                    // The largest texts still fit into a column of the narrowest phone.
                    'relative inline-flex size-8 items-center justify-center rounded-full text-[min(0.875rem,6vw)] pointer-coarse:size-10',
                    day === chosen
                      ? 'bg-accent text-on-accent'
                      : !isOff(day) && 'hover:bg-hover dark:hover:bg-line',
                    isOff(day) && 'cursor-default',
                    day === today && day !== chosen && 'font-strong text-accent-ink',
                    day !== chosen && inkOf(day),
                  )}
                >
                  <span>{Number(day.slice(8))}</span>
                  {counts.has(day) && (
                    <span className="absolute inset-x-0 bottom-0.5 mx-auto size-1 rounded-full bg-current" />
                  )}
                </button>
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
