import { addDays } from '@foray/domain';

/** The civil date of these numbers; null if there is no such date. */
export function civilDay(year: number, month: number, date: number): string | null {
  if (month < 1 || month > 12 || date < 1 || date > daysOf(year, month)) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

/** The year, month (1 to 12) and date of a civil date. */
export function partsOf(day: string): readonly [year: number, month: number, date: number] {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return [year, month, date];
}

/** 0 for Sunday to 6. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** The same date `months` months later, or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = partsOf(day);
  const place = year * 12 + month - 1 + months;
  const [newYear, newMonth] = [Math.floor(place / 12), (place % 12) + 1];
  return civilDay(newYear, newMonth, Math.min(date, daysOf(newYear, newMonth))) ?? day;
}

/** The first day of the month that many months later. */
export function firstOfMonth(day: string, months = 0): string {
  return addMonths(`${day.slice(0, 8)}01`, months);
}

/** The last day of a day's month. */
export function lastOfMonth(day: string): string {
  return addDays(firstOfMonth(day, 1), -1);
}

/** The first day from `day` on that falls on a weekday, 0 for Sunday to 6. */
export function nextWeekday(day: string, weekday: number): string {
  return addDays(day, (weekday - weekdayOf(day) + 7) % 7);
}

/** The first day from `today` on with that month and date; a 29 February may be years ahead. */
export function nextOfYear(today: string, month: number, date: number): string | null {
  const [year] = partsOf(today);
  // A leap year is at most eight years after another.
  for (let later = 0; later <= 8; later += 1) {
    const day = civilDay(year + later, month, date);
    if (day !== null && day >= today) return day;
  }
  return null;
}

function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
