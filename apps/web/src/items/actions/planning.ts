import { daysBetween } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import type { PlainChange } from '@foray/sync';
import { formatDueDay } from '../../messages/messages.ts';
import { currentDay } from '../fields/today.ts';
import { useDue } from '../../replica/index.ts';
import type { DueItem } from '../../replica/index.ts';
import { useShowsOthers } from '../../settings/shown-items.ts';

/** The change that sets the due day of an item, or removes it; for a campaign it is the end date. */
export function editForDay(type: ItemType, day: string | null): PlainChange {
  return type === 'campaign' ? { end_date: day } : { due_date: day };
}

/** A civil day in everyday words: 'tomorrow', 'Friday', 'Dec 4, 2026'. */
export function sayDay(day: string): string {
  return formatDueDay(day, daysBetween(currentDay(), day));
}

/** The items due up to `last` in Today and Upcoming: for the user to do, and those of others on request. */
export function useShownDue(last: string): readonly DueItem[] {
  return useDue(last, useShowsOthers() ? 'all' : 'toDo');
}
