import { addDays } from '@foray/domain';
import {
  addMonths,
  civilDay,
  firstOfMonth,
  lastOfMonth,
  nextOfYear,
  nextWeekday,
  partsOf,
  weekdayOf,
} from '../calendar.ts';
import type { Groups } from '../phrase.ts';
import type { TypingContext } from '../typed-token.ts';
import { monthNumber, numberOf } from './words.ts';

/** The parts of the context on which a date depends. */
export type DayContext = Pick<TypingContext, 'today' | 'weekStartsOn' | 'locale'>;

/** The day that 'Friday 24 December 2027' names: its date, whatever its weekday is. */
export function namedDay(groups: Groups, { today }: DayContext): string | null {
  const { month: name = '', date = '', year: long, short, bare } = groups;
  const written = long ?? short ?? bare;
  const ofMonth = monthNumber(name);
  const number = Number.parseInt(date, 10);
  if (written === undefined) return nextOfYear(today, ofMonth, number);
  return civilDay((Number(written) % 100) + 2000, ofMonth, number);
}

/** The day of a year, month and date in digits; null if there is no such date. */
export function numericDay({ year: ofYear, month: ofMonth, date }: Groups): string | null {
  return civilDay(Number(ofYear), Number(ofMonth), Number(date));
}

/** The day after a span of days, weeks, months or years. */
export function dayAfterSpan(groups: Groups, { today }: DayContext): string {
  const { count, unit: words = '', tomorrow } = groups;
  const from = tomorrow === undefined ? today : addDays(today, 1);
  const number = numberOf(count);
  if (/^d/i.test(words)) return addDays(from, number);
  if (/^w/i.test(words)) return addDays(from, 7 * number);
  return addMonths(from, (/^m/i.test(words) ? 1 : 12) * number);
}

/** The next day from today with that date, in a month that has it. */
export function nextWithDate(today: string, date: number): string {
  for (let months = 0; ; months += 1) {
    const [ofYear, ofMonth] = partsOf(firstOfMonth(today, months));
    const day = civilDay(ofYear, ofMonth, date);
    if (day !== null && day >= today) return day;
  }
}

/** The first day of the named month whose `date` is not over. */
export function firstOfNamed(name: string, today: string, date: number): string {
  const [ofYear, ofMonth] = partsOf(today);
  const number = monthNumber(name);
  const isOver = number < ofMonth || (number === ofMonth && partsOf(today)[2] > date);
  return civilDay(ofYear + (isOver ? 1 : 0), number, 1) ?? today;
}

/** The nth weekday of the month that begins on `start`, given in words; null if the month has fewer. */
export function nthWeekday(start: string, nth: string, weekday: number): string | null {
  if (/^last$/i.test(nth)) return nextWeekday(addDays(lastOfMonth(start), -6), weekday);
  const day = addDays(nextWeekday(start, weekday), 7 * (numberOf(nth) - 1));
  return day.slice(0, 7) === start.slice(0, 7) ? day : null;
}

/** The first day of the next week, by the first day of the person's week. */
export function startOfNextWeek({ today, weekStartsOn }: DayContext): string {
  return nextWeekday(addDays(today, 1), weekStartsOn);
}

/** Today on a Saturday or Sunday, otherwise the next Saturday. */
export function weekendFrom(today: string): string {
  return weekdayOf(today) === 0 ? today : nextWeekday(today, 6);
}

/** Whether dates are written with the month before the day. */
export function isMonthFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type);
  return parts.indexOf('month') < parts.indexOf('day');
}
