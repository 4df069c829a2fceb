import {
  isInList,
  isInTab,
  isOwnedBy,
  listOf,
  newestFirst,
  orderOfList,
  type ListName,
  type Tab,
} from '@foray/domain';
import type { ListSpec } from './live-list.ts';

const mine = { myQueue: 'queue', myActive: 'active', myCompleted: 'completed' } as const;

/** A list of items that the current user created. */
export type OwnList = keyof typeof mine;

/** A list of a screen; home has all items of the device. */
export type ShownList = 'home' | ListName | OwnList;

/** The items in one tab of a user's list, without those inside an item that is on the device. */
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
