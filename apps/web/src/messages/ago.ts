import { lazyMessages } from './lazy-messages.ts';

const hour = 60;
const day = 24 * hour;
const month = 30 * day;

/**
 * The time since a moment (ISO 8601) at `nowMs`, rounded as usual: 'about 2 hours ago'. In a file of its own,
 * so that only screens that show it load it.
 */
export function formatAgo(moment: string, nowMs: number): string {
  return lazyMessages.ago.of(spanOf(Math.min(Date.parse(moment), nowMs), nowMs));
}

function spanOf(fromMs: number, toMs: number): string {
  const words = lazyMessages.ago;
  const minutes = Math.round(Math.trunc((toMs - fromMs) / 1000) / 60);
  if (minutes < 1) return words.underAMinute;
  if (minutes < 0.75 * hour) return words.minutes(minutes);
  if (minutes < day) return words.aboutHours(Math.round(minutes / hour));
  if (minutes < 1.75 * day) return words.days(1);
  if (minutes < month) return words.days(Math.round(minutes / day));
  if (minutes < 2 * month) return words.aboutMonths(Math.round(minutes / month));
  const months = wholeMonths(new Date(fromMs), new Date(toMs));
  if (months < 12) return words.months(Math.round(minutes / month));
  const years = Math.trunc(months / 12);
  if (months % 12 < 3) return words.aboutYears(years);
  return months % 12 < 9 ? words.overYears(years) : words.almostYears(years + 1);
}

/** The number of whole calendar months between two moments. */
function wholeMonths(from: Date, to: Date): number {
  const months = (to.getFullYear() - from.getFullYear()) * 12 + to.getMonth() - from.getMonth();
  const reached = new Date(from);
  reached.setMonth(from.getMonth() + months);
  return reached > to ? months - 1 : months;
}
