import { plural, shortTitle } from '../../format.ts';

/** Today and Upcoming. */
export const planning = {
  planning: {
    today: 'Today',
    upcoming: 'Upcoming',
    upcomingText: 'The next two weeks, day by day',
    overdue: 'Overdue',
    alsoOthers: (count: number) => `Also what others do for me (${count})`,
    plan: 'Plan',
    dueCount: (count: number) => `${plural(count, { one: 'item is', other: 'items are' })} due`,
    goTo: 'Go to',
    nothingOn: 'Nothing planned',
    nothingToday: 'Nothing is due today.',
    nothingTodayHint: 'Items that are due today or overdue appear here.',
    toUpcoming: 'Go to Upcoming',
    unplanned: (title: string) => `“${shortTitle(title)}” has no date now.`,
    planned: (title: string, day: string) => `“${shortTitle(title)}” is now due ${day}.`,
  },
};
