import {
  isLastOfMonth,
  readRepeatRule,
  repeatText,
  repeatWeekdays,
  withLastDay,
  withStartDay,
} from '@foray/domain';
import type { RepeatRule } from '@foray/domain';

const workdays = repeatWeekdays.slice(0, 5).map((weekday) => ({ weekday, ordinal: null }));

/** The weekday of a civil date, as rules name it. */
function weekdayOf(day: string): (typeof repeatWeekdays)[number] {
  const sunday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return repeatWeekdays[(sunday + 6) % 7] ?? 'MO';
}

/** A rule of a frequency that comes every time, without an end. */
function plainRule(freq: RepeatRule['freq'], days: Partial<RepeatRule> = {}): RepeatRule {
  const none = { byDay: [], byMonth: [], byMonthDay: [], bySetPos: [] };
  return { freq, interval: 1, ...none, weekStart: 'MO', count: null, until: null, ...days };
}

/** The rule of a frequency that has exactly the weekday, the number or the date of a day. */
function ruleOfDay(freq: RepeatRule['freq'], day: string): RepeatRule {
  if (freq !== 'WEEKLY') return withStartDay(plainRule(freq), day);
  return plainRule(freq, { byDay: [{ weekday: weekdayOf(day), ordinal: null }] });
}

/**
 * The simplest rule of a frequency that has a day. A 31st and a leap day are the last of their month, so that
 * no month and no year is skipped.
 */
export function simpleRule(freq: RepeatRule['freq'], day: string): RepeatRule {
  return withLastDay(ruleOfDay(freq, day), day);
}

/**
 * The rules offered for an item that is due on a day, as texts. On the last day of a month one of them means
 * the last day of each, and another only the months that have this one.
 */
export function offeredRules(day: string): readonly string[] {
  const texts = [
    simpleRule('DAILY', day),
    plainRule('WEEKLY', { byDay: workdays }),
    simpleRule('WEEKLY', day),
    ...(isLastOfMonth(day) ? [plainRule('MONTHLY', { byMonthDay: [-1] })] : []),
    ruleOfDay('MONTHLY', day),
    simpleRule('YEARLY', day),
    ruleOfDay('YEARLY', day),
  ].map(repeatText);
  return [...new Set(texts)];
}

/** The rule of a text; for an unreadable text, the simplest daily one. */
export function ruleOfText(text: string, day: string): RepeatRule {
  const rule = readRepeatRule(text);
  return rule.ok ? rule.value : simpleRule('DAILY', day);
}

/** A rule that ends after `count` times; the same text if it cannot be read or `count` is null. */
export function withCount<T extends string | null>(text: T, count: number | null): T | string {
  const rule = readRepeatRule(text);
  return rule.ok && count !== null ? repeatText({ ...rule.value, count }) : text;
}
