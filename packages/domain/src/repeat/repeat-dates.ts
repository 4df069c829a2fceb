import { addDays } from '../values/day.ts';
import { dayNumber, dayOfNumber } from '../values/day-number.ts';
import { lastItemDay, maxCountedSteps } from '../values/limits.ts';
import { TooManySteps, instancesFrom } from './repeat-instances.ts';
import type { RepeatRule } from './repeat-rule.ts';
import { withStartDay } from './short-months.ts';

/** A rule with its start, and the day after which to search. */
export interface RepeatPosition {
  readonly rule: RepeatRule;
  /** The rule's DTSTART, a civil day. */
  readonly start: string;
  /** A civil day. */
  readonly after: string;
}

/**
 * The first civil day after `after` on which an item repeats; null after the last one. The start is always an
 * instance, even if the rule does not match it, which RFC 5545 leaves open. All others match the rule and come
 * after the start. None comes after UNTIL or the last date of items, not even the start. Days that a month or a year
 * does not have are left out. COUNT does not matter here: it counts what was done (`occurrence.ts`), so that
 * the search begins at `after`, however old the start is.
 */
export function nextRepeatDay({ rule, start, after }: RepeatPosition): string | null {
  const first = dayNumber(start);
  const passed = dayNumber(after);
  const { until } = rule;
  const last = dayNumber(until !== null && until < lastItemDay ? until : lastItemDay);
  if (passed < first) return first > last ? null : start;
  return withinSteps<string | null>(null, () => {
    const [day] = instancesFrom({ rule, start: first, from: passed + 1, last });
    return day === undefined ? null : dayOfNumber(day);
  });
}

/** The result of a search; `otherwise` if it would take more steps than are permitted. */
function withinSteps<T>(otherwise: T, search: () => T): T {
  try {
    return search();
  } catch (error) {
    if (error instanceof TooManySteps) return otherwise;
    throw error;
  }
}

/** A rule with its start, and an occurrence that has ended. */
export interface EndedOccurrence {
  readonly rule: RepeatRule;
  readonly start: string;
  /** The civil day that the occurrence had. */
  readonly passed: string;
  /** The civil day on which it was completed or skipped. */
  readonly on: string;
}

/**
 * The next civil day of an item: the first after the day of the occurrence and the day on which it ended; null
 * if none is left. If UNTIL ends the rule on the day on which an earlier occurrence ended, that day is next.
 */
export function nextAfterOccurrence({ rule, start, passed, on }: EndedOccurrence): string | null {
  const next = nextRepeatDay({ rule, start, after: on > passed ? on : passed });
  if (next !== null || rule.until === null || on <= passed) return next;
  const lastOne = nextRepeatDay({ rule, start, after: addDays(on, -1) });
  return lastOne === on ? on : null;
}

/**
 * The next civil day of an item that repeats from its completion: the first later day of the rule when it
 * starts on the day of completion; null after UNTIL. Nobody has chosen the number of that day, so that a month
 * that lacks it has its last day instead.
 */
export function nextAfterCompletion(rule: RepeatRule, completedOn: string): string | null {
  const counted = withLastDays(rule, completedOn);
  return nextRepeatDay({ rule: counted, start: completedOn, after: completedOn });
}

const shortestMonth = 28;

function withLastDays(rule: RepeatRule, start: string): RepeatRule {
  const dated = withStartDay(rule, start);
  const [day = 0] = dated.byMonthDay;
  const isOneMonth = rule.freq === 'MONTHLY' || dated.byMonth.length === 1;
  if (dated === rule || !isOneMonth || day <= shortestMonth) return rule;
  const days = Array.from({ length: day - shortestMonth + 1 }, (_, at) => shortestMonth + at);
  return { ...dated, byMonthDay: days, bySetPos: [-1] };
}

/**
 * The number of days of a rule after its start and up to `day`, which all count as done in an item of an earlier
 * release; fewer than its COUNT. Null if counting them takes too long.
 */
export function daysPassed(rule: RepeatRule, start: string, day: string): number | null {
  const first = dayNumber(start);
  const most = maxCountedSteps;
  const range = { rule, start: first, from: first + 1, last: dayNumber(day), most };
  return withinSteps<number | null>(null, () => {
    let passed = 0;
    for (const _ of instancesFrom(range)) {
      if (passed + 1 === rule.count) break;
      passed += 1;
    }
    return passed;
  });
}

/**
 * Whether a rule has no day after `after`, even regardless of its end and of the last date of items, or none
 * that is found in the permitted steps: no item gets such a rule.
 */
export function neverMatches({ rule, start, after }: RepeatPosition): boolean {
  const first = dayNumber(start);
  const from = Math.max(first, dayNumber(after)) + 1;
  const range = { rule, start: first, from, last: Infinity };
  return withinSteps(true, () => instancesFrom(range).next().done === true);
}
