import { plural } from '../../format.ts';

const of = (one: string, other: string) => (count: number) => plural(count, { one, other });
const years = of('year', 'years');

/** The time since a moment, in the usual rounded words. */
export const ago = {
  ago: {
    of: (span: string) => `${span} ago`,
    underAMinute: 'less than a minute',
    minutes: of('minute', 'minutes'),
    aboutHours: (count: number) => `about ${of('hour', 'hours')(count)}`,
    days: of('day', 'days'),
    aboutMonths: (count: number) => `about ${of('month', 'months')(count)}`,
    months: of('month', 'months'),
    aboutYears: (count: number) => `about ${years(count)}`,
    overYears: (count: number) => `over ${years(count)}`,
    almostYears: (count: number) => `almost ${years(count)}`,
  },
};
