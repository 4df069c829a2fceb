import { language } from './language.ts';

const pluralRules = new Intl.PluralRules(language);
const mediumDate = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
const weekdayLetter = new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' });
const dateAndTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const wholeNumber = new Intl.NumberFormat(language);

/** The forms of a noun: as many as the language has (Intl.LDMLPluralRule), `other` for the rest. */
type Forms = { readonly [R in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** The form of a noun for `count` things, with the count: plural(2, {one: 'item', other: 'items'}). */
export function plural(count: number, forms: Forms): string {
  return `${wholeNumber.format(count)} ${forms[pluralRules.select(count)] ?? forms.other}`;
}

/** A number as it is written: '1,204'. */
export function formatCount(count: number): string {
  return wholeNumber.format(count);
}

/** A civil date (`YYYY-MM-DD`, the same day everywhere) in words: 'Mar 4, 2026'. */
export function formatDay(day: string): string {
  return mediumDate.format(new Date(`${day}T00:00:00Z`));
}

/** The weekday of a civil date: 'Wednesday', or the letter that stands for it, 'W'. */
export function formatWeekday(day: string, width: 'long' | 'narrow'): string {
  const format = width === 'long' ? weekday : weekdayLetter;
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** A moment (ISO 8601) as local date and time: 'Mar 4, 2026, 9:30 AM'. */
export function formatMoment(moment: string): string {
  return dateAndTime.format(new Date(moment));
}
