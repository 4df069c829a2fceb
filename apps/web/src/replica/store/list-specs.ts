import {
  compareDays,
  dueDay,
  dueTime,
  isAssignedTo,
  isInList,
  isInTab,
  isOwnedBy,
  listOf,
  newestFirst,
  orderOfList,
  soonestFirst,
  type Item,
  type ListName,
  type Tab,
} from '@foray/domain';
import type { ListSpec } from './live-list.ts';

const mine = { myQueue: 'queue', myActive: 'active', myCompleted: 'completed' } as const;

/** A list of what the current user created. */
export type OwnList = keyof typeof mine;

/** A list of a screen; home: all the device has. */
export type ShownList = 'home' | ListName | OwnList;

/** Every item of one's Completed, those inside other items too. */
export function doneSpec(userId: number): ListSpec {
  return {
    key: `done:${userId}`,
    has: (item) => isInList('completed', item, userId),
    compare: newestFirst(orderOfList.completed),
  };
}

/** What one tab of a list shows a user; of an item inside one that is held it shows nothing. */
export function listSpec(list: ShownList, tab: Tab, userId: number): ListSpec {
  const key = `${list}:${tab}:${userId}`;
  if (list === 'home') {
    return {
      key,
      has: (item, isHeld) => item.occurrence_of === null && isInTab(tab, item, isHeld),
      compare: newestFirst('created'),
    };
  }
  if (list === 'myQueue' || list === 'myActive' || list === 'myCompleted') {
    const name = mine[list];
    return {
      key,
      has: (item) => isOwnedBy(item, userId) && listOf(item.status) === name,
      compare: newestFirst(orderOfList[name]),
    };
  }
  return {
    key,
    has: (item, isHeld) => isInList(list, item, userId) && isInTab(tab, item, isHeld),
    compare: newestFirst(orderOfList[list]),
  };
}

/** What can be started of one's Queue, what is to be started first in front. */
export function nextSpec(userId: number): ListSpec {
  return {
    key: `next:${userId}`,
    has: (item) => item.status === 'pending' && isInList('queue', item, userId),
    compare: soonestFirst,
  };
}

/** Of what the dates matter: all that is open, one's Queue, the tasks and todos under way, what one made. */
export type DueOf = 'open' | 'queue' | 'active' | 'mine';

/** What is not completed and has a date by which it is due, of what the user made or was given; by day and time. */
export function dueSpec(userId: number, of: DueOf = 'open'): ListSpec {
  return {
    key: `due:${of}:${userId}`,
    has: (item) => dueDay(item) !== null && isOpenOf(of, item, userId),
    compare: byDayAndTime,
  };
}

function isOpenOf(of: DueOf, item: Item, userId: number): boolean {
  if (of === 'queue') return isInList('queue', item, userId);
  if (of === 'active') return item.type !== 'campaign' && isInList('active', item, userId);
  const isOpen = item.status !== 'completed';
  return isOpen && (isOwnedBy(item, userId) || (of === 'open' && isAssignedTo(item, userId)));
}

function byDayAndTime(a: Item, b: Item): number {
  return (
    compareDays(dueDay(a) ?? '', dueDay(b) ?? '') ||
    compareTimes(dueTime(a), dueTime(b)) ||
    a.id - b.id
  );
}

/** The earlier first; what is due at any time of the day comes after what has one. */
function compareTimes(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
