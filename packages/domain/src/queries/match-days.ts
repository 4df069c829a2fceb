import { addDays } from '../values/day.ts';
import { dayIn } from '../values/zone.ts';
import type { DayOperator } from './query.ts';
import { daysOf } from './query-days.ts';
import type { DaysContext, DaySpan } from './query-days.ts';

interface DayTest {
  readonly operator: DayOperator;
  readonly span: string | null;
}

/** A test of civil days; null is no day. */
export function dayMatcher(
  { operator, span }: DayTest,
  context: DaysContext,
): (day: string | null) => boolean {
  if (span === null) return (day) => day === null;
  const isIn = comparison(operator, daysOf(span, context));
  return (day) => day !== null && isIn(day);
}

/** A test of instants by their civil days in a zone; null is no instant. */
export function instantMatcher(
  { operator, span }: DayTest,
  context: DaysContext,
  zone: string,
): (instant: string | null) => boolean {
  if (span === null) return (instant) => instant === null;
  const days = daysOf(span, context);
  const isIn = comparison(operator, days);
  // Zones differ from UTC by a day at most, and formatting an instant costs a thousand comparisons.
  const beforeFirst = addDays(days.first, -1);
  const afterFirst = addDays(days.first, 1);
  const beforeLast = addDays(days.last, -1);
  const afterLast = addDays(days.last, 1);
  const ofMinutes = new Map<string, string>();
  const exactDay = (instant: string): string => {
    const minute = instant.slice(0, 16);
    const known = ofMinutes.get(minute);
    if (known !== undefined) return known;
    const day = dayIn(zone, instant);
    ofMinutes.set(minute, day);
    return day;
  };
  return (instant) => {
    if (instant === null) return false;
    const day = instant.slice(0, 10);
    const isNear =
      (day >= beforeFirst && day <= afterFirst) || (day >= beforeLast && day <= afterLast);
    return isIn(isNear ? exactDay(instant) : day);
  };
}

function comparison(operator: DayOperator, { first, last }: DaySpan): (day: string) => boolean {
  switch (operator) {
    case 'on':
      return (day) => day >= first && day <= last;
    case '<':
      return (day) => day < first;
    case '<=':
      return (day) => day <= last;
    case '>':
      return (day) => day > last;
    case '>=':
      return (day) => day >= first;
  }
}
