import { formatCount, plural, shortTitle } from '../../format.ts';

/** The texts for setting and showing a repetition, and for its occurrences. */
export const repeating = {
  repeating: {
    label: 'Repeat',
    none: 'None',
    custom: 'Custom…',
    every: 'Every',
    unit: 'Unit',
    units: { DAILY: 'Days', WEEKLY: 'Weeks', MONTHLY: 'Months', YEARLY: 'Years' },
    weekdays: 'On these days',
    ends: 'Ends',
    end: { never: 'Never', until: 'On a date', count: 'After' },
    until: 'Last day',
    count: 'Times',
    from: 'Count from',
    origins: { due: 'Due date', completion: 'Completion' },
    skipped: {
      february: 'skips February',
      shortMonths: 'skips months without a 31st',
      commonYears: 'only in leap years',
    },
    useLastDay: 'Use the last day of the month',
    timesLeft: (times: number) => `${plural(times, { one: 'time', other: 'times' })} left.`,
    left: (times: number) => `${formatCount(times)} left`,
    repeats: (words: string) => `Repeats ${words}`,
    afterCompletion: (words: string) => `${words} after completion`,
    repeatsFrom: (words: string, day: string) => `Repeats ${words}, from ${day}`,
    set: 'Set repetition',
    change: 'Change repetition',
    next: {
      completed: (title: string, day: string) => `“${shortTitle(title)}” is done. Next: ${day}.`,
      skipped: (title: string, day: string) =>
        `“${shortTitle(title)}” is skipped this time. Next: ${day}.`,
    },
    skippedLast: (title: string) => `“${shortTitle(title)}” is skipped. That was the last time.`,
    past: 'Past',
    pastNote: 'A past time, which cannot be changed.',
    openRepeating: (title: string) => `Go to “${shortTitle(title)}”`,
  },
};
