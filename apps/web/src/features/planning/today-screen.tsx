import { addDays } from '@foray/domain';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { useShownDue } from '../../items/actions/planning.ts';
import { QuickAdd } from '../../items/create/quick-add.tsx';
import { ItemDialogs } from '../../items/dialogs/item-dialogs.tsx';
import { startOfDay, useToday } from '../../items/fields/today.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { formatDay, messages } from '../../messages/messages.ts';
import { useDoneOn } from '../../replica/hooks/use-done-on.ts';
import { useStage } from '../../replica/index.ts';
import { useShowsOthers } from '../../settings/shown-items.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ScreenHeading } from '../../ui/display/screen-heading.tsx';
import { SkeletonList } from '../../ui/display/skeleton.tsx';
import { moreDrawings } from '../../ui/icons/more-drawings.tsx';
import { useDocumentTitle } from '../../ui/interaction/document-title.ts';
import { dayTypes } from './day-add.tsx';
import { DayList } from './day-list.tsx';
import { DayDone, DoneList } from './done-list.tsx';
import { OthersSwitch } from './others-switch.tsx';
import { OverdueList } from './overdue-list.tsx';
import { showDay, stateFor } from './chosen-day.ts';
import { WithPlanning } from './with-planning.tsx';

const { planning: strings } = listMessages;
const { planning: texts } = lazyMessages;

/** Today: the overdue items, those due today, and below them the completed ones of today. */
export function TodayScreen() {
  useDocumentTitle(strings.today);
  const today = useToday();
  const isLoading = useStage() !== 'all';
  const due = useShownDue(today);
  const done = useDoneOn(
    { day: today, startsAt: startOfDay(today) },
    useShowsOthers() ? 'all' : 'toDo',
  );
  const overdue = due.filter(({ day }) => day < today).map(({ uuid }) => uuid);
  const now = due.filter(({ day }) => day === today).map(({ uuid }) => uuid);
  const date = formatDay(today);
  const [, navigate] = useBrowserLocation();
  const choose = (day: string) => {
    if (day > today) navigate('/upcoming', { state: stateFor(day) });
    else showDay(day, today);
  };
  return (
    <ItemDialogs>
      <ScreenHeading
        title={strings.today}
        subtitle={
          done.length === 0
            ? date
            : `${date} · ${texts.doneOf(done.length, done.length + due.length)}`
        }
        action={<OthersSwitch last={today} />}
      />
      <WithPlanning onChoose={choose}>
        <QuickAdd types={dayTypes} day={today} place="today" />
        {due.length === 0 && isLoading && <SkeletonList label={messages.home.loading} rows={6} />}
        {due.length === 0 && !isLoading && done.length === 0 && (
          <EmptyState
            drawing={moreDrawings.completed}
            title={texts.nothingToday}
            hint={texts.nothingTodayHint}
            action={<ButtonLink href="/upcoming">{texts.toUpcoming}</ButtonLink>}
          />
        )}
        <OverdueList uuids={overdue} today={today} />
        {(due.length > 0 || (!isLoading && done.length > 0)) && (
          <DayList
            heading={strings.today}
            uuids={now}
            day={today}
            before={null}
            after={addDays(today, 1)}
            {...(due.length === 0 && { empty: <DayDone count={done.length} /> })}
          />
        )}
        <DoneList uuids={done} day={today} />
      </WithPlanning>
    </ItemDialogs>
  );
}
