import { daysBetween } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import type { PlainChange } from '@foray/sync';
import { formatDueDay } from '../../messages/messages.ts';
import { currentDay } from '../fields/today.ts';

/** The change that sets the due day of an item, or removes it; for a campaign it is the end date. */
export function editForDay(type: ItemType, day: string | null): PlainChange {
  return type === 'campaign' ? { end_date: day } : { due_date: day };
}

/** A civil day in everyday words: 'tomorrow', 'Friday', 'Dec 4, 2026'. */
export function sayDay(day: string): string {
  return formatDueDay(day, daysBetween(currentDay(), day));
}
