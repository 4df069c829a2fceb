import { addDays, nextRepeatDay, readRepeatRule, repeatText, withLastDay } from '@foray/domain';
import type { RepeatRule } from '@foray/domain';

/** The parts of a rule as typed. */
export type TypedParts = Pick<RepeatRule, 'freq'> & Partial<RepeatRule>;

const untyped = {
  interval: 1,
  byMonth: [],
  byMonthDay: [],
  byDay: [],
  bySetPos: [],
  weekStart: 'MO',
  count: null,
  until: null,
} as const;

/**
 * The canonical text of the rule with these parts; null if a part is out of range. A 31st and a 29 February
 * are written as the last day of the month, so that shorter months have one too.
 */
export function ruleText(parts: TypedParts): string | null {
  const rule = readRepeatRule(repeatText(withLastDay({ ...untyped, ...parts }, null)));
  return rule.ok ? repeatText(rule.value) : null;
}

/**
 * The first day of a rule with these parts from `today` on, a civil date; null if it has none. The interval
 * counts from that day. If the parts name no days, it is today.
 */
export function firstDay(parts: TypedParts, today: string): string | null {
  const rule = { ...withLastDay({ ...untyped, ...parts }, null), interval: 1, count: null };
  const yesterday = addDays(today, -1);
  // The start of a rule counts as one of its days, even if its parts do not name it.
  const hasDays = [rule.byMonth, rule.byMonthDay, rule.byDay].some((list) => list.length > 0);
  return nextRepeatDay({ rule, start: hasDays ? yesterday : today, after: yesterday });
}
