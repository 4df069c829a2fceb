import { addDays } from '@foray/domain';
import { datedChar, readChars, wordEnd } from '../masked-text.ts';
import { phraseFinder } from '../phrase.ts';
import type { Groups, Phrase } from '../phrase.ts';
import type { FoundToken, Span, TypingContext } from '../typed-token.ts';
import { isFollowed, opensSentence } from './sentence.ts';
import { countWords, dayPart, numberOf } from './words.ts';

type TimeContext = Pick<TypingContext, 'now' | 'today'>;

/** A time, with the day if the words name a moment: 'in 48 hours'. */
interface TimeMeaning {
  readonly time: string;
  readonly day?: string;
  /** Whether it needs words around it that make it a time: a date, 'at', or the end of a sentence. */
  readonly isWeak?: boolean;
}

type TimePhrase = Phrase<TimeContext, TimeMeaning>;

const afterDate = `(?<=${datedChar},?\\s+(?:(?:at|by|@)\\s*)?)`;
const half = '(?<half>\\d{1,2}(?:[:.]\\d\\d)?)\\s?(?<meridiem>[ap])\\.?m\\.?';
const halfAgain = half.replace('<half>', '<halfAgain>').replace('<meridiem>', '<meridiemAgain>');
const atHour = `(?:(?:\\s+at(?=\\s)|(?=\\s+\\d{1,2}(?:[:.]\\d\\d|\\s?[ap]\\.?m)))\\s+(?<at>\\d{1,2}(?:[:.]\\d\\d)?)(?:\\s?(?<atHalf>[ap])\\.?m\\.?)?)?`;
const ofDay = `(?:at\\s+|in\\s+the\\s+)?(?<part>${dayPart})`;

const phrases: readonly TimePhrase[] = [
  time(half, ({ half: clock = '', meridiem }) => halfDayTime(clock, meridiem)),
  time(`${afterDate}(?<clock>\\d{1,2})(?<meridiem>[ap])`, ({ clock = '', meridiem }) =>
    halfDayTime(clock, meridiem),
  ),
  time("(?<hour>\\d{1,2})\\s?o['’]clock", ({ hour }) => timeText(workingHour(Number(hour)) * 60)),
  {
    pattern: '(?<clock>\\d{1,2}:\\d\\d)',
    valueOf: ({ clock = '', prefix }) => {
      const value = timeText(minutesOf(clock));
      return value === null ? null : { time: value, isWeak: prefix === undefined };
    },
  },
  time(`${afterDate}(?<clock>\\d{1,2}\\.[0-5]\\d)`, ({ clock = '' }) =>
    timeText(minutesOf(clock.replace('.', ':'))),
  ),
  time(`${afterDate}(?<hours>[01]\\d|2[0-3])(?<minutes>[0-5]\\d)`, ({ hours, minutes }) =>
    timeText(Number(hours) * 60 + Number(minutes)),
  ),
  time('(?<hours>[01]?\\d|2[0-3])h(?<minutes>[0-5]\\d)?', ({ hours, minutes = '0', prefix }) =>
    // '2h battery' is a duration.
    Number(hours) < 7 && prefix === undefined
      ? undefined
      : timeText(Number(hours) * 60 + Number(minutes)),
  ),
  time(
    '(?<part>half|quarter)\\s+(?<side>past|to)\\s+(?<hour>\\d{1,2})',
    ({ part = '', side = '', hour }) => {
      const minutes = /^h/i.test(part) ? 30 : 15;
      const clock = workingHour(Number(hour)) * 60;
      return timeText(/^t/i.test(side) ? clock - minutes : clock + minutes);
    },
  ),
  time('(?:12\\s+)?noon|midday|lunchtime', () => '12:00'),
  time('midnight', () => '23:59'),
  time(`(?<=${datedChar},?\\s+)${ofDay}${atHour}`, dayPartTime),
  time(
    `(?<hour>\\d{1,2}(?::\\d\\d)?)\\s+(?:at\\s+|in\\s+the\\s+)(?<part>${dayPart})`,
    ({ hour, part }) => dayPartTime({ part, at: hour }),
  ),
  moment(`in\\s+(?<amount>${countWords}|half\\s+an)\\s+(?<unit>min(?:ute)?s?|hours?)`),
  moment('\\+\\s?(?<amount>\\d{1,3})\\s+(?<unit>min(?:ute)?s?|hours?)'),
  // Before and after a time that is beside a date, the time itself counts.
  time(
    `(?:${afterDate}(?:before|after)\\s+${half}|(?:before|after)\\s+${halfAgain}(?=,?\\s+${datedChar}))`,
    ({ half: clock, meridiem, halfAgain: clockBefore = '', meridiemAgain }) =>
      halfDayTime(clock ?? clockBefore, meridiem ?? meridiemAgain),
  ),
];

const findPhrases = phraseFinder('(?:at|by|@)\\s*', phrases);

/** 'at 5' is a time only at the end of a sentence or phrase: not in 'at 5 Main Street'. */
const bareHours = new RegExp(
  `(?<=^|[\\s(\\[])(?:at\\s+|@\\s?)(?<hour>\\d{1,2})(?=\\s*(?:$|[,;!?)\\]${readChars}]))|(?<=${datedChar}\\s+)(?<alone>\\d{1,2})(?=\\s*$)`,
  'giu',
);

const dayPartHere = new RegExp(`\\s+(?:in\\s+the\\s+)?(?:${dayPart})${wordEnd}`, 'iuy');

/** A word that moves the time beside it to the evening; it is itself recognised as a date. */
const tonightBefore = /(?:^|\s)tonight,?\s+$/i;
const tonightAfter = /^\s+tonight(?!\S)/i;

/** Words before numbers that are not times: 'John 3:16', 'score 3:15', 'high noon'. */
const otherBefore =
  /(?:^|\s)(?:acts|amos|chapter|corinthians|daniel|deuteronomy|ecclesiastes|ephesians|exodus|ezekiel|galatians|genesis|hebrews|high|isaiah|james|jeremiah|job|john|joshua|kings|leviticus|luke|mark|matthew|micah|numbers|peter|philippians|proverbs|psalms?|ratio|revelation|romans|ruth|samuel|score|surah?|timothy|verse)\s+$/i;

/** The times in a masked text, in order; `whole` is the text before it was masked. */
export function readTimes(
  text: string,
  context: TimeContext,
  whole: string,
): readonly FoundToken<'time'>[] {
  const found = findPhrases(text, context).flatMap(({ start, end, prefix, value }) => {
    const before = text.slice(0, start);
    const rest = text.slice(end);
    if (otherBefore.test(before)) return [];
    const isFirst = before.trim() === '' && prefix === '';
    if (isFirst && !isFollowed(rest) && !opensSentence(rest)) return [];
    const isBesideDate =
      before.trimEnd().endsWith(datedChar) || rest.trimStart().startsWith(datedChar);
    if (value.isWeak && !isBesideDate && !isFollowed(rest)) return [];
    return [{ start, end, value: value.time, ...(value.day && { day: value.day }) }];
  });
  const bare = [...text.matchAll(bareHours)].flatMap((match) => {
    const [start, end] = [match.index, match.index + match[0].length];
    const hour = Number(match.groups?.['hour'] ?? match.groups?.['alone']);
    const value = timeText(workingHour(hour) * 60);
    const isInside = found.some((other) => start < other.end && end > other.start);
    return value === null || isInside ? [] : [{ start, end, value }];
  });
  return [...found, ...bare]
    .map((token) => atNight(token, whole))
    .toSorted((a, b) => a.start - b.start);
}

/** 'at 8 tonight' is in the evening. */
function atNight(token: FoundToken<'time'>, whole: string): FoundToken<'time'> {
  const { start, end, value } = token;
  const isTonight =
    tonightBefore.test(whole.slice(0, start)) || tonightAfter.test(whole.slice(end));
  if (!isTonight || /[ap]\.?m|h|noon|night/i.test(whole.slice(start, end).replace(/^at/i, ''))) {
    return token;
  }
  const minutes = minutesOf(value) ?? 0;
  return minutes < 720 ? { ...token, value: timeText(minutes + 720) ?? value } : token;
}

/** Found words, with the part of a day after them: 'tomorrow morning'. */
export function withDayPart<T extends Span>(text: string, found: T): T {
  dayPartHere.lastIndex = found.end;
  return dayPartHere.test(text) ? { ...found, end: dayPartHere.lastIndex } : found;
}

function time(pattern: string, valueOf: (groups: Groups) => string | null | undefined): TimePhrase {
  return {
    pattern,
    valueOf: (groups) => {
      const value = valueOf(groups);
      return value == null ? value : { time: value };
    },
  };
}

/** A moment that is some minutes or hours from now. */
function moment(pattern: string): TimePhrase {
  return {
    pattern,
    valueOf: ({ amount = '', unit = '' }, { now, today }) => {
      const isHalf = /^half/i.test(amount);
      const minutes = (isHalf ? 0.5 : numberOf(amount)) * (/^h/i.test(unit) ? 60 : 1);
      const whole = (minutesOf(now) ?? 0) + minutes;
      const value = timeText(whole % 1440);
      return value === null ? null : { time: value, day: addDays(today, Math.floor(whole / 1440)) };
    },
  };
}

const dayParts: Readonly<Record<string, string>> = {
  morning: '09:00',
  afternoon: '15:00',
  evening: '19:00',
  night: '21:00',
};

/** The time of 'evening', or of 'evening at 8'. */
function dayPartTime({ part = '', at, atHalf }: Groups): string | null {
  if (at === undefined) return dayParts[part.toLowerCase()] ?? null;
  if (atHalf !== undefined) return halfDayTime(at, atHalf);
  const minutes = minutesOf(at.replace('.', ':'));
  const isLater = minutes !== null && minutes < 720 && !/^morning$/i.test(part);
  return timeText(isLater ? minutes + 720 : minutes);
}

/** 'H' or 'H:MM' of one half of the day: '5:30' and 'pm'. */
function halfDayTime(clock: string, meridiem = ''): string | null {
  const [hours = 0, minutes = 0] = clock.split(/[:.]/).map(Number);
  if (hours < 1 || hours > 12 || minutes > 59) return null;
  return timeText(((hours % 12) + (/p/i.test(meridiem) ? 12 : 0)) * 60 + minutes);
}

/** The hour of a working day: 'at 5' is in the afternoon, 'at 9' in the morning. */
function workingHour(hour: number): number {
  return hour > 0 && hour < 7 ? hour + 12 : hour;
}

/** The minutes of `H:MM` since midnight; null for an invalid time. */
function minutesOf(clock: string): number | null {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return minutes > 59 || hours > 23 ? null : hours * 60 + minutes;
}

function timeText(minutes: number | null): string | null {
  if (minutes === null || minutes < 0 || minutes >= 1440) return null;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
