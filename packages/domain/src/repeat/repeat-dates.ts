import { dayNumber, dayOfNumber, lastDayNumber } from '../values/day-number.ts';
import { TooManyPeriods, instancesFrom } from './repeat-instances.ts';
import type { InstanceRange } from './repeat-instances.ts';
import type { RepeatRule } from './repeat-rule.ts';

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
 * instance, and the first that COUNT counts, even if the rule does not match it, which RFC 5545 leaves open.
 * All others match the rule and come after the start. None comes after UNTIL or the year 9999, not even the
 * start. Days that a month or a year does not have are left out.
 */
export function nextRepeatDay({ rule, start, after }: RepeatPosition): string | null {
  const first = dayNumber(start);
  const passed = dayNumber(after);
  const last = rule.until === null ? lastDayNumber : dayNumber(rule.until);
  if (passed < first) return first > last ? null : start;
  try {
    return nextInstance({ rule, start: first, last }, passed);
  } catch (error) {
    if (error instanceof TooManyPeriods) return null;
    throw error;
  }
}

function nextInstance(range: Omit<InstanceRange, 'from'>, passed: number): string | null {
  const { rule, start } = range;
  let left = (rule.count ?? Infinity) - 1;
  // Earlier instances matter only if COUNT counts them.
  const from = rule.count === null ? passed + 1 : start + 1;
  for (const day of instancesFrom({ ...range, from })) {
    if (left === 0) return null;
    if (day > passed) return dayOfNumber(day);
    left -= 1;
  }
  return null;
}

/** Whether finding the next day of a rule from a day takes too long: no item may have such a rule. */
export function isEndlessSearch(rule: RepeatRule, start: string): boolean {
  const first = dayNumber(start);
  try {
    nextInstance({ rule: { ...rule, count: null }, start: first, last: lastDayNumber }, first);
    return false;
  } catch (error) {
    if (error instanceof TooManyPeriods) return true;
    throw error;
  }
}

/**
 * The next civil day of an item that repeats from its completion: the first later day of the rule if it
 * starts on the day of completion; null if none is left. COUNT is the number of remaining completions,
 * including this one; UNTIL is the last possible day.
 */
export function nextAfterCompletion(rule: RepeatRule, completedOn: string): string | null {
  if (rule.count === 1) return null;
  return nextRepeatDay({ rule: { ...rule, count: null }, start: completedOn, after: completedOn });
}
