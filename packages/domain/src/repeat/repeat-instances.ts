import {
  cycleDays,
  cycleMonths,
  firstOfMonth,
  firstOfWeek,
  monthOf,
  weekOf,
} from '../values/day-number.ts';
import { maxRepeatSteps } from '../values/limits.ts';
import { repeatWeekdays } from './repeat-rule.ts';
import type { RepeatDay, RepeatFrequency, RepeatRule } from './repeat-rule.ts';

/** A rule with its start, and the requested range; days are numbers of `dayNumber`. */
export interface InstanceRange {
  readonly rule: RepeatRule;
  readonly start: number;
  /** Days before this one are left out; not before the start. */
  readonly from: number;
  /** Days after this one are left out. */
  readonly last: number;
  /** The most steps that the search takes, `maxRepeatSteps` if absent. */
  readonly most?: number;
}

/** The period that an interval counts. */
interface Unit {
  /** The number of the period that contains a day. */
  readonly of: (day: number) => number;
  /** The first day of a period. */
  readonly first: (period: number) => number;
  /** How many periods the calendar has before it repeats. */
  readonly perCycle: number;
}

const units: Readonly<Record<Exclude<RepeatFrequency, 'WEEKLY'>, Unit>> = {
  DAILY: { of: (day) => day, first: (day) => day, perCycle: cycleDays },
  MONTHLY: { of: monthOf, first: firstOfMonth, perCycle: cycleMonths },
  YEARLY: {
    of: (day) => Math.floor(monthOf(day) / 12),
    first: (year) => firstOfMonth(year * 12),
    perCycle: cycleMonths / 12,
  },
};

function unitOf({ freq, weekStart }: RepeatRule): Unit {
  if (freq !== 'WEEKLY') return units[freq];
  const sinceMonday = repeatWeekdays.indexOf(weekStart);
  return {
    of: (day) => weekOf(day - sinceMonday),
    first: (week) => firstOfWeek(week) + sinceMonday,
    perCycle: cycleDays / 7,
  };
}

const monthsOfYear = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Thrown if a search would take more steps than it may. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}

/**
 * The days that match a rule, in order, regardless of its COUNT and UNTIL. Goes from one period of the
 * interval to the next, and through days month by month. Ends after `last`, or once nothing has matched until
 * calendar and interval are in phase again, because then nothing ever will. Throws {@link TooManySteps} if
 * that takes too long.
 */
export function* instancesFrom(range: InstanceRange): Generator<number, undefined, undefined> {
  const { start, from, last, most = maxRepeatSteps } = range;
  const { freq, interval } = range.rule;
  const rule = withStart(range.rule, start);
  const unit = unitOf(rule);
  const origin = unit.of(start);
  const nextPeriod = (day: number): number =>
    unit.first(origin + Math.ceil((unit.of(day) - origin) / interval) * interval);
  const stepDays = (cycleDays * interval) / commonDivisor(interval, unit.perCycle);

  let giveUpAfter = from + stepDays;
  let left = most;
  const stepsAPeriod = stepsOf(rule);
  for (let begin = nextPeriod(from); begin <= Math.min(last, giveUpAfter);) {
    left -= stepsAPeriod;
    if (left < 0) throw new TooManySteps();
    const end = freq === 'DAILY' ? endOfMonth(begin) : unit.first(unit.of(begin) + 1);
    for (const day of placed(rule, instancesIn(rule, begin, end))) {
      if (day < from) continue;
      if (day > last) return;
      yield day;
      giveUpAfter = day + stepDays;
    }
    begin = nextPeriod(end);
  }
}

/** The steps that searching a period takes: its months, or its week, with the days that the rule names in each. */
function stepsOf({ freq, byMonth, byMonthDay, byDay }: RepeatRule): number {
  const months = freq === 'YEARLY' ? byMonth.length || 12 : 1;
  const weeks = freq === 'WEEKLY' ? 1 : 4;
  return months * (1 + byMonthDay.length + byDay.length * weeks);
}

/** The days of a period at the places of BYSETPOS; the only day of a day is its first and its last. */
function placed({ freq, bySetPos }: RepeatRule, days: readonly number[]): readonly number[] {
  if (bySetPos.length === 0) return days;
  if (freq === 'DAILY') return bySetPos.includes(1) || bySetPos.includes(-1) ? days : [];
  return inOrder(bySetPos.flatMap((place) => days.at(place > 0 ? place - 1 : place) ?? []));
}

/** The rule completed with the parts that it takes from its start (RFC 5545, section 3.3.10). */
function withStart(rule: RepeatRule, start: number): RepeatRule {
  if (rule.freq === 'DAILY' || rule.byDay.length > 0 || rule.byMonthDay.length > 0) return rule;
  const month = monthOf(start);
  if (rule.freq === 'WEEKLY') {
    const weekday = repeatWeekdays[start - firstOfWeek(weekOf(start))] ?? 'MO';
    return { ...rule, byDay: [{ weekday, ordinal: null }] };
  }
  const isWholeYear = rule.freq === 'YEARLY' && rule.byMonth.length === 0;
  return {
    ...rule,
    byMonth: isWholeYear ? [(month % 12) + 1] : rule.byMonth,
    byMonthDay: [start - firstOfMonth(month) + 1],
  };
}

/**
 * The matching days from `begin` to before `end`: a period of the rule, or for daily rules the rest of a
 * month.
 */
function instancesIn(rule: RepeatRule, begin: number, end: number): readonly number[] {
  const { freq, interval, byMonth } = rule;
  if (freq === 'WEEKLY') {
    return onWeekdays(rule.byDay, begin, end).filter((day) => isInMonths(byMonth, monthOf(day)));
  }
  const month = monthOf(begin);
  if (freq === 'YEARLY') {
    // With BYMONTH, the nth weekday is that of the month, otherwise that of the year.
    return byMonth.length === 0
      ? restricted(
          rule,
          begin,
          end,
          monthsOfYear.map((one) => month + one - 1),
        )
      : byMonth.flatMap((one) => inMonth(rule, month + one - 1));
  }
  if (!isInMonths(byMonth, month)) return [];
  if (freq === 'MONTHLY') return inMonth(rule, month);
  const days: number[] = [];
  for (let day = begin; day < end; day += interval) days.push(day);
  if (rule.byDay.length + rule.byMonthDay.length === 0) return days;
  const allowed = new Set(restricted(rule, begin, end, [month]));
  return days.filter((day) => allowed.has(day));
}

function inMonth(rule: RepeatRule, month: number): readonly number[] {
  return restricted(rule, firstOfMonth(month), firstOfMonth(month + 1), [month]);
}

/**
 * The days of a span and its months that BYDAY and BYMONTHDAY name; days must match both if both are given.
 */
function restricted(
  { byDay, byMonthDay }: RepeatRule,
  begin: number,
  end: number,
  months: readonly number[],
): readonly number[] {
  if (byMonthDay.length === 0) return onWeekdays(byDay, begin, end);
  const days = months.flatMap((month) => onMonthDays(byMonthDay, month));
  if (byDay.length === 0) return days;
  const allowed = new Set(onWeekdays(byDay, begin, end));
  return days.filter((day) => allowed.has(day));
}

/** The days of a span that are one of the weekdays; an ordinal counts within the span. */
function onWeekdays(byDay: readonly RepeatDay[], begin: number, end: number): readonly number[] {
  const days: number[] = [];
  for (const { weekday, ordinal } of byDay) {
    const first = onOrAfter(weekday, begin);
    if (ordinal === null) {
      for (let day = first; day < end; day += 7) days.push(day);
      continue;
    }
    // The first such weekday after the span counts as the 0th from its end.
    const day = (ordinal > 0 ? first - 7 : onOrAfter(weekday, end)) + ordinal * 7;
    if (day >= begin && day < end) days.push(day);
  }
  return byDay.length === 1 ? days : inOrder(days);
}

function onOrAfter(weekday: RepeatDay['weekday'], day: number): number {
  const inWeek = firstOfWeek(weekOf(day)) + repeatWeekdays.indexOf(weekday);
  return inWeek < day ? inWeek + 7 : inWeek;
}

/** The days of a month with one of the numbers; numbers that the month lacks are left out. */
function onMonthDays(byMonthDay: readonly number[], month: number): readonly number[] {
  const before = firstOfMonth(month) - 1;
  const end = firstOfMonth(month + 1);
  const days = byMonthDay.map((number) => (number > 0 ? before : end) + number);
  return inOrder(days.filter((day) => day > before && day < end));
}

function isInMonths(byMonth: readonly number[], month: number): boolean {
  return byMonth.length === 0 || byMonth.includes((month % 12) + 1);
}

function endOfMonth(day: number): number {
  return firstOfMonth(monthOf(day) + 1);
}

/** Sorted and distinct: two parts of a rule can mean the same day. */
function inOrder(days: readonly number[]): readonly number[] {
  if (days.length < 2) return days;
  return [...days].sort((a, b) => a - b).filter((day, at, all) => day !== all[at - 1]);
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
