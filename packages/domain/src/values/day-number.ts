import { dayMs } from './day.ts';

/** The calendar repeats after 400 years, which are whole weeks. */
export const cycleDays = 146_097;
export const cycleMonths = 4_800;
/** The days from March 1st of the year 0 to 1970-01-01. */
const march0 = 719_468;
/** The last civil day that can be written, 9999-12-31. */
export const lastDayNumber = 2_932_896;

/** A civil day as a number for arithmetic: days since 1970-01-01. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`) / dayMs;
}

/** The civil day of a `dayNumber`, in the years 1 to 9999. */
export function dayOfNumber(number: number): string {
  return new Date(number * dayMs).toISOString().slice(0, 10);
}

// The calendar in whole numbers, since a rule can pass thousands of months and date objects cost more. The
// year begins with March here, so that every five months have 153 days and February comes last.

/** The month of a day, in months since January of the year 0. */
export function monthOf(number: number): number {
  const sinceMarch0 = number + march0;
  const cycle = Math.floor(sinceMarch0 / cycleDays);
  const inCycle = sinceMarch0 - cycle * cycleDays;
  const leapDays =
    Math.floor(inCycle / 1_460) - Math.floor(inCycle / 36_524) + Math.floor(inCycle / 146_096);
  const year = Math.floor((inCycle - leapDays) / 365);
  const inYear = inCycle - daysOfYears(year);
  return cycle * cycleMonths + year * 12 + Math.floor((5 * inYear + 2) / 153) + 2;
}

/** The first day of a month of `monthOf`. */
export function firstOfMonth(month: number): number {
  const year = Math.floor((month - 2) / 12);
  const monthInYear = month - 2 - year * 12;
  return daysOfYears(year) + Math.floor((153 * monthInYear + 2) / 5) - march0;
}

/** The number of days in this many years that begin with March of the year 0. */
function daysOfYears(years: number): number {
  return years * 365 + Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
}

/** The week of a day, in weeks that begin on Monday. */
export function weekOf(number: number): number {
  return Math.floor((number + 3) / 7);
}

/** The Monday of a week of `weekOf`. */
export function firstOfWeek(week: number): number {
  return week * 7 - 3;
}
