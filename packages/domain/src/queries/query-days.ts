import { addDays, isItemDay } from '../values/day.ts';
import { dayNumber } from '../values/day-number.ts';

/** A span of civil days, both ends included. */
export interface DaySpan {
  readonly first: string;
  readonly last: string;
}

/** The day from which relative spans count, and the first day of the week, from 0 for Sunday. */
export interface DaysContext {
  readonly today: string;
  readonly weekStart: number;
}

const distance = /^([+-])(0|[1-9]\d{0,3})([dw])$/;
const named = { yesterday: -1, today: 0, tomorrow: 1 };

/** Whether a text is a span: `today`, `week`, `2026-12-24`, `+7d`, `-2w`. */
export function isSpan(text: string): boolean {
  return text === 'week' || Object.hasOwn(named, text) || distance.test(text) || isItemDay(text);
}

/** The days of a span. */
export function daysOf(span: string, { today, weekStart }: DaysContext): DaySpan {
  if (span === 'week') {
    // 1970-01-01 was a Thursday.
    const weekday = (((dayNumber(today) + 4 - weekStart) % 7) + 7) % 7;
    return { first: addDays(today, -weekday), last: addDays(today, 6 - weekday) };
  }
  const day = dayOf(span, today);
  return { first: day, last: day };
}

function dayOf(span: string, today: string): string {
  const [, sign, count, unit] = distance.exec(span) ?? [];
  if (count !== undefined) {
    const days = Number(count) * (unit === 'w' ? 7 : 1);
    return addDays(today, sign === '-' ? -days : days);
  }
  const days = (named as Readonly<Record<string, number>>)[span];
  return days === undefined ? span : addDays(today, days);
}
