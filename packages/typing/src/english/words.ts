/** Matches the name of a day of the week. */
export const weekdayNames =
  '(?:mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)';

/** Matches the name of a month. */
export const monthNames =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

/** Matches the number of a day of a month: '24', '24th'. */
export const monthDay = '(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?';

/** Matches the number of a day of a month with its ending: '24th'. */
export const nthMonthDay = '(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)';

/** Matches the part of a day. */
export const dayPart = 'morning|afternoon|evening|night';

const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Matches a number from one: '3', 'three', 'a'. */
export const countWords = `(?:\\d{1,4}|an?|${numbers.join('|')}|a\\s+couple\\s+of|a\\s+few)`;

/** Matches the interval of a rule: '3', 'three', 'third', '3rd', 'other'. */
export const intervalWords = `(?:other|second|third|\\d{1,3}|2nd|3rd|\\d{1,2}th|${numbers.join('|')})`;

/** Matches the place of a weekday in its month: 'first', '1st', 'last'. */
export const nthWords = `(?:${ordinals.join('|')}|last|1st|2nd|3rd|4th|5th)`;

/** The number that words mean: 2 for 'two', 'second', 'other' and 'a couple of', 3 for 'a few'; 1 if absent. */
export function numberOf(words = '1'): number {
  const text = words.toLowerCase();
  if (text === 'other' || text.includes('couple')) return 2;
  if (text.includes('few')) return 3;
  if (text === 'a' || text === 'an') return 1;
  const place = Math.max(ordinals.indexOf(text), numbers.indexOf(text));
  return place === -1 ? Number.parseInt(text, 10) : place + 1;
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** The number of a named weekday: 0 for Sunday to 6. */
export function weekdayNumber(name: string): number {
  return weekdays.indexOf(name.slice(0, 3).toLowerCase());
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The number of a named month: 1 to 12. */
export function monthNumber(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}
