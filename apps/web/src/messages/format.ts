import { isolated } from './bidi-isolation.ts';
import { language } from './language.ts';

/**
 * A value that `make` creates when it is first needed. A page's first date formatter takes longer than
 * rendering a screen, so none is created before a date is shown.
 */
export function whenNeeded<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const pluralRules = whenNeeded(() => new Intl.PluralRules(language));
/** In the browser's own locale, which may put day and month in another order. */
const mediumDate = whenNeeded(
  () => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }),
);
const dayOfYear = whenNeeded(
  () => new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
);
const weekday = whenNeeded(
  () => new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }),
);
const weekdayLetter = whenNeeded(
  () => new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' }),
);
const dateAndTime = whenNeeded(
  () => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
);
const dayAgo = whenNeeded(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
const wholeNumber = whenNeeded(() => new Intl.NumberFormat(language));

/** The forms of a noun: as many as the language has (Intl.LDMLPluralRule), with `other` for the rest. */
type Forms = { readonly [R in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** The form of a noun for a count, with the count: plural(2, {one: 'item', other: 'items'}). */
export function plural(count: number, forms: Forms): string {
  return `${wholeNumber().format(count)} ${forms[pluralRules().select(count)] ?? forms.other}`;
}

const shortTitleChars = 60;

/** A title as quoted in a message: only the beginning of a long one, with '…' at the end. */
export function shortTitle(title: string): string {
  const chars = [...title.replace(/[\u2068\u2069]/g, '')];
  if (chars.length <= shortTitleChars) return title;
  return isolated(`${chars.slice(0, shortTitleChars).join('').trimEnd()}…`);
}

/** A number in the language's notation: '1,204'. */
export function formatCount(count: number): string {
  return wholeNumber().format(count);
}

/** A civil date (`YYYY-MM-DD`, the same day everywhere) in words: 'Mar 4, 2026'. */
export function formatDay(day: string): string {
  return mediumDate().format(new Date(`${day}T00:00:00Z`));
}

/** A civil date `daysAhead` days from now; with `isShort` without the year if it is this one: 'Mar 4'. */
function formatFarDay(day: string, daysAhead: number, isShort: boolean): string {
  const at = new Date(`${day}T00:00:00Z`);
  const now = new Date(at.getTime() - daysAhead * 86_400_000);
  const isThisYear = at.getUTCFullYear() === now.getUTCFullYear();
  return isShort && isThisYear ? dayOfYear().format(at) : formatDay(day);
}

/**
 * A civil date `daysAhead` days from now, in everyday words: 'today', 'tomorrow', 'Friday', from a week on
 * 'Mar 4, 2026', or 'Mar 4' if `isShort` and the year is this one.
 */
export function formatDueDay(day: string, daysAhead: number, isShort = false): string {
  if (daysAhead < 0 || daysAhead > 6) return formatFarDay(day, daysAhead, isShort);
  return daysAhead < 2 ? dayAgo().format(daysAhead, 'day') : formatWeekday(day, 'long');
}

/** A civil date that was `daysAgo` days ago: 'today', '3 days ago', then as `formatDueDay`. */
export function formatDayAgo(day: string, daysAgo: number, isShort = false): string {
  if (daysAgo > 6) return formatFarDay(day, -daysAgo, isShort);
  return dayAgo().format(-Math.max(0, daysAgo), 'day');
}

/** The weekday of a civil date: 'Wednesday', or its letter, 'W'. */
export function formatWeekday(day: string, width: 'long' | 'narrow'): string {
  const format = width === 'long' ? weekday() : weekdayLetter();
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** A moment (ISO 8601) as local date and time: 'Mar 4, 2026, 9:30 AM'. */
export function formatMoment(moment: string): string {
  return dateAndTime().format(new Date(moment));
}
