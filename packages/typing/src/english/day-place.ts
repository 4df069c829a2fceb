import { endsSentence, isAfterWords, isFollowed, isName, opensTask } from './sentence.ts';
import { dayPart } from './words.ts';

/**
 * The place that words must have to be a date: any; the end of a sentence or phrase; that end, after 'on' or
 * 'by'; that end, in lower case after other words; or the place of a weekday's name.
 */
export type DayPlace = 'anywhere' | 'atEnd' | 'atEndAfterPrefix' | 'aside' | 'weekday';

interface DayWords {
  readonly start: number;
  readonly end: number;
  readonly words: string;
  readonly hasPrefix: boolean;
}

/** Weekdays that are also other words: 'sun cream', 'the sun'. */
const isAmbiguous = /^(?:mon|wed|sat|sun)$/i;

const partOfDay = new RegExp(`^\\s+(?:in\\s+the\\s+)?(?:${dayPart})(?=$|\\W)`, 'i');

/**
 * Whether a date is possible at its place: 'Sunday roast', 'the sun' and 'call Tom' contain none.
 */
export function isInPlace(
  text: string,
  { start, end, words, hasPrefix }: DayWords,
  place: DayPlace,
): boolean {
  const before = text.slice(0, start);
  const rest = text.slice(end).replace(partOfDay, '');
  switch (place) {
    case 'anywhere':
      return !isName(words, before, rest);
    case 'atEnd':
      return endsSentence(rest);
    case 'atEndAfterPrefix':
      return endsSentence(rest) && hasPrefix;
    case 'aside': {
      const isAside = words === words.toLowerCase() && isAfterWords(before);
      return endsSentence(rest) && (hasPrefix || isAside);
    }
    case 'weekday':
      if (/(?:^|\s)the\s+$/i.test(before)) return false;
      if (hasPrefix || endsSentence(rest)) return true;
      if (isAmbiguous.test(words)) return false;
      return isFollowed(rest) || (before.trim() === '' && opensTask(rest));
  }
}
