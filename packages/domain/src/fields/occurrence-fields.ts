import type { ItemStatus } from '../values/item-values.ts';
import { isInteger } from '../values/shape.ts';

/** The position of an item in its series. Only actions on occurrences write it. */
export interface OccurrenceFields {
  /**
   * The number of the current occurrence, from 1, which only an undo lowers; in a copy, that of its own
   * occurrence.
   */
  readonly occurrence: number;
  /** In a completed copy, the uuid of the repeating item; otherwise null. */
  readonly occurrence_of: string | null;
  /**
   * The number of occurrences that were completed or skipped since the rule was set, which COUNT counts. Null
   * if none was, or only in an earlier release: then the days of the rule that have passed count (`doneOf`).
   */
  readonly repeat_done: number | null;
}

/** The occurrence fields of a row. A row of an earlier release is in its first occurrence. */
export function occurrenceOf(row: Partial<OccurrenceFields>): OccurrenceFields {
  return {
    occurrence: row.occurrence ?? 1,
    occurrence_of: row.occurrence_of ?? null,
    repeat_done: row.repeat_done ?? null,
  };
}

/** Whether a value is valid as an occurrence number. An earlier release leaves it out. */
export function isOccurrence(value: unknown): boolean {
  return value === undefined || (isInteger(value) && value > 0);
}

/** Whether a value is valid as a number of occurrences that were done. An earlier release leaves it out. */
export function isRepeatDone(value: unknown): boolean {
  return value == null || (isInteger(value) && value >= 0);
}

/** Whether an item repeats. The copy of an occurrence keeps the rule of its item, but does not repeat. */
export function isRepeating({
  repeat,
  occurrence_of: of,
}: Pick<OccurrenceFields, 'occurrence_of'> & { readonly repeat: string | null }): boolean {
  return repeat != null && of == null;
}

/** Whether an item is open in that occurrence. */
export function isCurrent(
  item: Pick<OccurrenceFields, 'occurrence'> & { readonly status: ItemStatus },
  n: number,
): boolean {
  return item.occurrence === n && item.status !== 'completed';
}
