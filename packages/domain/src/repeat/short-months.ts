import { repeatText, readRepeatRule } from './repeat-rule.ts';
import type { RepeatRule } from './repeat-rule.ts';

const last = -1;
const longestMonth = 31;
const leapDay = 29;
/** The days of the months of a common year, January first. */
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The months or years that lack the day of a rule: February, months of fewer than 31 days, all but leap years. */
export type SkippedPeriods = 'february' | 'shortMonths' | 'commonYears';

/** The rule with the day that it leaves to its start, a civil date; the same rule if it leaves none. */
export function withStartDay(rule: RepeatRule, start: string): RepeatRule {
  const { freq, byMonth, byMonthDay, byDay } = rule;
  const isGiven = byMonthDay.length + byDay.length > 0;
  if (isGiven || freq === 'DAILY' || freq === 'WEEKLY') return rule;
  const [, month = 1, number = 1] = start.split('-').map(Number);
  const isBare = freq === 'YEARLY' && byMonth.length === 0;
  return { ...rule, byMonth: isBare ? [month] : byMonth, byMonthDay: [number] };
}

/**
 * The months or years that a rule leaves out because they lack its days; null if it leaves out none. Only the months
 * that the interval reaches from the start count; without a start, any month may be the first.
 */
export function skippedBy(rule: RepeatRule, start: string | null): SkippedPeriods | null {
  const { freq, byMonthDay } = rule;
  const number = Math.min(...byMonthDay.map(Math.abs));
  const months = monthsOf(rule, start);
  const lacking = months.filter((month) => lengthOf(month) < number);
  if (byMonthDay.length === 0 || lacking.length === 0) return null;
  if (lacking.length === months.length) {
    return number === leapDay && yearsBetween(rule) % 4 > 0 ? 'commonYears' : null;
  }
  if (freq !== 'MONTHLY') return null;
  return number === longestMonth ? 'shortMonths' : 'february';
}

/** The years from a month that a monthly or yearly rule reaches to the same month again. */
function yearsBetween({ freq, interval }: RepeatRule): number {
  if (freq === 'YEARLY') return interval;
  let years = 1;
  while ((years * monthLengths.length) % interval > 0) years += 1;
  return years;
}

/** The months in which a rule may have days, January as 1. */
function monthsOf(
  { freq, interval, byMonth }: RepeatRule,
  start: string | null,
): readonly number[] {
  const months = byMonth.length === 0 ? monthLengths.map((_, at) => at + 1) : byMonth;
  if (freq !== 'MONTHLY' || start === null) return months;
  const first = Number(start.split('-')[1]);
  const reached = monthLengths.map(
    (_, at) => ((first - 1 + at * interval) % monthLengths.length) + 1,
  );
  return months.filter((month) => reached.includes(month));
}

/** Whether a civil date is the last of its month; 28 February is, even in a leap year. */
export function isLastOfMonth(day: string): boolean {
  const [, month = 1, number = 1] = day.split('-').map(Number);
  return number >= lengthOf(month);
}

/**
 * The rule with the last day of the month in place of a 31st that months lack, or of a 29 February that years lack;
 * the same rule if it has another day. A 29th and a 30th stay: no rule that every release reads means those or else
 * the last day.
 */
export function withLastDay(rule: RepeatRule, start: string | null): RepeatRule {
  const isOneDay = rule.byMonthDay.length === 1 && rule.byDay.length === 0;
  const skipped = isOneDay ? skippedBy(rule, start) : null;
  const isReplaced = skipped === 'shortMonths' || skipped === 'commonYears';
  return isReplaced ? { ...rule, byMonthDay: [last] } : rule;
}

/** As {@link withLastDay}, for the text of a rule and its start; null if the rule stays as it is. */
export function lastDayInstead(text: string, start: string): string | null {
  const read = readRepeatRule(text);
  if (!read.ok) return null;
  const dated = withStartDay(read.value, start);
  const replaced = withLastDay(dated, start);
  return replaced === dated ? null : repeatText(replaced);
}

/**
 * The text of a rule as people mean it who have left its day to a start: the last day of the month in place of a
 * 31st or a leap day. A rule that names its day stays.
 */
export function ruleAsMeant(text: string, start: string): string {
  const read = readRepeatRule(text);
  const isLeft = read.ok && withStartDay(read.value, start) !== read.value;
  return (isLeft ? lastDayInstead(text, start) : null) ?? text;
}

function lengthOf(month: number): number {
  return monthLengths[month - 1] ?? longestMonth;
}
