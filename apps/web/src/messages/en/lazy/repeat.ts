import type { RepeatRule } from '@foray/domain';
import { formatDay, plural, whenNeeded } from '../../format.ts';

const weekdays = {
  MO: { long: 'Monday', short: 'Mon' },
  TU: { long: 'Tuesday', short: 'Tue' },
  WE: { long: 'Wednesday', short: 'Wed' },
  TH: { long: 'Thursday', short: 'Thu' },
  FR: { long: 'Friday', short: 'Fri' },
  SA: { long: 'Saturday', short: 'Sat' },
  SU: { long: 'Sunday', short: 'Sun' },
};
const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const nth = ['first', 'second', 'third', 'fourth', 'fifth'];
const units = {
  DAILY: { one: 'day', other: 'days' },
  WEEKLY: { one: 'week', other: 'weeks' },
  MONTHLY: { one: 'month', other: 'months' },
  YEARLY: { one: 'year', other: 'years' },
};
const suffixes: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ordinalRules = whenNeeded(() => new Intl.PluralRules('en', { type: 'ordinal' }));
const andList = whenNeeded(() => new Intl.ListFormat('en-GB', { type: 'conjunction' }));
const orList = whenNeeded(() => new Intl.ListFormat('en-GB', { type: 'disjunction' }));

/**
 * A rule in words for the middle of a sentence: 'every 2 weeks on Mon and Thu', 'monthly on the last Friday',
 * 'every year on 24 December, 5 times'. Different rules have different words. A note about the days comes before
 * the end.
 */
export function repeatInWords(rule: RepeatRule, note: string | null = null): string {
  const lastDay = dayOrLast(rule);
  const daysInWords =
    lastDay === null
      ? `${days(rule)}${placesInPeriod(rule)}`
      : `${days({ ...rule, byMonthDay: [lastDay] })} or the last day`;
  const noted = note === null ? '' : `, ${note}`;
  return `${daysInWords}${weekStart(rule)}${noted}${end(rule)}`;
}

/** The day of a month that shorter months replace by their last: 30 for BYMONTHDAY=28,29,30;BYSETPOS=-1. */
function dayOrLast({ freq, byMonth, byMonthDay, byDay, bySetPos }: RepeatRule): number | null {
  const isOfMonth = freq === 'MONTHLY' && byMonth.length + byDay.length === 0;
  const isLast = bySetPos.join() === '-1' && byMonthDay.every((day, at) => day === 28 + at);
  return isOfMonth && isLast && byMonthDay.length > 1 ? (byMonthDay.at(-1) ?? null) : null;
}

/** ', only the first and last of these'. */
function placesInPeriod({ bySetPos }: RepeatRule): string {
  if (bySetPos.length === 0) return '';
  const places = bySetPos.map((place) => fromEitherEnd(place, nthPlace));
  return `, only the ${andList().format(places)} of these`;
}

function weekStart({ weekStart: day }: RepeatRule): string {
  return day === 'MO' ? '' : `, in weeks from ${weekdays[day].long}`;
}

function days(rule: RepeatRule): string {
  const { freq, interval, byMonth, byMonthDay, byDay } = rule;
  if (freq === 'YEARLY') return `${pace(rule)}${yearlyDays(rule)}`;
  const inMonths = byMonth.length === 0 ? '' : ` in ${monthNames(byMonth)}`;
  if (freq === 'MONTHLY' || byMonthDay.length > 0) {
    return `${pace(rule)}${onDays(rule, '')}${inMonths}`;
  }
  const [first] = byDay;
  if (first === undefined) return `${pace(rule)}${inMonths}`;
  if (freq === 'WEEKLY' && interval === 1) {
    if (byDay.length === 1) return `every ${weekdays[first.weekday].long}${inMonths}`;
    if (byDay.map(({ weekday }) => weekday).join() === 'MO,TU,WE,TH,FR') {
      return `every weekday${inMonths}`;
    }
  }
  const names = byDay.map(({ weekday }) => weekdays[weekday].short);
  return `${pace(rule)} on ${andList().format(names)}${inMonths}`;
}

function pace({ freq, interval }: RepeatRule): string {
  if (interval === 1) return freq === 'MONTHLY' ? 'monthly' : `every ${units[freq].one}`;
  return `every ${plural(interval, units[freq])}`;
}

function yearlyDays(rule: RepeatRule): string {
  const { byMonth, byMonthDay, byDay } = rule;
  const [month] = byMonth;
  if (month === undefined) {
    const isNth = byDay.some(({ ordinal }) => ordinal !== null);
    if (byMonthDay.length > 0) return onDays(rule, ' of each month', isNth ? ' of the year' : '');
    return onDays(rule, isNth ? ' of the year' : '');
  }
  if (byDay.length + byMonthDay.length === 0) return ` in ${monthNames(byMonth)}`;
  const isDate = byDay.length === 0 && byMonth.length === 1 && byMonthDay.every((day) => day > 0);
  if (isDate) return ` on ${andList().format(byMonthDay.map(String))} ${monthNames(byMonth)}`;
  return onDays(rule, ` of ${monthNames(byMonth)}`);
}

/** ' on the 1st and last day', ' on the last Friday', ' on the 13th if it is a Friday'; '' without days. */
function onDays({ byMonthDay, byDay }: RepeatRule, of: string, ofNth = ''): string {
  if (byMonthDay.length === 0) {
    if (byDay.length === 0) return '';
    const names = byDay.map(({ weekday, ordinal }) =>
      ordinal === null ? `every ${weekdays[weekday].long}` : nthWeekday(weekday, ordinal),
    );
    return ` on ${andList().format(names)}${of}`;
  }
  const onThe = ` on the ${andList().format(byMonthDay.map(dayOfMonth))}${of}`;
  if (byDay.length === 0) return onThe;
  const names = byDay.map(({ weekday, ordinal }) =>
    ordinal === null ? `a ${weekdays[weekday].long}` : nthWeekday(weekday, ordinal),
  );
  return `${onThe} if it is ${orList().format(names)}${ofNth}`;
}

function nthWeekday(weekday: keyof typeof weekdays, ordinal: number): string {
  return `the ${fromEitherEnd(ordinal, nthPlace)} ${weekdays[weekday].long}`;
}

function nthPlace(place: number): string {
  return nth[place - 1] ?? numbered(place);
}

function dayOfMonth(day: number): string {
  return day > 0 ? numbered(day) : `${fromEitherEnd(day, numbered)} day`;
}

/** 1 is the first, -1 the last, -2 the second to last. */
function fromEitherEnd(place: number, name: (place: number) => string): string {
  if (place > 0) return name(place);
  return place === -1 ? 'last' : `${name(-place)} to last`;
}

function numbered(place: number): string {
  return `${place}${suffixes[ordinalRules().select(place)]}`;
}

function monthNames(byMonth: readonly number[]): string {
  return andList().format(byMonth.map((month) => months[month - 1] ?? ''));
}

function end({ count, until }: RepeatRule): string {
  if (count !== null) return count === 1 ? ', once' : `, ${plural(count, { other: 'times' })}`;
  return until === null ? '' : `, until ${formatDay(until)}`;
}
