import { addDays } from '@foray/domain';
import { addMonths } from '../calendar.ts';
import { wordEnd } from '../masked-text.ts';
import { firstDay, ruleText } from '../typed-rule.ts';
import type { TypedParts } from '../typed-rule.ts';
import type { FoundToken, Span, TypedRepeat } from '../typed-token.ts';
import { dayAt } from './days.ts';
import type { DayContext } from './day-meaning.ts';
import { findRules } from './repeats.ts';
import type { FoundRule } from './repeats.ts';
import { countWords, numberOf } from './words.ts';

const countHere = new RegExp(
  `\\s+(?:(?:for\\s+)?(?<times>\\d{1,3})\\s+times|x(?<x>\\d{1,3}))${wordEnd}`,
  'iuy',
);
const spanHere = new RegExp(
  `\\s+for\\s+(?<count>${countWords})\\s+(?<unit>day|week|month|year)s?${wordEnd}`,
  'iuy',
);
const startHere = /\s+(?:starting(?:\s+(?:on|from))?|beginning|from)\s+/iuy;
const untilHere = /\s+(?:until|till?|through|thru|ending(?:\s+on)?|ends(?:\s+on)?)\s+/iuy;
const completionHere = new RegExp(
  `\\s+(?:after|from|of)\\s+(?:completion|completing(?:\\s+it)?|it\\s+is\\s+done)${wordEnd}`,
  'iuy',
);

/** The time of a rule, before its end: 'every day at 7am until 20 dec'. */
const timeHere =
  /\s+(?:(?:at\s+|@\s*)?(?:\d{1,2}(?:[:.]\d\d)?\s?[ap]\.?m\.?|\d{1,2}:\d\d|noon|midnight)|(?:at\s+|@\s*)\d{1,2})(?=\s)/iuy;

/** A rule while its end is being parsed. */
interface RuleWithEnd {
  readonly parts: TypedParts;
  readonly end: number;
  readonly start: string | null;
  readonly isAfterCompletion: boolean;
  /** 'for 3 weeks', from the first day. */
  readonly span: { readonly count: number; readonly unit: string } | null;
  /** The place of its time, if more of its end follows. */
  readonly time: Span | null;
}

/** The rules in a masked text with their ends, in their order. */
export function readRepeats(text: string, context: DayContext): readonly FoundToken<'repeat'>[] {
  return findRules(text).flatMap((found) => {
    const { parts, end, start, isAfterCompletion, span, time } = withEnds(text, found, context);
    const first = firstDay(parts, start ?? context.today);
    if (first === null) return [];
    const rule = ruleText(span === null ? parts : within(parts, first, span));
    if (rule === null) return [];
    const from: TypedRepeat['from'] = isAfterCompletion ? 'completion' : 'due';
    const value = { rule, from, first, isStartTyped: start !== null };
    if (time === null) return [{ start: found.start, end, value }];
    // The time is between the two, and is found by itself.
    return [
      { start: found.start, end: time.start, value },
      { start: time.end + text.slice(time.end).search(/\S/u), end, value, isEndOfRule: true },
    ];
  });
}

/**
 * Parses the text after a rule, in any order: 'for 5 times', 'starting monday', 'until 24 dec', 'after
 * completion'. A time may come before a part of it.
 */
function withEnds(text: string, found: FoundRule, context: DayContext): RuleWithEnd {
  const { parts, end, isAfterCompletion } = found;
  let read: RuleWithEnd = { parts, end, isAfterCompletion, start: null, span: null, time: null };
  for (;;) {
    const next = nextEnd(text, read, context) ?? afterTime(text, read, context);
    if (next === null) return read;
    read = next;
  }
}

function afterTime(text: string, read: RuleWithEnd, context: DayContext): RuleWithEnd | null {
  timeHere.lastIndex = read.end;
  if (read.time !== null || !timeHere.test(text)) return null;
  const time = { start: read.end, end: timeHere.lastIndex };
  return nextEnd(text, { ...read, end: time.end, time }, context);
}

function nextEnd(text: string, read: RuleWithEnd, context: DayContext): RuleWithEnd | null {
  const { parts, end } = read;
  const here = (pattern: RegExp) => {
    pattern.lastIndex = end;
    return pattern.exec(text);
  };
  const isEndless = parts.until === undefined && parts.count === undefined && read.span === null;
  const counted = here(countHere)?.groups;
  if (counted !== undefined && isEndless) {
    const count = Number(counted['times'] ?? counted['x']);
    return { ...read, parts: { ...parts, count }, end: countHere.lastIndex };
  }
  const spanned = here(spanHere)?.groups;
  if (spanned !== undefined && isEndless) {
    const span = { count: numberOf(spanned['count']), unit: spanned['unit']?.toLowerCase() ?? '' };
    return { ...read, span, end: spanHere.lastIndex };
  }
  const until = here(untilHere) === null ? null : dayAt(text, untilHere.lastIndex, context);
  if (until !== null && isEndless) {
    return { ...read, parts: { ...parts, until: until.day }, end: until.end };
  }
  const start = here(startHere) === null ? null : dayAt(text, startHere.lastIndex, context);
  if (start !== null && read.start === null) return { ...read, start: start.day, end: start.end };
  if (here(completionHere) !== null && !read.isAfterCompletion) {
    return { ...read, isAfterCompletion: true, end: completionHere.lastIndex };
  }
  return null;
}

/**
 * A rule for a span from its first day: with a count if it is daily, otherwise until the span's last day.
 */
function within(
  parts: TypedParts,
  first: string,
  { count, unit }: NonNullable<RuleWithEnd['span']>,
): TypedParts {
  if (unit === 'month' || unit === 'year') {
    const months = unit === 'month' ? count : 12 * count;
    return { ...parts, until: addDays(addMonths(first, months), -1) };
  }
  const days = unit === 'week' ? 7 * count : count;
  const isDaily = parts.freq === 'DAILY' && (parts.interval ?? 1) === 1;
  return isDaily ? { ...parts, count: days } : { ...parts, until: addDays(first, days - 1) };
}
