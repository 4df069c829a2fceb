import { addDays } from '../values/day.ts';
import { isAlike } from './change.ts';
import type { Item } from './item.ts';
import { isCurrent, isRepeating } from '../fields/occurrence-fields.ts';
import {
  daysPassed,
  nextAfterCompletion,
  nextAfterOccurrence,
  nextRepeatDay,
} from '../repeat/repeat-dates.ts';
import { readRepeatRule, repeatText } from '../repeat/repeat-rule.ts';
import type { RepeatRule } from '../repeat/repeat-rule.ts';

/**
 * An action on one numbered occurrence of an item (product.md, "Repeating"). `day` is the civil day of the
 * action in the person's time zone.
 */
export type OccurrenceAct =
  | {
      readonly act: 'complete';
      readonly n: number;
      readonly completedAt: string;
      readonly day: string;
    }
  | { readonly act: 'skip'; readonly n: number; readonly day: string }
  /** `copy` is the copy of the occurrence; null if there is none. */
  | { readonly act: 'undo'; readonly n: number; readonly copy: Item | null }
  /**
   * Undoes a skip; `from` is the date that the occurrence had, and `day` its day by the rule if
   * different.
   */
  | {
      readonly act: 'unskip';
      readonly n: number;
      readonly from: string;
      readonly day: string | null;
    };

/**
 * Whether an item has another occurrence after the current one. This depends on the day of completion only if
 * UNTIL is near.
 */
export function hasFurther(item: Item): boolean {
  return isRepeating(item) && item.due_date !== null && leavesCopy(item, item.due_date);
}

/** How often an item is still to be done, the current occurrence included; null without a COUNT. */
export function timesLeft(item: Item): number | null {
  const rule = ruleOf(item);
  if (rule === null || rule.count === null) return null;
  return Math.max(0, rule.count - doneOf(item, rule));
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
      return moved(item, dayAfter(item, act), at, act.completedAt);
    case 'skip':
      if (!isCurrent(item, act.n) || !isRepeating(item)) return item;
      return moved(item, dayAfter(item, act), at, at);
    case 'undo':
      return undone(item, act.n, act.copy, at);
    case 'unskip':
      return unskipped(item, act, at);
  }
}

/**
 * Whether completing the current occurrence on a day leaves a copy; otherwise the item itself is completed.
 */
export function leavesCopy(item: Item, day: string): boolean {
  return isRepeating(item) && dayAfter(item, { act: 'complete', day }) !== null;
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
    position: null,
    status: 'completed',
    created_at: at,
    updated_at: at,
    completed_at: completedAt,
    occurrence: n,
    occurrence_of: item.uuid,
  };
}

/** The rule by which an item has days; null without one that this release reads, or without a date. */
function ruleOf({ repeat, due_date: due }: Item): RepeatRule | null {
  const read = readRepeatRule(repeat);
  return read.ok && due !== null ? read.value : null;
}

/**
 * How many occurrences of an item count as done. In an item that only an earlier release has moved on, these
 * are the days that have passed; if it repeats from completion, that release has lowered COUNT itself.
 */
function doneOf(item: Item, rule: RepeatRule): number {
  if (item.repeat_done != null) return item.repeat_done;
  const day = item.occurrence_day ?? item.due_date;
  if (rule.count === null || day === null || item.repeat_from === 'completion') return 0;
  return daysPassed(rule, item.repeat_start ?? day, day) ?? item.occurrence - 1;
}

/** The next day after the current occurrence has ended on `day`; null if none is left. */
function dayAfter(
  item: Item,
  { act, day: on }: { readonly act: 'complete' | 'skip'; readonly day: string },
): string | null {
  const rule = ruleOf(item);
  const { due_date: due, occurrence_day: day } = item;
  if (rule === null || due === null) return null;
  if (rule.count !== null && rule.count <= doneOf(item, rule) + 1) return null;
  const passed = day !== null && day > due ? day : due;
  if (item.repeat_from === 'completion') {
    // A day to come that is skipped is not done again.
    return nextAfterCompletion(rule, act === 'skip' && passed > on ? passed : on);
  }
  return nextAfterOccurrence({ rule, start: item.repeat_start ?? due, passed, on });
}

/** The item at its next occurrence, or completed if `day` is null. */
function moved<T extends Item>(item: T, day: string | null, at: string, completedAt: string): T {
  const rule = ruleOf(item);
  if (day === null || rule === null || !isRepeating(item)) {
    return { ...item, status: 'completed', completed_at: completedAt, updated_at: at };
  }
  return {
    ...item,
    due_date: day,
    occurrence_day: null,
    status: 'pending',
    completed_at: null,
    occurrence: item.occurrence + 1,
    repeat_done: doneOf(item, rule) + 1,
    updated_at: at,
  };
}

function undone<T extends Item>(item: T, n: number, copy: Item | null, at: string): T {
  if (isLastDone(item, n)) return opened(item, at);
  if (copy === null || item.occurrence !== n + 1 || item.status === 'completed') return item;
  if (!isAsLeft(item, copy)) return item;
  return {
    ...item,
    due_date: copy.due_date,
    occurrence_day: copy.occurrence_day ?? null,
    repeat: copy.repeat,
    occurrence: n,
    repeat_done: copy.repeat_done,
    updated_at: at,
  };
}

function unskipped<T extends Item>(
  item: T,
  { n, from, day }: Extract<OccurrenceAct, { act: 'unskip' }>,
  at: string,
): T {
  if (isLastDone(item, n)) return opened(item, at);
  if (item.occurrence !== n + 1 || item.status === 'completed') return item;
  const passed = day ?? from;
  // A rule that was set since then starts after that day.
  if (!isOnRule(item) || (item.repeat_start ?? from) > passed) return item;
  return {
    ...item,
    due_date: from,
    occurrence_day: day === from ? null : day,
    occurrence: n,
    repeat_done: item.repeat_done == null ? null : Math.max(0, item.repeat_done - 1),
    updated_at: at,
  };
}

/** Whether an item is due on a day to which its rule has led: nobody has moved it. */
function isOnRule(item: Item): boolean {
  const rule = ruleOf(item);
  const { due_date: due, repeat_from: from } = item;
  if (rule === null || due === null || item.occurrence_day != null) return false;
  if (from === 'completion') return true;
  const start = item.repeat_start ?? due;
  return nextRepeatDay({ rule, start, after: addDays(due, -1) }) === due;
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
  const completed = (copy.completed_at ?? copy.updated_at).slice(0, 10);
  const before = { ...copy, occurrence_of: null };
  return [-1, 0, 1].some((days) => {
    const day = addDays(completed, days);
    const next = dayAfter(before, { act: 'complete', day });
    // The last occurrence leaves no copy: this one was completed late, after it had been skipped.
    if (next === null) return false;
    const left = moved(before, next, '', '');
    return [left, countedDown(left)].some((one) => isAlike('due_date', one, item));
  });
}

/** The item as an earlier release has left it: COUNT was lowered if the item repeats from its completion. */
function countedDown(item: Item): Item {
  const rule = item.repeat_from === 'completion' ? ruleOf(item) : null;
  if (rule === null || rule.count === null) return item;
  return { ...item, repeat: repeatText({ ...rule, count: rule.count - 1 }) };
}
