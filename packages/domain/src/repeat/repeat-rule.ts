import { isDay } from '../values/day.ts';
import type { FieldCode } from '../values/field-readers.ts';
import { maxRepeatChars, maxRepeatCount, maxRepeatInterval } from '../values/limits.ts';
import { err, ok } from '../values/result.ts';
import type { Result } from '../values/result.ts';

/** The frequency of a rule, as RFC 5545 names it. */
export const repeatFrequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type RepeatFrequency = (typeof repeatFrequencies)[number];

/** The weekdays as RFC 5545 names them, Monday first. */
export const repeatWeekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type RepeatWeekday = (typeof repeatWeekdays)[number];

/** A weekday of a rule: every one, the nth from the start, or with -n from the end. */
export interface RepeatDay {
  readonly weekday: RepeatWeekday;
  /** Counts within the month, or within the year in a yearly rule without `byMonth`; null means every one. */
  readonly ordinal: number | null;
}

/** A recurrence rule (RFC 5545, RRULE) for civil days. Its lists are sorted and have no duplicates. */
export interface RepeatRule {
  readonly freq: RepeatFrequency;
  /** 1 to 1000. */
  readonly interval: number;
  /** 1 to 12; empty means every month, or the start's month in a yearly rule without other lists. */
  readonly byMonth: readonly number[];
  /** 1 to 31, or -1 to -31 from the end of the month; empty means no restriction. */
  readonly byMonthDay: readonly number[];
  /** Empty means no restriction. */
  readonly byDay: readonly RepeatDay[];
  /** Places among the days of a period, from 1 or with -1 from its end; empty means all of them. */
  readonly bySetPos: readonly number[];
  /** The first day of each week; Monday wherever that changes no day. */
  readonly weekStart: RepeatWeekday;
  /** 1 to 1000: how many times the rule applies; null means no limit. */
  readonly count: number | null;
  /** The last possible day of an instance; null means no limit. */
  readonly until: string | null;
}

const partNames = new Set(
  'FREQ INTERVAL BYMONTH BYMONTHDAY BYDAY BYSETPOS COUNT UNTIL WKST'.split(' '),
);
const weekdayPattern = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/;
const untilPattern = /^(\d{4})(\d{2})(\d{2})(?:T([01]\d|2[0-3])[0-5]\d[0-5]\dZ?)?$/;
const longestYearWeeks = 53;
const longestYearDays = 366;

/**
 * Parses a rule: the value of an RRULE of RFC 5545 whose DTSTART is a date, without the name. Parts may come
 * in any order and any case, and a `;` may follow the last. The time of an UNTIL is left out, so that its day
 * counts. Refusals: `too_long`, more than 255 characters; `not_a_rule`, anything that RFC 5545 forbids (two
 * ends, a part twice, BYMONTHDAY in a week, ordinals outside months and years, BYSETPOS without days to choose
 * from) or that Foray does not support (other frequencies and parts, an interval or a count of 0 or over 1000).
 */
export function readRepeatRule(value: unknown): Result<RepeatRule, FieldCode> {
  if (typeof value !== 'string') return err('malformed');
  if (value.length > maxRepeatChars) return err('too_long');
  const parts = partsOf(value.toUpperCase());
  const rule = parts === null ? null : ruleOf(parts);
  return rule === null ? err('not_a_rule') : ok(rule);
}

/**
 * The canonical text of a rule that was sent, or why it is refused; null for an empty value. See
 * `readRepeatRule`.
 */
export function readRepeat(value: unknown): Result<string | null, FieldCode> {
  if (value === null || value === undefined || value === '') return ok(null);
  const rule = readRepeatRule(value);
  return rule.ok ? ok(repeatText(rule.value)) : rule;
}

/**
 * The canonical text of a rule, which `readRepeatRule` parses back to an equal rule: parts are in a fixed
 * order, and parts with their default are left out. Rules with the same parts have the same text.
 */
export function repeatText(rule: RepeatRule): string {
  const byDay = rule.byDay.map(({ weekday, ordinal }) => `${ordinal ?? ''}${weekday}`);
  return [
    `FREQ=${rule.freq}`,
    ...(rule.interval === 1 ? [] : [`INTERVAL=${rule.interval}`]),
    ...listPart('BYMONTH', rule.byMonth),
    ...listPart('BYMONTHDAY', rule.byMonthDay),
    ...listPart('BYDAY', byDay),
    ...listPart('BYSETPOS', rule.bySetPos),
    ...(rule.count === null ? [] : [`COUNT=${rule.count}`]),
    ...(rule.until === null ? [] : [`UNTIL=${rule.until.replaceAll('-', '')}`]),
    ...(rule.weekStart === 'MO' ? [] : [`WKST=${rule.weekStart}`]),
  ].join(';');
}

function listPart(name: string, values: readonly (number | string)[]): readonly string[] {
  return values.length === 0 ? [] : [`${name}=${values.join(',')}`];
}

/** The parts by name; null if a part is unknown, malformed or repeated. */
function partsOf(text: string): ReadonlyMap<string, string> | null {
  const parts = new Map<string, string>();
  for (const part of text.replace(/;$/, '').split(';')) {
    const [name = '', value = '', ...rest] = part.split('=');
    if (!partNames.has(name) || parts.has(name) || value === '' || rest.length > 0) return null;
    parts.set(name, value);
  }
  return parts;
}

/** The rule with these parts; null if a part is out of range or they do not fit together. */
function ruleOf(parts: ReadonlyMap<string, string>): RepeatRule | null {
  const freq = repeatFrequencies.find((known) => known === parts.get('FREQ'));
  const interval = numberOf(parts.get('INTERVAL') ?? '1', maxRepeatInterval);
  const byMonth = listOf(parts.get('BYMONTH'), (text) => numberOf(text, 12));
  const byMonthDay = listOf(parts.get('BYMONTHDAY'), (text) => signedOf(text, 31));
  const byDay = listOf(parts.get('BYDAY'), repeatDayOf);
  const bySetPos = listOf(parts.get('BYSETPOS'), (text) => signedOf(text, longestYearDays));
  const weekStart = repeatWeekdays.find((known) => known === (parts.get('WKST') ?? 'MO'));
  const count = optional(parts.get('COUNT'), (text) => numberOf(text, maxRepeatCount));
  const until = optional(parts.get('UNTIL'), untilOf);
  if (freq === undefined || weekStart === undefined || interval === null) return null;
  if (byMonth === null || byMonthDay === null || byDay === null || bySetPos === null) return null;
  if (count === undefined || until === undefined) return null;
  if (count !== null && until !== null) return null;
  if (freq === 'WEEKLY' && byMonthDay.length > 0) return null;
  const hasOrdinals = byDay.some(({ ordinal }) => ordinal !== null);
  if (hasOrdinals && (freq === 'DAILY' || freq === 'WEEKLY')) return null;
  if (bySetPos.length > 0 && byMonth.length + byMonthDay.length + byDay.length === 0) return null;
  // The weeks of a rule decide which of them an interval leaves out, and what comes first in them.
  const hasWeeks = freq === 'WEEKLY' && byDay.length > 0 && (interval > 1 || bySetPos.length > 0);
  return {
    freq,
    interval,
    byMonth: sorted(byMonth, (month) => month),
    byMonthDay: sorted(byMonthDay, (day) => day),
    byDay: sorted(byDay, placeOfDay),
    bySetPos: sorted(bySetPos, (place) => place),
    weekStart: hasWeeks ? weekStart : 'MO',
    count,
    until,
  };
}

/** The value of an optional part: null if it is absent, undefined if it is unreadable. */
function optional<T>(
  text: string | undefined,
  read: (text: string) => T | null,
): T | null | undefined {
  return text === undefined ? null : (read(text) ?? undefined);
}

/** The values of a list, empty if it is absent; null if a value is unreadable. */
function listOf<T>(text: string | undefined, read: (text: string) => T | null): T[] | null {
  const values = text?.split(',').map(read) ?? [];
  return values.every((value) => value !== null) ? values : null;
}

/** A number from 1 to `max`, otherwise null. */
function numberOf(text: string, max: number): number | null {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= max ? number : null;
}

/** A number from 1 to `max` or -1 to -`max`, otherwise null. */
function signedOf(text: string, max: number): number | null {
  const size = numberOf(text.replace(/^[+-]/, ''), max);
  return size !== null && text.startsWith('-') ? -size : size;
}

function repeatDayOf(text: string): RepeatDay | null {
  const [, ordinal, name] = weekdayPattern.exec(text) ?? [];
  const weekday = repeatWeekdays.find((known) => known === name);
  if (weekday === undefined) return null;
  if (ordinal === undefined) return { weekday, ordinal: null };
  const number = signedOf(ordinal, longestYearWeeks);
  return number === null ? null : { weekday, ordinal: number };
}

// With a date as DTSTART, UNTIL must be a date too (RFC 5545, section 3.3.10). Other programs write times.
function untilOf(text: string): string | null {
  const [, year, month, date] = untilPattern.exec(text) ?? [];
  const day = `${year}-${month}-${date}`;
  return isDay(day) ? day : null;
}

/** Sorts by weekday and then by ordinal; a weekday without an ordinal comes first. */
function placeOfDay({ weekday, ordinal }: RepeatDay): number {
  const all = -longestYearWeeks - 1;
  return repeatWeekdays.indexOf(weekday) * 1_000 + (ordinal ?? all);
}

/** The values sorted by their place, each place once. */
function sorted<T>(values: readonly T[], placeOf: (value: T) => number): readonly T[] {
  const byPlace = new Map(values.map((value) => [placeOf(value), value]));
  return [...byPlace].sort(([a], [b]) => a - b).map(([, value]) => value);
}
