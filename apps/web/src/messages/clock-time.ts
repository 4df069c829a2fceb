import { whenNeeded } from './format.ts';

/** In the browser's own locale, like dates. */
const timeOnly = whenNeeded(() => new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }));
const dateAndTime = whenNeeded(
  () => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
);

const civilTime = whenNeeded(
  () => new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC' }),
);

/** A civil time (`HH:MM`, the same everywhere) as the browser's locale writes it: '5:00 PM', '17:00'. */
export function formatTime(time: string): string {
  return civilTime().format(new Date(`1970-01-01T${time}Z`));
}

/** A moment (ISO 8601) as local time, with the date before it unless it is today: '12:03 PM'. */
export function formatClockTime(moment: string, nowMs: number): string {
  const at = new Date(moment);
  const isToday = at.toDateString() === new Date(nowMs).toDateString();
  return (isToday ? timeOnly() : dateAndTime()).format(at);
}
