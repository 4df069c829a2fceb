import { repeatWeekdays } from '@foray/domain';
import type { RepeatRule } from '@foray/domain';
import { dayAt, monthDay, monthNames, numberNames, weekdayNames } from './day-words.ts';
import { wordEnd, wordStart } from './masked-text.ts';
import { firstDay, ruleText } from './repeat-rule.ts';
import type { TypedParts } from './repeat-rule.ts';
import { dayPart } from './time-words.ts';
import type { FoundToken, TypedRepeat, TypingContext } from './typed-token.ts';

type RepeatContext = Pick<TypingContext, 'today' | 'weekStartsOn' | 'locale'>;
type Groups = Readonly<Record<string, string | undefined>>;

const nthNames = '(?:first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th)';
const interval = `(?:other|second|third|\\d{1,3}|2nd|3rd|\\d{1,2}th|${numberNames.join('|')})`;
const list = (one: string) =>
  `${one}s?(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*)${one}s?)*`;
const ofMonth = '(?:\\s+of\\s+(?:the|each|every)\\s+month)?';
const nthDay = '(?:the\\s+)?(?:(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)|last\\s+day)';
const nthWeekday = `(?:the\\s+)?(?<nth>${nthNames})\\s+(?<nthDay>${weekdayNames})`;
const dayOfYear = `(?<yearDay>${monthDay}(?:\\s+of)?\\s+${monthNames}|${monthNames}\\s+${monthDay})`;

/** The phrases after 'every', each before its own beginnings. */
const bodies: readonly (readonly [pattern: string, parts: (groups: Groups) => TypedParts])[] = [
  [
    `(?:year\\s+on\\s+(?:the\\s+)?)?${dayOfYear}`,
    ({ yearDay = '' }) => ({ freq: 'YEARLY', ...dayOfYearParts(yearDay) }),
  ],
  [
    `(?:(?<every>${interval})\\s+months?|month)\\s+on\\s+(?<monthDays>${list(nthDay)})`,
    ({ every, monthDays = '' }) => ({
      freq: 'MONTHLY',
      interval: numberOf(every),
      byMonthDay: monthDaysOf(monthDays),
    }),
  ],
  [
    `(?:(?<every>${interval})\\s+months?|month)\\s+on\\s+${nthWeekday}`,
    ({ every, nth = '', nthDay: day = '' }) => ({
      freq: 'MONTHLY',
      interval: numberOf(every),
      byDay: weekdaysOf(day, ordinalOf(nth)),
    }),
  ],
  [
    `${nthWeekday}${ofMonth}`,
    ({ nth = '', nthDay: day = '' }) => ({
      freq: 'MONTHLY',
      byDay: weekdaysOf(day, ordinalOf(nth)),
    }),
  ],
  [
    `(?<monthDays>${list(nthDay)})${ofMonth}`,
    ({ monthDays = '' }) => ({ freq: 'MONTHLY', byMonthDay: monthDaysOf(monthDays) }),
  ],
  [
    `(?:(?<every>${interval})\\s+weeks?|week)\\s+on\\s+(?<days>${list(weekdayNames)})`,
    ({ every, days = '' }) => ({
      freq: 'WEEKLY',
      interval: numberOf(every),
      byDay: weekdaysOf(days),
    }),
  ],
  [
    `(?:(?<every>other)\\s+)?(?<days>${list(weekdayNames)})`,
    ({ every, days = '' }) => ({
      freq: 'WEEKLY',
      interval: numberOf(every),
      byDay: weekdaysOf(days),
    }),
  ],
  ['weekdays?|workdays?', () => ({ freq: 'WEEKLY', byDay: weekdaysOf('mon tue wed thu fri') })],
  ['weekends?', () => ({ freq: 'WEEKLY', byDay: weekdaysOf('sat sun') })],
  [
    `(?:(?<every>${interval})\\s+)?(?<unit>day|week|month|year)s?`,
    ({ every, unit = '' }) => ({ freq: freqOf(unit), interval: numberOf(every) }),
  ],
];

const starts = new RegExp(`${wordStart}(?:every|ev)(?<completion>!)?(?=\\s)`, 'giu');
const patterns = [
  ...bodies.map(
    ([pattern, parts]) => [new RegExp(`\\s+(?:${pattern})${wordEnd}`, 'iuy'), parts] as const,
  ),
  // 'every morning at 8': the words after 'every' stay, to be read as its time.
  [new RegExp(`(?=\\s+(?:${dayPart})${wordEnd})`, 'iuy'), (): TypedParts => ({ freq: 'DAILY' })],
] as const;
const countHere = new RegExp(
  `\\s+(?:(?:for\\s+)?(?<times>\\d{1,3})\\s+times|x(?<x>\\d{1,3}))${wordEnd}`,
  'iuy',
);
const untilHere = /\s+(?:until|till|through)\s+/iuy;
const completionHere = new RegExp(
  `\\s+(?:after|from|of)\\s+(?:completion|completing(?:\\s+it)?|it\\s+is\\s+done)${wordEnd}`,
  'iuy',
);

/** The rules 'every …' in a masked text, in their order. */
export function readRepeats(text: string, context: RepeatContext): readonly FoundToken<'repeat'>[] {
  return [...text.matchAll(starts)].flatMap((match) => {
    const body = bodyAt(text, match.index + match[0].length);
    if (body === null) return [];
    const { rule: parts, end, isAfterCompletion } = endAt(text, body.end, body.rule, context);
    const rule = ruleText(parts);
    const first = rule === null ? null : firstDay(parts, context.today);
    if (rule === null || first === null) return [];
    const from: TypedRepeat['from'] =
      isAfterCompletion || match.groups?.['completion'] ? 'completion' : 'due';
    return [{ start: match.index, end, value: { rule, from, first } }];
  });
}

/** The longest phrase of the grammar after 'every'. */
function bodyAt(
  text: string,
  place: number,
): { readonly rule: TypedParts; readonly end: number } | null {
  let longest: { readonly rule: TypedParts; readonly end: number } | null = null;
  for (const [pattern, parts] of patterns) {
    pattern.lastIndex = place;
    const match = pattern.exec(text);
    if (match === null || pattern.lastIndex <= (longest?.end ?? 0)) continue;
    longest = { rule: parts(match.groups ?? {}), end: pattern.lastIndex };
  }
  return longest;
}

/** Reads the end of a rule: 'for 5 times', 'until 24 dec', and 'after completion', in any order. */
function endAt(
  text: string,
  place: number,
  body: TypedParts,
  context: RepeatContext,
): { readonly rule: TypedParts; readonly end: number; readonly isAfterCompletion: boolean } {
  let [rule, end, isAfterCompletion] = [body, place, false];
  for (;;) {
    for (const pattern of [countHere, untilHere, completionHere]) pattern.lastIndex = end;
    const counted = countHere.exec(text);
    const until = untilHere.test(text) ? dayAt(text, untilHere.lastIndex, context) : null;
    if (counted !== null && rule.until === undefined && rule.count === undefined) {
      rule = { ...rule, count: Number(counted.groups?.['times'] ?? counted.groups?.['x']) };
      end = countHere.lastIndex;
    } else if (until !== null && rule.until === undefined && rule.count === undefined) {
      rule = { ...rule, until: until.day };
      end = until.end;
    } else if (completionHere.test(text) && !isAfterCompletion) {
      isAfterCompletion = true;
      end = completionHere.lastIndex;
    } else return { rule, end, isAfterCompletion };
  }
}

function freqOf(unit: string): TypedParts['freq'] {
  if (/^d/i.test(unit)) return 'DAILY';
  if (/^w/i.test(unit)) return 'WEEKLY';
  return /^m/i.test(unit) ? 'MONTHLY' : 'YEARLY';
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/** 2 for 'other', 'second' and 'two'; 1 if absent. */
function numberOf(words: string | undefined): number {
  const word = words?.toLowerCase() ?? '1';
  if (word === 'other') return 2;
  const place = Math.max(ordinals.indexOf(word), numberNames.indexOf(word));
  return place === -1 ? Number.parseInt(word, 10) : place + 1;
}

function ordinalOf(word: string): number {
  return word.toLowerCase() === 'last' ? -1 : numberOf(word);
}

function weekdaysOf(words: string, ordinal: number | null = null): RepeatRule['byDay'] {
  const names = words.match(new RegExp(weekdayNames, 'giu')) ?? [];
  return repeatWeekdays
    .filter((code) => names.some((name) => name.toUpperCase().startsWith(code)))
    .map((weekday) => ({ weekday, ordinal }));
}

function monthDaysOf(words: string): readonly number[] {
  const days = words.match(/\d+|last\s+day/giu) ?? [];
  return days.map((day) => Number.parseInt(day, 10) || -1);
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The day and the month of '24 december'. */
function dayOfYearParts(words: string): Pick<TypedParts, 'byMonthDay' | 'byMonth'> {
  const day = Number.parseInt(/\d+/.exec(words)?.[0] ?? '', 10);
  const name = new RegExp(monthNames, 'iu').exec(words)?.[0] ?? '';
  const place = months.indexOf(name.slice(0, 3).toLowerCase());
  return { byMonthDay: [day], byMonth: [place + 1] };
}
