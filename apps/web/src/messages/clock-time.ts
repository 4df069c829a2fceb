import { language } from './language.ts';
import { whenNeeded } from './when-needed.ts';

const timeOnly = whenNeeded(() => new Intl.DateTimeFormat(language, { timeStyle: 'short' }));
const dateAndTime = whenNeeded(
  () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
);

/** A moment (ISO 8601) as local time, with the date before it unless it was today: '12:03 PM'. */
export function formatClockTime(moment: string, nowMs: number): string {
  const at = new Date(moment);
  const isToday = at.toDateString() === new Date(nowMs).toDateString();
  return (isToday ? timeOnly() : dateAndTime()).format(at);
}
