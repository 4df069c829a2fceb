import { addDays } from '../values/day.ts';
import { isAlike } from './change.ts';
import type { Item } from './item.ts';
import { isCurrent, isRepeating } from '../fields/occurrence-fields.ts';
import { nextAfterCompletion, nextRepeatDay } from '../repeat/repeat-dates.ts';
import { readRepeatRule, repeatText } from '../repeat/repeat-rule.ts';

/**
 * An action on one numbered occurrence of an item (product.md, "Repeating"). `day` is the civil day of the
 * completion in the person's time zone.
 */
export type OccurrenceAct =
  | {
      readonly act: 'complete';
      readonly n: number;
      readonly completedAt: string;
      readonly day: string;
    }
  | { readonly act: 'skip'; readonly n: number }
  /** `copy` is the copy of the occurrence; null if there is none. */
  | { readonly act: 'undo'; readonly n: number; readonly copy: Item | null }
  /** Undoes a skip; `from` is the day that the occurrence had. */
  | { readonly act: 'unskip'; readonly n: number; readonly from: string };

/**
 * Whether an item has another occurrence after the current one. This depends on the day of completion only if
 * UNTIL is near.
 */
export function hasFurther(item: Item): boolean {
  return isRepeating(item) && item.due_date !== null && dayAfter(item, item.due_date) !== null;
}

/**
 * An item after an action on one occurrence; the same object if the action has no effect. Completing or
 * skipping the current occurrence moves the item to its next date, pending again. If there is none, or the
 * item no longer repeats, the item itself is completed. Undoing either moves the item back to the occurrence,
 * unless its dates have changed since. Actions on any other occurrence leave the item unchanged.
 */
export function afterAct<T extends Item>(item: T, act: OccurrenceAct, at: string): T {
  switch (act.act) {
    case 'complete':
      if (!isCurrent(item, act.n)) return item;
      return moved(item, dayAfter(item, act.day), at, act.completedAt);
    case 'skip':
      if (!isCurrent(item, act.n) || !isRepeating(item)) return item;
      return moved(item, dayAfter(item, null), at, null);
    case 'undo':
      return undone(item, act.n, act.copy, at);
    case 'unskip':
      return unskipped(item, act.n, act.from, at);
  }
}

/**
 * Whether completing the current occurrence on a day leaves a copy; otherwise the item itself is completed.
 */
export function leavesCopy(item: Item, day: string): boolean {
  return isRepeating(item) && dayAfter(item, day) !== null;
}

/** The fields in which the completed copy of an occurrence differs from its item. */
export interface CopyFields {
  readonly uuid: string;
  readonly n: number;
  readonly completedAt: string;
  readonly at: string;
}

/** The completed copy of an occurrence of an item in its former state. The store assigns its id. */
export function copyOf(item: Item, { uuid, n, completedAt, at }: CopyFields): Item {
  return {
    ...item,
    uuid,
    status: 'completed',
    created_at: at,
    updated_at: at,
    completed_at: completedAt,
    occurrence: n,
    occurrence_of: item.uuid,
  };
}

/**
 * The next day after the current occurrence is completed on `day`, or with null skipped; null if none is
 * left.
 */
function dayAfter(item: Item, day: string | null): string | null {
  const read = readRepeatRule(item.repeat);
  const due = item.due_date;
  if (!read.ok || due === null) return null;
  const rule =
    day === null ? { ...read.value, count: countOf(item, read.value.count) } : read.value;
  if (item.repeat_from === 'completion') return nextAfterCompletion(rule, day ?? due);
  const after = day !== null && day > due ? day : due;
  return nextRepeatDay({ rule, start: item.repeat_start ?? due, after });
}

/** The COUNT that applies to a skip: none if COUNT counts completions. */
function countOf({ repeat_from: from }: Item, count: number | null): number | null {
  return from === 'completion' ? null : count;
}

/** The item at its next occurrence, or completed if `day` is null; `completedAt` is null for a skip. */
function moved<T extends Item>(
  item: T,
  day: string | null,
  at: string,
  completedAt: string | null,
): T {
  if (day === null || !isRepeating(item)) {
    return { ...item, status: 'completed', completed_at: completedAt ?? at, updated_at: at };
  }
  return {
    ...item,
    due_date: day,
    repeat: completedAt === null ? item.repeat : countedDown(item),
    status: 'pending',
    completed_at: null,
    occurrence: item.occurrence + 1,
    updated_at: at,
  };
}

/** The rule of an item after one more completion, with COUNT lowered if it counts completions. */
function countedDown({ repeat, repeat_from: from }: Item): string | null {
  const read = readRepeatRule(repeat);
  if (from !== 'completion' || !read.ok || read.value.count === null) return repeat;
  return repeatText({ ...read.value, count: read.value.count - 1 });
}

function undone<T extends Item>(item: T, n: number, copy: Item | null, at: string): T {
  if (isLastDone(item, n)) return opened(item, at);
  if (copy === null || item.occurrence !== n + 1 || item.status === 'completed') return item;
  if (!isAsLeft(item, copy)) return item;
  return {
    ...item,
    due_date: copy.due_date,
    repeat: copy.repeat,
    occurrence: n,
    updated_at: at,
  };
}

function unskipped<T extends Item>(item: T, n: number, from: string, at: string): T {
  if (isLastDone(item, n)) return opened(item, at);
  if (item.occurrence !== n + 1 || item.status === 'completed') return item;
  // A rule that was set since then starts after that day.
  if ((item.repeat_start ?? from) > from) return item;
  const before = { ...item, due_date: from, occurrence: n, updated_at: at };
  const left = moved(before, dayAfter(before, null), at, null);
  return isAlike('due_date', left, item) ? before : item;
}

/** Whether an occurrence is the last one, with which the item itself is completed. */
function isLastDone(item: Item, n: number): boolean {
  return item.occurrence === n && item.status === 'completed';
}

function opened<T extends Item>(item: T, at: string): T {
  return { ...item, status: 'pending', completed_at: null, updated_at: at };
}

/**
 * Whether the dates of an item are those to which completing an occurrence led, in any time zone: the civil
 * day of an instant is that of UTC or a neighbouring one.
 */
function isAsLeft(item: Item, copy: Item): boolean {
  const day = (copy.completed_at ?? copy.updated_at).slice(0, 10);
  return [-1, 0, 1].some((days) => {
    const before = { ...copy, occurrence_of: null };
    const left = moved(before, dayAfter(before, addDays(day, days)), '', '');
    return isAlike('due_date', left, item);
  });
}
