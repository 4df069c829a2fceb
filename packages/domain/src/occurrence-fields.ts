import type { ItemStatus } from './item-values.ts';
import { isInteger } from './shape.ts';

/** Where an item stands in its series. Only what completes and skips occurrences writes it. */
export interface OccurrenceFields {
  /** The number of the current occurrence, from 1, which never falls but by undo; of a copy that of its own. */
  readonly occurrence: number;
  /** Of a completed copy the uuid of the item that repeats; null for everything else. */
  readonly occurrence_of: string | null;
}

/** These fields of a row; one of an earlier release is in its first occurrence. */
export function occurrenceOf(row: Partial<OccurrenceFields>): OccurrenceFields {
  return { occurrence: row.occurrence ?? 1, occurrence_of: row.occurrence_of ?? null };
}

/** Whether a value may stand for a number of an occurrence; an earlier release leaves it out. */
export function isOccurrence(value: unknown): boolean {
  return value === undefined || (isInteger(value) && value > 0);
}

/** Whether an item repeats; the copy of an occurrence, which keeps the rule of its item, does not. */
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
