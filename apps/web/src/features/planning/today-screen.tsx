import { addDays } from '@foray/domain';
import { ItemDialogs } from '../../items/dialogs/item-dialogs.tsx';
import { useShownDue } from '../../items/actions/planning.ts';
import { useToday } from '../../items/fields/today.ts';
import { formatDay, messages } from '../../messages/messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useStage } from '../../replica/index.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { moreDrawings } from '../../ui/icons/more-drawings.tsx';
import { ScreenHeading } from '../../ui/display/screen-heading.tsx';
import { useDocumentTitle } from '../../ui/interaction/document-title.ts';
import { SkeletonList } from '../../ui/display/skeleton.tsx';
import { DayList, OthersSwitch, OverdueList } from './day-list.tsx';

const { planning: strings } = listMessages;

/** Today: the overdue items, and those due today. */
export function TodayScreen() {
  useDocumentTitle(strings.today);
  const today = useToday();
  const isLoading = useStage() !== 'all';
  const due = useShownDue(today);
  const overdue = due.filter(({ day }) => day < today).map(({ uuid }) => uuid);
  const now = due.filter(({ day }) => day === today).map(({ uuid }) => uuid);
  return (
    <ItemDialogs>
      <ScreenHeading
        title={strings.today}
        subtitle={formatDay(today)}
        action={<OthersSwitch last={today} />}
      />
      {due.length === 0 && isLoading && <SkeletonList label={messages.home.loading} rows={6} />}
      {due.length === 0 && !isLoading && (
        <EmptyState
          drawing={moreDrawings.completed}
          title={strings.nothingToday}
          hint={strings.nothingTodayHint}
          action={<ButtonLink href="/upcoming">{strings.toUpcoming}</ButtonLink>}
        />
      )}
      <OverdueList uuids={overdue} today={today} />
      {due.length > 0 && (
        <DayList
          heading={strings.today}
          uuids={now}
          day={today}
          before={null}
          after={addDays(today, 1)}
        />
      )}
    </ItemDialogs>
  );
}
