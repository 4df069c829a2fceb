import { addDays } from '@foray/domain';
import { useEffect, useEffectEvent } from 'react';
import type { ComponentProps } from 'react';
import { ItemDialogs } from '../../items/dialogs/item-dialogs.tsx';
import { useShownDue } from '../../items/actions/planning.ts';
import { useToday } from '../../items/fields/today.ts';
import { formatDay, formatDueDay, formatWeekday, messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useStage } from '../../replica/index.ts';
import { ScreenHeading } from '../../ui/display/screen-heading.tsx';
import { useDocumentTitle } from '../../ui/interaction/document-title.ts';
import { SkeletonList } from '../../ui/display/skeleton.tsx';
import { useDayAdd } from './day-add.tsx';
import { DayList } from './day-list.tsx';
import { OthersSwitch } from './others-switch.tsx';
import { OverdueList } from './overdue-list.tsx';
import { showDay, useChosenDay } from './chosen-day.ts';
import { WithPlanning } from './with-planning.tsx';

const { planning: strings } = listMessages;

const daysAhead = 14;

/**
 * Upcoming: the overdue items, and the next 14 days with the items due on each. A later day that is chosen in the
 * month follows them.
 */
export function UpcomingScreen() {
  useDocumentTitle(strings.upcoming);
  const today = useToday();
  const isLoading = useStage() !== 'all';
  const { chosen, toShow, choose, onShown } = useChosenDay();
  const near = Array.from({ length: daysAhead }, (_, ahead) => addDays(today, ahead));
  const nearLast = addDays(today, daysAhead - 1);
  const last = chosen !== null && chosen > nearLast ? chosen : nearLast;
  const days = last === nearLast ? near : [...near, last];
  const due = useShownDue(last);
  const uuidsOf = (isWanted: (day: string) => boolean) =>
    due.filter(({ day }) => isWanted(day)).map(({ uuid }) => uuid);
  const overdue = uuidsOf((day) => day < today);
  const isWaiting = due.length === 0 && isLoading;
  const show = useEffectEvent((day: string) => {
    showDay(day, today);
    onShown();
  });
  useEffect(() => {
    if (toShow !== null && !isWaiting) show(toShow);
  }, [toShow, isWaiting]);
  return (
    <ItemDialogs>
      <ScreenHeading
        title={strings.upcoming}
        subtitle={lazyMessages.planning.upcomingText}
        action={<OthersSwitch last={nearLast} />}
      />
      <WithPlanning chosen={chosen} onChoose={choose}>
        {isWaiting ? (
          <SkeletonList label={messages.home.loading} rows={8} />
        ) : (
          <>
            <OverdueList uuids={overdue} today={today} />
            {days.map((day, ahead) => (
              <UpcomingDay
                key={day}
                day={day}
                ahead={ahead}
                uuids={uuidsOf((one) => one === day)}
                before={days[ahead - 1] ?? null}
                after={days[ahead + 1] ?? null}
              />
            ))}
          </>
        )}
      </WithPlanning>
    </ItemDialogs>
  );
}

/** A day with its items, and the button that adds to it. */
function UpcomingDay({
  day,
  ahead,
  ...list
}: Pick<ComponentProps<typeof DayList>, 'uuids' | 'before' | 'after'> & {
  readonly day: string;
  readonly ahead: number;
}) {
  const heading = headingOf(day, ahead);
  const note = ahead < 2 ? `${formatWeekday(day, 'long')}, ${formatDay(day)}` : formatDay(day);
  const { button, card } = useDayAdd(day, `${heading}, ${note}`);
  return (
    <DayList {...list} heading={heading} note={note} day={day} actions={button} above={card} />
  );
}

/** 'Today', 'Tomorrow', 'Friday'; the date beside it distinguishes one Friday from the next. */
function headingOf(day: string, ahead: number): string {
  if (ahead > 1) return formatWeekday(day, 'long');
  const said = formatDueDay(day, ahead);
  return said.charAt(0).toLocaleUpperCase() + said.slice(1);
}
