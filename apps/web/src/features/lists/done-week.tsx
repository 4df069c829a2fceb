import { addDays } from '@foray/domain';
import { SidePanel } from '../../items/detail/side-column.tsx';
import { dayAt, useToday } from '../../items/fields/today.ts';
import { formatWeekday } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useDoneTimes } from '../../replica/index.ts';
import { classNames } from '../../ui/styles/class-names.ts';

const { listScreens: strings } = lazyMessages;

const days = 7;

/**
 * Beside Completed: the number of items completed on each of the last seven days, as small columns, and as
 * text for screen readers. Renders nothing after a week without any.
 */
export function DoneWeek() {
  const today = useToday();
  const week = Array.from({ length: days }, (_, place) => addDays(today, place + 1 - days));
  const counts = new Map(week.map((day) => [day, 0]));
  const first = week[0] ?? today;
  const dayOf = (at: string): string => dayAt(Date.parse(at));
  for (const at of useDoneTimes((one) => dayOf(one) >= first)) {
    const day = dayOf(at);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const columns = week.map((day) => ({ day, count: counts.get(day) ?? 0 }));
  const total = columns.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(...columns.map(({ count }) => count));
  if (total === 0) return null;
  return (
    <SidePanel title={strings.doneThisWeek}>
      <div className="px-4 pt-1 pb-2">
        <p className="text-meta text-ink-3">{strings.doneTotal(total)}</p>
        <div
          role="img"
          aria-label={columns
            .map(({ day, count }) => strings.doneOn(formatWeekday(day, 'long'), count))
            .join(', ')}
          className="mt-3 flex items-end gap-2"
        >
          {columns.map(({ day, count }) => (
            <div key={day} className="flex flex-1 flex-col items-center gap-1 text-meta text-ink-3">
              <span className={classNames(count === 0 && 'invisible')}>{count}</span>
              <span
                style={{ height: count === 0 ? 3 : 6 + Math.round((count / most) * 58) }}
                className={classNames(
                  'w-full rounded-small',
                  count === 0 ? 'bg-sunken' : day === today ? 'bg-accent-ink' : 'bg-task',
                )}
              />
              <span className={classNames(day === today && 'font-strong text-ink')}>
                {formatWeekday(day, 'narrow')}
              </span>
            </div>
          ))}
        </div>
      </div>
    </SidePanel>
  );
}
