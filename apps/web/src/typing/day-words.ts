import { casual, GB } from 'chrono-node/en';
import { addDays } from '@foray/domain';
import { masked, wordEnd, wordStart } from './masked-text.ts';
import { firstDay } from './repeat-rule.ts';
import type { FoundToken, TypingContext } from './typed-token.ts';

/** The parts of the context on which a date depends. */
type DayContext = Pick<TypingContext, 'today' | 'weekStartsOn' | 'locale'>;

/** Matches the name of a day of the week. */
export const weekdayNames =
  '(?:mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)';
/** Matches the name of a month. */
export const monthNames =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** Matches the number of a day of a month: '24', '24th'. */
export const monthDay = '(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?';

const year = ',?\\s+20\\d\\d';
/** The numbers that are read as words, from one. */
export const numberNames = 'one two three four five six seven eight nine ten eleven twelve'.split(
  ' ',
);
const count = `(?:\\d{1,3}|an?|${numberNames.join('|')})`;

/**
 * The phrases that are read as dates; chrono-node receives nothing else. By itself it takes far more for a
 * date: 'may', 'sat', '2.5', '5m'.
 */
const phrases = [
  'today|tonight|tomorrow|tmrw?|(?:the\\s+)?day\\s+after\\s+tomorrow',
  `(?:(?:this|next)\\s+)?${weekdayNames}(?:\\s+next\\s+week)?`,
  `${monthDay}(?:\\s+of)?\\s+${monthNames}(?:${year})?`,
  `${monthNames}\\s+${monthDay}(?:${year})?`,
  '20\\d\\d-\\d\\d-\\d\\d',
  '\\d{1,2}/\\d{1,2}/20\\d\\d|\\d{1,2}\\.\\d{1,2}\\.20\\d\\d',
  `in\\s+${count}\\s+(?:days?|weeks?|months?|years?)`,
  `${count}\\s+(?:days?|weeks?|months?)\\s+from\\s+(?:now|today|tomorrow)`,
  'next\\s+(?:weekend|week|month|year)|this\\s+weekend',
  '(?:the\\s+)?end\\s+of\\s+(?:the\\s+)?month',
  'the\\s+(?:[12]?1st|2?2nd|2?3rd|(?:[4-9]|1\\d|2[04-9]|30)th|31st)',
].join('|');

const prefix = '(?:due\\s+)?(?:on|by)\\s+|due\\s+|starting\\s+(?:on\\s+)?|for\\s+';
const dates = new RegExp(`${wordStart}(?<prefix>${prefix})?(?<phrase>${phrases})${wordEnd}`, 'giu');
const dateHere = new RegExp(`(?:on\\s+)?(?<phrase>${phrases})${wordEnd}`, 'iuy');

/**
 * Words before or after a date that make it part of something else: 'before friday', 'Black Friday', 'friday
 * to sunday'.
 */
const otherBefore =
  /(?:^|\s)(?:before|after|since|until|till|from|to|between|of|last|past|about|than|like|every!?|each|black|good|cyber|casual|palm|easter|ash|super)\s+$/i;
const otherAfter = /^\s*(?:[-–]|to\b|until\b|till\b|through\b|ago\b)/i;

/** Text that may follow ambiguous words: the end of a sentence or phrase, or a time. */
const ends = new RegExp(
  `^\\s*(?:$|[,.;:!?)\\]${masked}]|(?:at\\s+)?(?:\\d{1,2}(?::\\d\\d|\\s*[ap]\\.?m\\b)|noon\\b)|(?:morning|afternoon|evening|night)\\b)`,
  'iu',
);

/**
 * Words that are dates only at the end of a sentence or phrase: 'sun cream', 'the sun', 'may 5 people', 'on
 * the 2nd floor'.
 */
const isAmbiguous = /^(?:mon|wed|sat|sun|(?:may|mar|march)\s+\d+|the\s+\d+\w\w)$/i;

/** The dates in a masked text, in their order. */
export function readDays(text: string, context: DayContext): readonly FoundToken<'date'>[] {
  return [...text.matchAll(dates)].flatMap((match) => {
    const { prefix: before = '', phrase = '' } = match.groups ?? {};
    const [start, end] = [match.index, match.index + match[0].length];
    const rest = text.slice(end);
    if (otherBefore.test(text.slice(0, start)) || otherAfter.test(rest)) return [];
    if (/^for/i.test(before) && /^next/i.test(phrase)) return [];
    const isCertain = before !== '' && !/^the/i.test(phrase);
    const isOther = !ends.test(rest) || /(?:^|\s)the\s+$/i.test(text.slice(0, start));
    if (isAmbiguous.test(phrase) && !isCertain && isOther) return [];
    if (/^the\s+\d/i.test(phrase) && before === '') return [];
    const value = dayOf(phrase, context);
    return value === null ? [] : [{ start, end, value }];
  });
}

/** The date at `place`, with its end; null if there is none. */
export function dayAt(
  text: string,
  place: number,
  context: DayContext,
): { readonly day: string; readonly end: number } | null {
  dateHere.lastIndex = place;
  const match = dateHere.exec(text);
  const day = match === null ? null : dayOf(match.groups?.['phrase'] ?? '', context);
  return day === null ? null : { day, end: dateHere.lastIndex };
}

/** The day that a phrase names, seen from today; null for a day that no calendar has or that is over. */
function dayOf(phrase: string, context: DayContext): string | null {
  const words = phrase.toLowerCase().replace(/\s+/g, ' ');
  const { today } = context;
  const nth = /^the (\d+)/.exec(words)?.[1];
  if (nth !== undefined) return firstDay({ freq: 'MONTHLY', byMonthDay: [Number(nth)] }, today);
  const day = periodDay(words, context) ?? chronoDay(words, context);
  return day === null || day < today ? null : day;
}

/** The day that stands for a future week, weekend, month or year: its Monday, Saturday or first day. */
function periodDay(words: string, { today, weekStartsOn }: DayContext): string | null {
  const weekday = weekdayOf(today);
  const nextWeek = addDays(today, 7 - ((weekday - weekStartsOn + 7) % 7));
  const inWeek = (wanted: number, start: string) =>
    addDays(start, (wanted - weekdayOf(start) + 7) % 7);
  switch (words) {
    case 'next week':
      return inWeek(1, nextWeek);
    case 'this weekend':
      return weekday === 0 ? today : inWeek(6, today);
    case 'next weekend':
      return inWeek(6, weekday === 0 ? today : addDays(inWeek(6, today), 1));
    case 'next month':
      return firstDay({ freq: 'MONTHLY', byMonthDay: [1] }, addDays(today, 1));
    case 'next year':
      return `${Number(today.slice(0, 4)) + 1}-01-01`;
    default:
      return null;
  }
}

/** The date that chrono-node reads in a phrase, if it covers the whole phrase. */
function chronoDay(words: string, { today, locale }: DayContext): string | null {
  const phrase = words
    .replace(/\btues\b/, 'tue')
    .replace(/^(?:the )?day after tomorrow$/, 'overmorrow')
    .replace(/^the (?=end)/, '');
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number);
  // A month after 31 January is the last day of February; chrono-node returns 3 March.
  const isInMonths = /(?:month|year)s?(?: from now)?$/.test(phrase) && !phrase.startsWith('end');
  const from = new Date(year, month - 1, isInMonths ? 1 : date);
  // The two differ only in dates whose days and months are numbers.
  const chrono = /^\d+\D\d+\D\d{4}$/.test(phrase) && !isMonthFirst(locale) ? GB : casual;
  const [result, ...others] = chrono.parse(phrase, from, { forwardDate: true });
  if (result === undefined || others.length > 0 || result.end) return null;
  if (result.text.length !== phrase.length) return null;
  const [y, m, d] = (['year', 'month', 'day'] as const).map((part) => result.start.get(part) ?? 0);
  const found = dayText(y ?? 0, m ?? 0, d ?? 0);
  if (isInMonths) return dayText(y ?? 0, m ?? 0, Math.min(date, lastDate(found)));
  // The name of today's weekday means the one in a week: people say 'today' for today.
  const isName = new RegExp(`^${weekdayNames}$`).test(phrase);
  return isName && found === today ? addDays(today, 7) : found;
}

function dayText(year: number, month: number, date: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

/** The number of the last day of a day's month. */
function lastDate(day: string): number {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Whether dates are written with the month before the day. */
function isMonthFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type);
  return parts.indexOf('month') < parts.indexOf('day');
}

/** 0 for Sunday to 6. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
