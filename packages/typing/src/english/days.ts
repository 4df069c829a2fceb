import { addDays } from '@foray/domain';
import {
  civilDay,
  firstOfMonth,
  lastOfMonth,
  nextOfYear,
  nextWeekday,
  partsOf,
  weekdayOf,
} from '../calendar.ts';
import { phraseAt, phraseFinder } from '../phrase.ts';
import type { Groups, Phrase } from '../phrase.ts';
import type { FoundToken } from '../typed-token.ts';
import {
  firstOfNamed,
  isMonthFirst,
  dayAfterSpan,
  namedDay,
  nextWithDate,
  nthWeekday,
  numericDay,
  startOfNextWeek,
  weekendFrom,
} from './day-meaning.ts';
import type { DayContext } from './day-meaning.ts';
import { isInPlace } from './day-place.ts';
import type { DayPlace } from './day-place.ts';
import {
  countWords,
  monthDay,
  monthNames,
  monthNumber,
  nthMonthDay,
  nthWords,
  numberOf,
  weekdayNames,
  weekdayNumber,
} from './words.ts';

interface DayMeaning {
  readonly day: string;
  readonly place: DayPlace;
}

type DayPhrase = Phrase<DayContext, DayMeaning>;

/** A phrase whose day is never before today. */
function phrase(
  pattern: string,
  dayOf: (groups: Groups, context: DayContext) => string | null | undefined,
  place: DayPlace = 'anywhere',
): DayPhrase {
  return {
    pattern,
    valueOf: (groups, context) => {
      const day = dayOf(groups, context);
      if (day === undefined) return undefined;
      return day === null || day < context.today ? null : { day, place };
    },
  };
}

const ofWeekday = `(?:(?<weekday>${weekdayNames})\\.?,?\\s+(?:on\\s+)?)?`;
const year = "(?:,?\\s+(?<year>20\\d\\d)|,?\\s+['’](?<short>\\d\\d)|\\s+(?<bare>2[5-9]|[3-9]\\d))?";
const unit = '(?<unit>day|week|month|year)s?';
const month = `(?<month>${monthNames})\\.?`;

/** Days with a name and their month and date. */
const fixedDays: readonly (readonly [pattern: string, month: number, date: number])[] = [
  ["new\\s+year['’]?s\\s+day", 1, 1],
  ["valentine(?:['’]?s(?:\\s+day)?)?", 2, 14],
  ['halloween', 10, 31],
  ['christmas\\s+eve', 12, 24],
  ['christmas(?:\\s+day)?', 12, 25],
  ['boxing\\s+day', 12, 26],
  ["new\\s+year['’]?s\\s+eve", 12, 31],
];

/** The phrases that are recognised as dates. */
const phrases: readonly DayPhrase[] = [
  phrase('today|tonight|this(?=\\s+(?:morning|afternoon|evening))', (_, { today }) => today),
  phrase('tod', (_, { today }) => today, 'aside'),
  phrase('tomorrow|tmrw?', (_, { today }) => addDays(today, 1)),
  phrase('tom', (_, { today }) => addDays(today, 1), 'aside'),
  phrase('(?:the\\s+)?day\\s+after\\s+tomorrow', (_, { today }) => addDays(today, 2)),
  phrase('(?:the\\s+)?end\\s+of\\s+(?:the\\s+|this\\s+)?day|eod', (_, { today }) => today, 'atEnd'),

  // Weekdays.
  phrase(
    `(?<weekday>${weekdayNames})`,
    ({ weekday = '' }, { today }) => {
      // The name of today's weekday means the day in a week: people say 'today' for today.
      return nextWeekday(addDays(today, 1), weekdayNumber(weekday));
    },
    'weekday',
  ),
  phrase(`(?:next|coming)\\s+(?<weekday>${weekdayNames})`, ({ weekday = '' }, { today }) =>
    nextWeekday(addDays(today, 1), weekdayNumber(weekday)),
  ),
  phrase(
    `this\\s+(?:coming\\s+)?(?<weekday>${weekdayNames})|(?<weekdayOf>${weekdayNames})\\s+of\\s+this\\s+week`,
    ({ weekday, weekdayOf: ofWeek = '' }, { today }) =>
      nextWeekday(today, weekdayNumber(weekday ?? ofWeek)),
  ),
  phrase(
    `next\\s+week,?\\s+(?:on\\s+)?(?<after>${weekdayNames})|(?<before>${weekdayNames}),?\\s+(?:of\\s+)?next\\s+week`,
    ({ after, before = '' }, context) =>
      nextWeekday(startOfNextWeek(context), weekdayNumber(after ?? before)),
  ),
  phrase(
    `(?<before>${weekdayNames})\\s+week|a\\s+week\\s+on\\s+(?<after>${weekdayNames})`,
    ({ after, before = '' }, { today }) =>
      addDays(nextWeekday(addDays(today, 1), weekdayNumber(after ?? before)), 7),
  ),
  phrase(
    `in\\s+(?<count>${countWords})\\s+weeks?,?\\s+on\\s+(?<weekday>${weekdayNames})`,
    ({ count, weekday = '' }, { today, weekStartsOn }) => {
      const inWeeks = addDays(today, 7 * numberOf(count));
      const start = addDays(inWeeks, -((weekdayOf(inWeeks) - weekStartsOn + 7) % 7));
      return nextWeekday(start, weekdayNumber(weekday));
    },
  ),
  phrase(
    `(?<count>${countWords})\\s+weeks?\\s+from\\s+(?<weekday>${weekdayNames})`,
    ({ count, weekday = '' }, { today }) =>
      addDays(nextWeekday(addDays(today, 1), weekdayNumber(weekday)), 7 * numberOf(count)),
  ),

  // Dates of the calendar. 'May 5 people come' and 'March 3 miles' contain none.
  phrase(`(?<month>may|mar|march)\\s+(?<date>${monthDay})`, namedDay, 'atEnd'),
  phrase(
    `${ofWeekday}(?:the\\s+)?(?<date>${monthDay})(?:\\.?\\s+(?:of\\s+)?|-)${month}${year}`,
    namedDay,
  ),
  phrase(`${ofWeekday}${month}\\s+(?:the\\s+)?(?<date>${monthDay})${year}`, namedDay),
  phrase(
    `(?<weekday>${weekdayNames})\\.?,?\\s+(?:the\\s+)?(?<date>${monthDay})`,
    ({ weekday = '', date = '' }, { today }) => {
      const day = nextWithDate(today, Number.parseInt(date, 10));
      return weekdayOf(day) === weekdayNumber(weekday) ? day : undefined;
    },
  ),
  phrase(
    '(?<year>20\\d\\d)(?<separator>[-/])(?<month>\\d\\d)\\k<separator>(?<date>\\d\\d)',
    numericDay,
  ),
  phrase('(?<year>20\\d\\d)(?<month>0\\d|1[0-2])(?<date>[0-3]\\d)', numericDay),
  phrase(
    '(?<first>\\d{1,2})/(?<second>\\d{1,2})/(?<year>20\\d\\d)',
    ({ first, second, year: ofYear }, { locale }) =>
      isMonthFirst(locale)
        ? numericDay({ year: ofYear, month: first, date: second })
        : numericDay({ year: ofYear, month: second, date: first }),
  ),
  phrase('(?<date>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?<year>20\\d\\d)', numericDay),
  phrase(
    '(?!(?:24/7|1/[2348]|2/3|3/4)\\b)(?<first>\\d{1,2})/(?<second>\\d{1,2})',
    ({ first = '', second = '' }, { today, locale }) => {
      const [date, ofMonth] = isMonthFirst(locale) ? [second, first] : [first, second];
      return nextOfYear(today, Number(ofMonth), Number(date));
    },
    'aside',
  ),
  phrase(
    `the\\s+(?<date>${nthMonthDay})`,
    ({ date = '' }, { today }) => nextWithDate(today, Number.parseInt(date, 10)),
    'atEndAfterPrefix',
  ),

  // Spans from today.
  phrase(`in\\s+(?<count>${countWords})\\s+${unit}`, dayAfterSpan),
  phrase(
    `(?<count>${countWords})\\s+${unit}\\s+from\\s+(?:now|today|(?<tomorrow>tomorrow))`,
    dayAfterSpan,
  ),
  phrase(`\\+\\s?(?<count>\\d{1,3})\\s+${unit}`, dayAfterSpan),
  phrase(`(?<count>\\d{1,3})\\s+${unit}`, dayAfterSpan, 'aside'),
  phrase('(?<count>\\d{1,2})(?<unit>[dw])', dayAfterSpan, 'aside'),

  ...fixedDays.map(([pattern, ofMonth, date]) =>
    phrase(pattern, (_, { today }) => nextOfYear(today, ofMonth, date), 'aside'),
  ),

  // Weeks, months and years.
  phrase('(?:early\\s+)?next\\s+week', (_, context) => nextWeekday(startOfNextWeek(context), 1)),
  phrase('the\\s+week\\s+after\\s+next', (_, context) =>
    nextWeekday(addDays(startOfNextWeek(context), 7), 1),
  ),
  phrase('this\\s+weekend', (_, { today }) => weekendFrom(today)),
  phrase('next\\s+weekend', (_, { today }) => {
    const weekend = weekendFrom(today);
    return nextWeekday(addDays(weekend, 1), 6);
  }),
  phrase('next\\s+month|(?:the\\s+)?first\\s+day\\s+of\\s+next\\s+month', (_, { today }) =>
    firstOfMonth(today, 1),
  ),
  phrase(`next\\s+month\\s+on\\s+the\\s+(?<date>${monthDay})`, ({ date = '' }, { today }) => {
    const [ofYear, ofMonth] = partsOf(firstOfMonth(today, 1));
    return civilDay(ofYear, ofMonth, Number.parseInt(date, 10));
  }),
  phrase('next\\s+year', (_, { today }) => `${partsOf(today)[0] + 1}-01-01`),
  phrase(
    '(?:the\\s+)?(?:end|last\\s+day)\\s+of\\s+(?:(?<next>next)\\s+|(?:the\\s+|this\\s+)?)month|eom',
    ({ next }, { today }) => lastOfMonth(firstOfMonth(today, next === undefined ? 0 : 1)),
  ),
  phrase(
    '(?:the\\s+)?end\\s+of\\s+(?:the\\s+|this\\s+)?year',
    (_, { today }) => `${partsOf(today)[0]}-12-31`,
    'atEnd',
  ),
  phrase(
    `(?:the\\s+)?(?:end|last\\s+day)\\s+of\\s+${month}`,
    ({ month: name = '' }, { today }) => lastOfMonth(firstOfNamed(name, today, 31)),
    'atEnd',
  ),
  phrase(
    `(?:in|(?:the\\s+)?(?:beginning|start|first\\s+day)\\s+of)\\s+${month}`,
    ({ month: name = '' }, { today }) => firstOfNamed(name, today, 1),
    'atEnd',
  ),
  phrase(
    `mid[\\s-]${month}`,
    ({ month: name = '' }, { today }) => nextOfYear(today, monthNumber(name), 15),
    'atEnd',
  ),
  phrase(
    `(?:the\\s+)?(?<nth>${nthWords})\\s+(?<weekday>${weekdayNames})\\s+(?:of|in)\\s+(?:(?<next>next\\s+month)|${month})`,
    ({ nth = '', weekday = '', next, month: name = '' }, { today }) => {
      const start = next === undefined ? firstOfNamed(name, today, 31) : firstOfMonth(today, 1);
      return nthWeekday(start, nth, weekdayNumber(weekday));
    },
  ),
];

const onlyUntil = [
  phrase(month, ({ month: name = '' }, { today }) => firstOfNamed(name, today, 1)),
];

const prefix = '(?:due\\s+)?(?:on|by|starting(?:\\s+on)?)\\s+|due\\s+|for\\s+';
const findPhrases = phraseFinder(prefix, phrases);

/** Parses the date at a place of a text, after a word such as 'until'. */
const readDayAt = phraseAt('(?<prefix>(?:on\\s+)?)', [...phrases, ...onlyUntil]);

/** The dates in a masked text, in their order. */
export function readDays(text: string, context: DayContext): readonly FoundToken<'date'>[] {
  return findPhrases(text, context).flatMap(({ start, end, prefix: before, value }) => {
    const words = text.slice(start + before.length, end);
    // 'for next year' names a purpose, and 'for 2 weeks' a length.
    if (/^for/i.test(before) && isLength.test(words)) return [];
    if (!isInPlace(text, { start, end, words, hasPrefix: before !== '' }, value.place)) return [];
    return [{ start, end, value: value.day }];
  });
}

/** The date at `place`, with its end; null if there is none. */
export function dayAt(
  text: string,
  place: number,
  context: DayContext,
): { readonly day: string; readonly end: number } | null {
  const found = readDayAt(text, place, context);
  return found === undefined || found.value === null
    ? null
    : { day: found.value.day, end: found.end };
}

const isLength = new RegExp(`^(?:next|${countWords}\\s+(?:day|week|month|year))`, 'i');
