import { readRepeatRule, repeatText, repeatWeekdays } from '@foray/domain';
import type { RepeatRule } from '@foray/domain';

/** The parts of a rule that name days, as determined by a day. */
export type DayParts = Pick<RepeatRule, 'byDay' | 'byMonth' | 'byMonthDay'>;

const none: DayParts = { byDay: [], byMonth: [], byMonthDay: [] };

/** The weekday of a civil date, as rules name it. */
function weekdayOf(day: string): (typeof repeatWeekdays)[number] {
  const sunday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return repeatWeekdays[(sunday + 6) % 7] ?? 'MO';
}

/** The parts with which a rule of that frequency includes a day: its weekday, its number, its date. */
export function partsOfDay(freq: RepeatRule['freq'], day: string): DayParts {
  const [, month = 1, number = 1] = day.split('-').map(Number);
  switch (freq) {
    case 'DAILY':
      return none;
    case 'WEEKLY':
      return { ...none, byDay: [{ weekday: weekdayOf(day), ordinal: null }] };
    case 'MONTHLY':
      return { ...none, byMonthDay: [number] };
    case 'YEARLY':
      return { ...none, byMonth: [month], byMonthDay: [number] };
  }
}

/** The simplest rule of a frequency that includes the day. */
function simpleRule(freq: RepeatRule['freq'], day: string): RepeatRule {
  return { freq, interval: 1, ...partsOfDay(freq, day), count: null, until: null };
}

/** The rules offered for an item that is due on a day, as texts. */
export function offeredRules(day: string): readonly string[] {
  return [
    repeatText(simpleRule('DAILY', day)),
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    repeatText(simpleRule('WEEKLY', day)),
    repeatText(simpleRule('MONTHLY', day)),
    repeatText(simpleRule('YEARLY', day)),
  ];
}

/** The rule of a text; for an unreadable text, the simplest daily one. */
export function ruleOfText(text: string, day: string): RepeatRule {
  const rule = readRepeatRule(text);
  return rule.ok ? rule.value : simpleRule('DAILY', day);
}

/** The unit in which a rule skips some, because they do not have its day; null if it skips none. */
export function skippedBy({ freq, byMonth, byMonthDay }: RepeatRule): 'months' | 'years' | null {
  if (freq === 'MONTHLY' && byMonthDay.some((day) => Math.abs(day) > 28)) return 'months';
  const isLeapDay = byMonth.includes(2) && byMonthDay.includes(29);
  return freq === 'YEARLY' && isLeapDay ? 'years' : null;
}
