import { formatCount, plural, shortTitle } from '../../format.ts';

/** The dialogs that set the date and the labels of an item. */
export const scheduling = {
  scheduling: {
    title: (title: string) => `Date of “${title}”`,
    labelsTitle: (title: string) => `Labels of “${title}”`,
    when: 'When',
    example: 'fri 5pm, every monday…',
    unread: 'No date in these words yet.',
    ready: (words: string) => `${words}. Press Enter to set it.`,
    choices: 'Dates',
    today: 'Today',
    tomorrow: 'Tomorrow',
    weekend: 'This weekend',
    nextWeek: 'Next week',
    none: 'No date',
    month: { before: 'Previous month', after: 'Next month' },
    done: 'Done',
  },
};

/** The order of the children of an item. */
export const ordering = {
  ordering: {
    up: 'Move up',
    down: 'Move down',
    placed: (title: string, place: number, count: number) =>
      `“${shortTitle(title)}” is now ${place} of ${count}`,
  },
};

/** The rest of Today and Upcoming. */
export const lazyPlanning = {
  planning: {
    upcomingText: 'The next two weeks, day by day',
    overdue: 'Overdue',
    alsoOthers: (count: number) => `Also what others do for me (${count})`,
    goTo: 'Go to',
    nothingOn: 'Nothing planned',
    nothingToday: 'Nothing is due today.',
    nothingTodayHint: 'Items that are due today or overdue appear here.',
    toUpcoming: 'Go to Upcoming',
    unplanned: (title: string) => `“${shortTitle(title)}” has no date now.`,
    planned: (title: string, day: string) => `“${shortTitle(title)}” is now due ${day}.`,
    done: 'Done',
    doneOf: (done: number, all: number) => `${formatCount(done)} of ${formatCount(all)} done`,
    allDone: (count: number) =>
      count === 1 ? 'Today’s only item is done.' : `All ${formatCount(count)} are done.`,
    allDoneHint: 'Nothing else is due today.',
    addOn: (day: string) => `Add to ${day}`,
    side: 'Beside the days',
    undated: 'Without a date',
    moreUndated: (count: number) =>
      `${plural(count, { one: 'more item', other: 'more items' })} without a date`,
    giveDate: (title: string) => `Set the date of ${title}`,
    itemsOn: (count: number) => plural(count, { one: 'item', other: 'items' }),
    moveAllToday: 'Move all to today',
    moveAll: 'Move all to…',
    manyDates: (count: number) => `Move ${plural(count, { one: 'item', other: 'items' })} to…`,
    dayExample: 'fri, next week, 4 dec…',
    /** '12 moved, 2 are not yours to move'. */
    moved(count: number, notYours: number, changed: number): string {
      const parts = [`${formatCount(count)} moved`];
      if (notYours > 0) {
        parts.push(`${plural(notYours, { one: 'is', other: 'are' })} not yours to move`);
      }
      if (changed > 0)
        parts.push(`${plural(changed, { one: 'has', other: 'have' })} changed since`);
      return parts.join(', ');
    },
    movedTo: (day: string | null) => (day === null ? 'No date now.' : `Now due ${day}.`),
    noneToMove: 'None of them is yours to move.',
    moveFailed: 'Failed to move the items. Please try again.',
  },
};
