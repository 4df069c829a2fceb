import { repeatWeekdays } from '@foray/domain';
import type { RepeatRule } from '@foray/domain';
import { wordEnd, wordStart } from '../masked-text.ts';
import { phraseAt } from '../phrase.ts';
import type { Groups, Phrase } from '../phrase.ts';
import type { TypedParts } from '../typed-rule.ts';
import { endsSentence, isFollowed } from './sentence.ts';
import {
  dayPart,
  intervalWords,
  monthDay,
  monthNames,
  monthNumber,
  nthMonthDay,
  nthWords,
  numberOf,
  weekdayNames,
  weekdayNumber,
} from './words.ts';

/** A rule without its end, and whether it is recognised only at the end of a sentence or phrase. */
interface RuleMeaning {
  readonly parts: TypedParts;
  readonly isAside: boolean;
}

type RulePhrase = Phrase<null, RuleMeaning>;

function rule(
  pattern: string,
  partsOf: TypedParts | ((groups: Groups) => TypedParts),
  isAside = false,
): RulePhrase {
  return {
    pattern,
    valueOf: (groups) => ({
      parts: typeof partsOf === 'function' ? partsOf(groups) : partsOf,
      isAside,
    }),
  };
}

const list = (one: string) =>
  `${one}s?(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*)${one}s?)*`;
const ofMonth = '(?:\\s+of\\s+(?:the|each|every)\\s+month)?';
const nthDay = `(?:the\\s+)?(?:${nthMonthDay}|last\\s+day|day\\s+${monthDay})`;
const nthWeekday = `(?:the\\s+)?(?<nth>${nthWords})\\s+(?<nthDay>${weekdayNames})`;
const nthWeekdays = `(?:the\\s+)?(?<nths>${list(nthWords)})\\s+(?<nthDay>${weekdayNames})`;
const month = `(?<month>${monthNames})\\.?`;
const dayOfYear = `(?:(?:the\\s+)?(?<date>${monthDay})(?:\\.?\\s+(?:of\\s+)?|-)${month}|(?<monthFirst>${monthNames})\\.?\\s+(?:the\\s+)?(?<dateLast>${monthDay}))`;
const letters = '(?:m|tu?|w|th|f|sa?|su)';
const workdays: readonly number[] = [1, 2, 3, 4, 5];

/** The phrases after 'every', 'ev' and 'each'. */
const bodies: readonly RulePhrase[] = [
  rule('(?:week\\s?|work)days?', weekly(workdays)),
  rule('(?:(?<every>other)\\s+)?weekends?', ({ every }) => weekly([6, 0], every)),
  rule(
    `(?<from>${weekdayNames})(?:\\s*[-–]\\s*|\\s+(?:to|through|thru)\\s+)(?<to>${weekdayNames})`,
    (groups) => weekly(weekdaysBetween(groups['from'], groups['to'])),
  ),
  rule(`(?:(?<every>other|two|2)\\s+)?(?<days>${list(weekdayNames)})`, ({ every, days }) =>
    weekly(weekdaysIn(days), every),
  ),
  rule(`(?<days>${letters}(?:\\s*,\\s*${letters})+)`, ({ days }) =>
    weekly(weekdaysOfLetters(days)),
  ),
  rule(
    `(?:(?<every>${intervalWords})\\s+weeks?|week|fortnight)\\s+on\\s+(?<days>${list(weekdayNames)})`,
    ({ every, days }) => weekly(weekdaysIn(days), every),
  ),
  rule('fortnight', { freq: 'WEEKLY', interval: 2 }),
  rule('quarter', { freq: 'MONTHLY', interval: 3 }),
  rule(
    `(?:(?<every>${intervalWords})\\s+months?|month)\\s+on\\s+(?<monthDays>${list(nthDay)})`,
    ({ every, monthDays }) => onMonthDays(monthDays, every),
  ),
  rule(
    `(?:(?<every>${intervalWords})\\s+months?|month)\\s+on\\s+${nthWeekdays}`,
    ({ every, nths, nthDay: day }) => onNthWeekday(nths, day, every),
  ),
  rule(`${nthWeekdays}${ofMonth}`, ({ nths, nthDay: day }) => onNthWeekday(nths, day)),
  rule(`(?<monthDays>${list(nthDay)})${ofMonth}`, ({ monthDays }) => onMonthDays(monthDays)),
  rule('first\\s+of\\s+(?:the|each|every)\\s+month', onMonthDays('1')),
  rule('end\\s+of\\s+(?:the\\s+)?month', onMonthDays('last day')),
  rule(
    `(?<monthDays>${monthDay}(?:\\s*,\\s*${monthDay})*)`,
    ({ monthDays }) => onMonthDays(monthDays),
    true,
  ),
  rule(`${nthWeekday}\\s+(?:of|in)\\s+${month}`, ({ nth, nthDay: day, month: name = '' }) => ({
    ...onNthWeekday(nth, day),
    freq: 'YEARLY',
    byMonth: [monthNumber(name)],
  })),
  rule(`(?:year\\s+on\\s+)?${dayOfYear}`, onDayOfYear),
  rule(month, ({ month: name }) => onDayOfYear({ date: '1', month: name })),
  rule('(?<date>\\d{1,2})\\.(?<numeric>\\d{1,2})\\.?', onDayOfYear),
  rule(`(?:(?<every>${intervalWords})\\s+)?(?<unit>day|week|month|year)s?`, ({ every, unit }) => ({
    freq: freqOf(unit),
    interval: numberOf(every),
  })),
];

/** The rules without 'every' before them. */
const others: readonly RulePhrase[] = [
  rule('daily|everyday', { freq: 'DAILY' }, true),
  rule(
    `weekly(?:\\s+on\\s+(?<days>${list(weekdayNames)}))?`,
    ({ days }) => weekly(weekdaysIn(days)),
    true,
  ),
  rule('(?:bi-?weekly|fortnightly)', { freq: 'WEEKLY', interval: 2 }, true),
  rule(
    `monthly(?:\\s+on\\s+(?:(?<monthDays>${list(nthDay)})|${nthWeekdays}))?`,
    ({ monthDays, nths, nthDay: day }) =>
      nths === undefined ? onMonthDays(monthDays) : onNthWeekday(nths, day),
    true,
  ),
  rule('quarterly', { freq: 'MONTHLY', interval: 3 }, true),
  rule(`(?:yearly|annually)(?:\\s+on\\s+${dayOfYear})?`, onDayOfYear, true),
  rule('once\\s+(?:a|every)\\s+(?<unit>day|week|month|year)', ({ unit }) => ({
    freq: freqOf(unit),
  })),
  rule('on\\s+(?:week|work)days', weekly(workdays)),
  rule('on\\s+weekends', weekly([6, 0])),
  rule('(?:week|work)days', weekly(workdays), true),
  rule('weekends', weekly([6, 0]), true),
  rule(
    `(?<on>on\\s+)?(?<days>${list('(?:mon|tues|wednes|thurs|fri|satur|sun)days')})`,
    ({ days }) => weekly(weekdaysIn(days)),
    true,
  ),
  rule(
    `(?:on\\s+)?(?<monthDays>${list(nthDay)})\\s+of\\s+(?:each|every)\\s+month`,
    ({ monthDays }) => onMonthDays(monthDays),
  ),
  rule(`(?:on\\s+)?${nthWeekdays}\\s+of\\s+(?:each|every)\\s+month`, ({ nths, nthDay: day }) =>
    onNthWeekday(nths, day),
  ),
  rule(
    `(?:on\\s+)?(?<days>${list(weekdayNames)})\\s+every\\s+(?:(?<every>${intervalWords})\\s+)?weeks?`,
    ({ days, every }) => weekly(weekdaysIn(days), every),
  ),
];

const starts = new RegExp(`${wordStart}(?=\\S)`, 'giu');
const every = /(?:every|ev|each)(?<completion>!)?\s+/iuy;
/** 'morning' in 'every morning at 8'. */
const partOfDay = new RegExp(`^(?:${dayPart})${wordEnd}`, 'iu');
const bodyAt = phraseAt('', bodies);
const otherAt = phraseAt('', others);

/** A rule in a text, without its end. */
export interface FoundRule {
  readonly start: number;
  readonly end: number;
  readonly parts: TypedParts;
  readonly isAfterCompletion: boolean;
}

/** The rules 'every …', 'weekly' and so on in a masked text, in order, without their ends. */
export function findRules(text: string): readonly FoundRule[] {
  const found: FoundRule[] = [];
  let end = 0;
  for (const { index } of text.matchAll(starts)) {
    if (index < end) continue;
    const next = ruleAt(text, index);
    if (next === null) continue;
    found.push(next);
    ({ end } = next);
  }
  return found;
}

function ruleAt(text: string, start: number): FoundRule | null {
  every.lastIndex = start;
  const opening = every.exec(text);
  const isAfterCompletion = opening?.groups?.['completion'] !== undefined;
  if (opening !== null && partOfDay.test(text.slice(every.lastIndex))) {
    // The words after 'every' stay, to be parsed as its time.
    const end = start + opening[0].trimEnd().length;
    return { start, end, parts: { freq: 'DAILY' }, isAfterCompletion };
  }
  const body = opening === null ? otherAt(text, start, null) : bodyAt(text, every.lastIndex, null);
  if (body === undefined || body.value === null) return null;
  const { parts, isAside } = body.value;
  // 'every 5 apples', 'Yearly review' and 'The Daily' are not rules.
  if (isAside && !standsAside(text, start, body.end, opening !== null)) return null;
  return { start, end: body.end, parts, isAfterCompletion };
}

const ruleGoesOn = /^\s+(?:on|from|for|starting|until|till|through|ending|ends|x\d|after\s+comp)/i;

function standsAside(text: string, start: number, end: number, hasEvery: boolean): boolean {
  const [before, rest] = [text.slice(0, start), text.slice(end)];
  if (!endsSentence(rest) && !(isFollowed(rest) && !hasEvery) && !ruleGoesOn.test(rest))
    return false;
  if (hasEvery) return true;
  if (/(?:^|\s)(?:the|a|an|my|our|this|tgi|ruby)\s+$/i.test(before) || before.trim() === '')
    return false;
  const words = text.slice(start, end);
  // 'TGI Fridays' is a name.
  return (
    !/^(?:mon|tues|wednes|thurs|fri|satur|sun)days/i.test(words) || /\S\s+\S+\s+$/.test(before)
  );
}

function weekly(days: readonly number[], words?: string): TypedParts {
  return { freq: 'WEEKLY', interval: numberOf(words), byDay: byDayOf(days, null) };
}

function onNthWeekday(nths = '', day = '', words?: string): TypedParts {
  const places = (nths.match(new RegExp(nthWords, 'giu')) ?? []).map((nth) =>
    nth.toLowerCase() === 'last' ? -1 : numberOf(nth),
  );
  return {
    freq: 'MONTHLY',
    interval: numberOf(words),
    byDay: places.flatMap((place) => byDayOf([weekdayNumber(day)], place)),
  };
}

function onMonthDays(words = '', interval?: string): TypedParts {
  const days = words.match(/\d+|last\s+day/giu) ?? [];
  return {
    freq: 'MONTHLY',
    interval: numberOf(interval),
    byMonthDay: days.map((day) => Number.parseInt(day, 10) || -1),
  };
}

function onDayOfYear(groups: Groups): TypedParts {
  const { date, month: name, monthFirst, dateLast, numeric } = groups;
  const ofMonth = numeric === undefined ? monthNumber(name ?? monthFirst ?? '') : Number(numeric);
  const day = Number.parseInt(date ?? dateLast ?? '', 10);
  return ofMonth > 0
    ? { freq: 'YEARLY', byMonth: [ofMonth], byMonthDay: [day] }
    : { freq: 'YEARLY' };
}

function freqOf(unit = ''): TypedParts['freq'] {
  if (/^d/i.test(unit)) return 'DAILY';
  if (/^w/i.test(unit)) return 'WEEKLY';
  return /^m/i.test(unit) ? 'MONTHLY' : 'YEARLY';
}

/** Weekdays by their number (0 for Sunday) as a rule names them, Monday first. */
function byDayOf(days: readonly number[], ordinal: number | null): RepeatRule['byDay'] {
  return repeatWeekdays
    .filter((_, place) => days.includes((place + 1) % 7))
    .map((weekday) => ({ weekday, ordinal }));
}

function weekdaysIn(words = ''): readonly number[] {
  return (words.match(new RegExp(weekdayNames, 'giu')) ?? []).map(weekdayNumber);
}

function weekdaysBetween(from = '', to = ''): readonly number[] {
  const [first, last] = [weekdayNumber(from), weekdayNumber(to)];
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, place) => (first + place) % 7);
}

function weekdaysOfLetters(words = ''): readonly number[] {
  const days: Readonly<Record<string, number>> = {
    m: 1,
    t: 2,
    tu: 2,
    w: 3,
    th: 4,
    f: 5,
    s: 6,
    sa: 6,
    su: 0,
  };
  return (words.toLowerCase().match(/[a-z]+/g) ?? []).map((letter) => days[letter] ?? 0);
}
