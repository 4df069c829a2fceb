import type { ItemStatus, ItemType } from './item-values.ts';
import { firstItemDay, lastItemDay } from './limits.ts';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
/** The milliseconds of a day of UTC. */
export const dayMs = 86_400_000;

/**
 * Whether `text` is a civil date `YYYY-MM-DD` that the calendar has, from year 1 to 9999. A civil
 * date has no zone, so that a day stays that day everywhere (product.md, "The wire").
 */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text) || text < '0001-01-01') return false;
  const ms = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** Whether a text is a civil day that an item can have. Items of earlier releases may have others. */
export function isItemDay(text: string): boolean {
  return isDay(text) && text >= firstItemDay && text <= lastItemDay;
}

/** The civil date `days` later, or earlier if negative. `day` must be a civil date. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Whole days from `from` to `to`, negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / dayMs;
}

/** Sorts civil dates, earliest first. */
export function compareDays(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The fields that say when an item is due. */
export interface DueFields {
  readonly type: ItemType;
  readonly due_date: string | null;
  readonly end_date: string | null;
}

/**
 * The day on which an item is due: for a campaign its end date, or else its due date; null if it has none.
 */
export function dueDay(item: DueFields): string | null {
  return item.type === 'campaign' ? (item.end_date ?? item.due_date) : item.due_date;
}

/** The time `HH:MM` at which an item is due on its day; null for any time. A campaign ends with its day. */
export function dueTime(item: {
  readonly type: ItemType;
  readonly due_time: string | null;
}): string | null {
  return item.type === 'campaign' ? null : item.due_time;
}

/** Whether an item should have been completed before `today`, a civil date in the person's time zone. */
export function isOverdue(
  item: DueFields & { readonly status: ItemStatus },
  today: string,
): boolean {
  const due = dueDay(item);
  return due !== null && due < today && item.status !== 'completed';
}
