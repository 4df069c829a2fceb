import { masked, wordEnd, wordStart } from './masked-text.ts';
import type { FoundToken, Span, TypingContext } from './typed-token.ts';

/** Matches the part of a day. */
export const dayPart = 'morning|afternoon|evening|night';

/** 'at 8', '8:30' or '8pm' after the part of a day. */
const atHour =
  '(?:(?:\\s+at(?=\\s)|(?=\\s+\\d{1,2}(?:[:.]\\d\\d|\\s?[ap]\\.?m)))\\s+(?<at>\\d{1,2}(?:[:.]\\d\\d)?)(?:\\s?(?<atHalf>[ap])\\.?m\\.?)?)?';

/** The phrases that are read as times; the part of a day only after a date. */
const phrases = [
  "(?<half>\\d{1,2}(?:[:.]\\d\\d)?)\\s?(?<meridiem>[ap])\\.?m\\.?|(?<hour>\\d{1,2})\\s?o['’]clock",
  '(?<clock>\\d{1,2}:\\d\\d)',
  'noon|midday',
  'in\\s+(?<amount>\\d{1,3}|an?)\\s+(?<unit>min(?:ute)?s?|hours?)',
  `(?<=${masked}\\s+)(?:in\\s+the\\s+)?(?<part>${dayPart})${atHour}`,
].join('|');
const times = new RegExp(`${wordStart}(?:(?:at|by|@)\\s*)?(?:${phrases})${wordEnd}`, 'giu');

const dayPartHere = new RegExp(`\\s+(?:in\\s+the\\s+)?(?:${dayPart})${wordEnd}`, 'iuy');

/** 'at 5' is a time only at the end of a sentence or phrase: not in 'at 5 Main Street'. */
const bareHours = new RegExp(
  `${wordStart}at\\s+(?<hour>\\d{1,2})(?=\\s*(?:$|[,;!?)\\]${masked}]))`,
  'giu',
);

const otherBefore = /(?:^|\s)(?:before|after|since|until|till|from|to|between|about|than)\s+$/i;
const otherAfter = /^\s*(?:[-–]|to\b|until\b|till\b)\s*\d/i;

/** A word that moves the time beside it to the evening; it is itself read as a date. */
const tonightBefore = /(?:^|\s)tonight,?\s+$/i;
const tonightAfter = /^\s+tonight(?!\S)/i;

const dayParts: Readonly<Record<string, string>> = {
  morning: '09:00',
  afternoon: '15:00',
  evening: '19:00',
  night: '21:00',
};

/** The times in a masked text, in their order; `whole` is the text before it was masked. */
export function readTimes(
  text: string,
  { now }: Pick<TypingContext, 'now'>,
  whole: string,
): readonly FoundToken<'time'>[] {
  const phrased = [...text.matchAll(times)];
  const isApart = ({ index }: RegExpExecArray) =>
    phrased.every((one) => index < one.index || index >= one.index + one[0].length);
  return [...phrased, ...[...text.matchAll(bareHours)].filter(isApart)]
    .flatMap((match) => {
      const [start, end] = [match.index, match.index + match[0].length];
      if (otherBefore.test(text.slice(0, start)) || otherAfter.test(text.slice(end))) return [];
      const { clock, hour = clock } = match.groups ?? {};
      const isTonight =
        tonightBefore.test(whole.slice(0, start)) || tonightAfter.test(whole.slice(end));
      const words = isTonight && hour !== undefined ? { part: 'night', at: hour } : match.groups;
      const value = timeOf(words ?? {}, now);
      return value === null ? [] : [{ start, end, value }];
    })
    .toSorted((a, b) => a.start - b.start);
}

/** Found words, with the part of a day after them: 'tomorrow morning'. */
export function withDayPart<T extends Span>(text: string, found: T): T {
  dayPartHere.lastIndex = found.end;
  return dayPartHere.test(text) ? { ...found, end: dayPartHere.lastIndex } : found;
}

function timeOf(groups: Readonly<Record<string, string | undefined>>, now: string): string | null {
  const { clock, half, meridiem, hour, amount, unit = '', part, at, atHalf } = groups;
  if (clock !== undefined) return timeText(minutesOf(clock));
  if (half !== undefined) return halfDayTime(half, meridiem);
  if (hour !== undefined) return timeText(workingHour(Number(hour)) * 60);
  if (amount !== undefined) {
    const minutes = (Number(amount) || 1) * (unit.startsWith('h') ? 60 : 1);
    return minutes < 1440 ? timeText((minutesOf(now) ?? 0) + minutes, 1440) : null;
  }
  if (part !== undefined && at !== undefined) {
    if (atHalf !== undefined) return halfDayTime(at, atHalf);
    const minutes = minutesOf(at.replace('.', ':'));
    const isAfternoon = minutes !== null && minutes < 720 && !/^morning$/i.test(part);
    return timeText(isAfternoon ? minutes + 720 : minutes);
  }
  return part === undefined ? '12:00' : (dayParts[part.toLowerCase()] ?? null);
}

/** 'H' or 'H:MM' of one half of the day: '5:30' and 'pm'. */
function halfDayTime(half: string, meridiem = ''): string | null {
  const [hours = 0, minutes = 0] = half.split(/[:.]/).map(Number);
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
  return minutes > 59 ? null : hours * 60 + minutes;
}

function timeText(minutes: number | null, wrapAt?: number): string | null {
  const shown = minutes === null || wrapAt === undefined ? minutes : minutes % wrapAt;
  if (shown === null || shown >= 1440) return null;
  return `${String(Math.floor(shown / 60)).padStart(2, '0')}:${String(shown % 60).padStart(2, '0')}`;
}
