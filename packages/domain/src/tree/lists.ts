import { positionKey } from '../fields/position.ts';
import type { PositionedRow } from '../fields/position.ts';
import { compareDays, dueDay } from '../values/day.ts';
import type { DueFields } from '../values/day.ts';
import { isOrphan } from './hierarchy.ts';
import type { PlacedItem } from './hierarchy.ts';
import type { ItemStatus, ItemType } from '../values/item-values.ts';
import type { RightsSubject } from './rights.ts';

/** The three lists by status, which are also the three tabs of My List. */
export const listNames = ['queue', 'active', 'completed'] as const;
/** The name of a list by status. */
export type ListName = (typeof listNames)[number];

const listOfStatus: Record<ItemStatus, ListName> = {
  pending: 'queue',
  in_progress: 'active',
  completed: 'completed',
};

/** The list that shows a status: pending in Queue, in_progress in Active, completed in Completed. */
export function listOf(status: ItemStatus): ListName {
  return listOfStatus[status];
}

/** Whether `userId` created the item, so that My List shows it. */
export function isOwnedBy(item: RightsSubject, userId: number): boolean {
  return item.user_id === userId;
}

/** Whether the item is assigned to `userId`. */
export function isAssignedTo(item: RightsSubject, userId: number): boolean {
  return item.assigned_to === userId;
}

/** Whether the item is for `userId` to do: assigned to them, or created by them and assigned to nobody. */
export function isForUser(item: RightsSubject, userId: number): boolean {
  return isAssignedTo(item, userId) || (isOwnedBy(item, userId) && !item.assigned_to);
}

/** Whether Queue, Active or Completed shows the item to `userId`, who created it or is assigned to it. */
export function isInList(
  list: ListName,
  item: RightsSubject & { readonly status: ItemStatus },
  userId: number,
): boolean {
  return listOf(item.status) === list && (isOwnedBy(item, userId) || isAssignedTo(item, userId));
}

/** The tabs of Home, Queue, Active and Completed. */
export const tabs = ['all', 'campaign', 'task', 'todo'] as const;
/** The name of a tab. */
export type Tab = (typeof tabs)[number];

/**
 * Whether a tab shows the item: All shows only orphans (LIST-06), a tab for a type every item of the type,
 * including nested ones. `has` is true for undeleted items that the reader has.
 */
export function isInTab(
  tab: Tab,
  item: PlacedItem & { readonly type: ItemType },
  has: (uuid: string) => boolean,
): boolean {
  return tab === 'all' ? isOrphan(item, has) : item.type === tab;
}

/** The timestamp that a list is sorted by, newest first: creation, last change, or completion. */
export type ListOrder = 'created' | 'updated' | 'completed';

/**
 * The order of each list (LIST-11), including My List (MYLIST-05). Home and the campaign list are in order of
 * creation, children in the order of {@link byPlace}.
 */
export const orderOfList: Readonly<Record<ListName, ListOrder>> = {
  queue: 'created',
  active: 'updated',
  completed: 'completed',
};

/** The timestamps that order an item. Stored rows may lack the last two. */
export interface TimedRow {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at?: string | null;
  readonly completed_at?: string | null;
}

/** The timestamp that an order compares, with its fallbacks (LIST-11). */
export function sortKey(order: ListOrder, item: TimedRow): string {
  switch (order) {
    case 'created':
      return item.created_at;
    case 'updated':
      return item.updated_at ?? item.created_at;
    case 'completed':
      return item.completed_at ?? item.updated_at ?? item.created_at;
  }
}

/** A total order, newest first; with equal timestamps the greater id comes first. */
export function newestFirst(order: ListOrder): (a: TimedRow, b: TimedRow) => number {
  return (a, b) => {
    const keyA = sortKey(order, a);
    const keyB = sortKey(order, b);
    if (keyA === keyB) return b.id - a.id;
    return keyA < keyB ? 1 : -1;
  };
}

/** The order of the children of an item: by the places that people have given them, else newest first. */
export function byPlace(a: TimedRow & PositionedRow, b: TimedRow & PositionedRow): number {
  if (a.position == null && b.position == null) return newestFirst('created')(a, b);
  // A space comes before every digit, so that the uuid decides only between equal keys.
  return `${positionKey(a)} ${a.uuid}` < `${positionKey(b)} ${b.uuid}` ? -1 : 1;
}

/**
 * The order in which to start the items of a queue: overdue first, then due soonest, then oldest (product.md,
 * "Gaps"). Sorting by day puts overdue items first automatically.
 */
export function soonestFirst(a: DueFields & TimedRow, b: DueFields & TimedRow): number {
  const dueA = dueDay(a);
  const dueB = dueDay(b);
  if (dueA === dueB) return newestFirst('created')(b, a);
  if (dueA === null || dueB === null) return dueA === null ? 1 : -1;
  return compareDays(dueA, dueB);
}

/** The first pending item in that order; null if there is none. */
export function upNext<T extends DueFields & TimedRow & { readonly status: ItemStatus }>(
  items: Iterable<T>,
): T | null {
  let next: T | null = null;
  for (const item of items) {
    if (item.status !== 'pending') continue;
    if (next === null || soonestFirst(item, next) < 0) next = item;
  }
  return next;
}
