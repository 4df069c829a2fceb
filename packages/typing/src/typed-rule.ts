import { addDays, nextRepeatDay, readRepeatRule, repeatText } from '@foray/domain';
import type { RepeatRule } from '@foray/domain';

/** The parts of a rule as typed. */
export type TypedParts = Pick<RepeatRule, 'freq'> & Partial<RepeatRule>;

const untyped = {
  interval: 1,
  byMonth: [],
  byMonthDay: [],
  byDay: [],
  count: null,
  until: null,
} as const;

/**
 * The canonical text of the rule with these parts; null if a part is out of range. A 31st and a 29 February
 * are written as the last day of the month, so that shorter months have one too.
 */
export function ruleText(parts: TypedParts): string | null {
  const rule = readRepeatRule(repeatText({ ...untyped, ...withLastDay(parts) }));
  return rule.ok ? repeatText(rule.value) : null;
}

/**
 * The first day of a rule with these parts from `today` on, a civil date; null if it has none. The interval
 * counts from that day. If the parts name no days, it is today.
 */
export function firstDay(parts: TypedParts, today: string): string | null {
  const rule = { ...untyped, ...withLastDay(parts), interval: 1, count: null };
  const yesterday = addDays(today, -1);
  // The start of a rule counts as one of its days, even if its parts do not name it.
  const hasDays = [rule.byMonth, rule.byMonthDay, rule.byDay].some((list) => list.length > 0);
  return nextRepeatDay({ rule, start: hasDays ? yesterday : today, after: yesterday });
}

function withLastDay(parts: TypedParts): TypedParts {
  const [day, ...others] = parts.byMonthDay ?? [];
  const months = parts.byMonth ?? [];
  const isLast =
    (parts.freq === 'MONTHLY' && day === 31 && months.length === 0) ||
    (parts.freq === 'YEARLY' && day === 29 && months.length === 1 && months[0] === 2);
  return isLast && others.length === 0 ? { ...parts, byMonthDay: [-1] } : parts;
}
