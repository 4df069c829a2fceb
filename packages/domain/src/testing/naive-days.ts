import { repeatWeekdays } from '../index.ts';
import type { RepeatRule } from '../index.ts';

/*
 * RFC 5545, section 3.3.10, as it reads: each day is looked at on its own, with JavaScript's dates, and shares
 * nothing with the code that it is compared with.
 */

const dayMs = 86_400_000;
const longest = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 };

/** The days of a rule, its start included, that are within `span` days of the start; COUNT and UNTIL left out. */
export function naiveDays(rule: RepeatRule, start: string, span: number): readonly string[] {
  const first = new Date(`${start}T00:00:00Z`);
  const found: string[] = [];
  const sets = new Map<number, readonly number[]>();
  for (let at = 0; at <= span; at += 1) {
    const day = new Date(first.getTime() + at * dayMs);
    const period = periodOf(rule, day);
    const isSkipped = (period - periodOf(rule, first)) % rule.interval !== 0;
    if (at === 0) found.push(start);
    if (at === 0 || isSkipped) continue;
    if (!sets.has(period)) sets.set(period, setOf(rule, day, first));
    if (sets.get(period)?.includes(day.getTime())) found.push(day.toISOString().slice(0, 10));
  }
  return found;
}

/** The number of the day, week, month or year that contains a day. */
function periodOf({ freq, weekStart }: RepeatRule, day: Date): number {
  const number = day.getTime() / dayMs;
  if (freq === 'DAILY') return number;
  if (freq === 'YEARLY') return day.getUTCFullYear();
  if (freq === 'MONTHLY') return day.getUTCFullYear() * 12 + day.getUTCMonth();
  // January 5th, 1970 was a Monday.
  return Math.floor((number - 4 - repeatWeekdays.indexOf(weekStart)) / 7);
}

/** The days of the period of a day that the rule names, after BYSETPOS. */
function setOf(rule: RepeatRule, inPeriod: Date, start: Date): readonly number[] {
  const period = periodOf(rule, inPeriod);
  const all: number[] = [];
  const radius = longest[rule.freq] - 1;
  for (let at = -radius; at <= radius; at += 1) {
    const day = new Date(inPeriod.getTime() + at * dayMs);
    if (periodOf(rule, day) === period && isNamed(rule, day, start)) all.push(day.getTime());
  }
  const { bySetPos } = rule;
  if (bySetPos.length === 0) return all;
  return all.filter((_, at) => bySetPos.includes(at + 1) || bySetPos.includes(at - all.length));
}

function isNamed(rule: RepeatRule, day: Date, start: Date): boolean {
  const { freq, byMonth, byMonthDay, byDay } = rule;
  const month = day.getUTCMonth() + 1;
  const date = day.getUTCDate();
  const length = new Date(Date.UTC(day.getUTCFullYear(), month, 0)).getUTCDate();
  if (byMonth.length > 0 && !byMonth.includes(month)) return false;
  if (
    byMonthDay.length > 0 &&
    !byMonthDay.some((one) => one === date || one + length + 1 === date)
  ) {
    return false;
  }
  if (byDay.length > 0) return byDay.some((one) => isWeekday(rule, one, day));
  if (byMonthDay.length > 0 || freq === 'DAILY') return true;
  if (freq === 'WEEKLY') return day.getUTCDay() === start.getUTCDay();
  const isMonth = freq === 'MONTHLY' || byMonth.length > 0 || month === start.getUTCMonth() + 1;
  return isMonth && date === start.getUTCDate();
}

function isWeekday(
  { freq, byMonth }: RepeatRule,
  { weekday, ordinal }: RepeatRule['byDay'][number],
  day: Date,
): boolean {
  if (repeatWeekdays[(day.getUTCDay() + 6) % 7] !== weekday) return false;
  if (ordinal === null) return true;
  const isOfMonth = freq === 'MONTHLY' || byMonth.length > 0;
  const steps = Math.abs(ordinal) * 7;
  const isIn = (days: number): boolean => {
    const other = new Date(day.getTime() - Math.sign(ordinal) * days * dayMs);
    const isSameMonth = !isOfMonth || other.getUTCMonth() === day.getUTCMonth();
    return isSameMonth && other.getUTCFullYear() === day.getUTCFullYear();
  };
  return isIn(steps - 7) && !isIn(steps);
}
