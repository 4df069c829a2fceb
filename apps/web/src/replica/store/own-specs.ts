import {
  compareDays,
  dueDay,
  dueTime,
  isForUser,
  isInList,
  isOwnedBy,
  newestFirst,
  orderOfList,
  soonestFirst,
  type Item,
} from '@foray/domain';
import type { ListSpec } from './live-list.ts';

/** All items in the user's Completed, also those inside other items. */
export function doneSpec(userId: number): ListSpec {
  return {
    key: `done:${userId}`,
    has: (item) => isInList('completed', item, userId),
    compare: newestFirst(orderOfList.completed),
  };
}

/** The pending items for the user to do, the one to start next first. */
export function nextSpec(userId: number): ListSpec {
  return {
    key: `next:${userId}`,
    has: (item) => item.status === 'pending' && isForUser(item, userId),
    compare: soonestFirst,
  };
}

/**
 * The items whose dates are considered: those for the user to do, those that the user created for others to
 * do, both, the user's Queue, the tasks and todos in progress, or all that the user created.
 */
export type DueOf = 'toDo' | 'byOthers' | 'all' | 'queue' | 'active' | 'mine';

/** The open items of a kind that have a due date, by day and time. */
export function dueSpec(userId: number, of: DueOf = 'toDo'): ListSpec {
  return {
    key: `due:${of}:${userId}`,
    has: (item) => dueDay(item) !== null && isOpenOf(of, item, userId),
    compare: byDayAndTime,
  };
}

function isOpenOf(of: DueOf, item: Item, userId: number): boolean {
  if (of === 'queue') return isInList('queue', item, userId);
  if (of === 'active') return item.type !== 'campaign' && isInList('active', item, userId);
  if (item.status === 'completed') return false;
  const isToDo = isForUser(item, userId);
  const isOwned = isOwnedBy(item, userId);
  switch (of) {
    case 'toDo':
      return isToDo;
    case 'byOthers':
      return isOwned && !isToDo;
    case 'all':
      return isOwned || isToDo;
    case 'mine':
      return isOwned;
  }
}

function byDayAndTime(a: Item, b: Item): number {
  return (
    compareDays(dueDay(a) ?? '', dueDay(b) ?? '') ||
    compareTimes(dueTime(a), dueTime(b)) ||
    a.id - b.id
  );
}

/** Orders times, earliest first; an item due at any time of the day comes after those with a time. */
function compareTimes(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
