import { plainOf } from '../fields/item-fields.ts';
import { labelsOf } from '../fields/labels.ts';
import { positionOf } from '../fields/position.ts';
import { occurrenceOf } from '../fields/occurrence-fields.ts';
import type { OccurrenceFields } from '../fields/occurrence-fields.ts';
import type { PlainFields } from '../fields/item-fields.ts';
import type { ItemStatus, ItemType } from '../values/item-values.ts';

/** A person as a reader may see them; `phone` is empty if the reader must not see it. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly phone: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** For the reader themselves: their former numbers. */
  readonly former_phones?: readonly string[] | undefined;
  /** For the reader themselves: another user gave up this number, and has another one now. */
  readonly taken_over?: boolean | undefined;
}

/**
 * The fields that people set, the same on server, wire and device. Every field is always present; empty is
 * null. Timestamps are UTC ISO 8601 with milliseconds, dates are civil `YYYY-MM-DD`.
 */
export interface ItemFields extends PlainFields {
  readonly status: ItemStatus;
  readonly assigned_to: number | null;
  readonly completed_at: string | null;
}

/** An item without relations (DATA-10). `uuid` is its identity, `id` its number. */
export interface Item extends ItemFields, OccurrenceFields {
  readonly id: number;
  readonly uuid: string;
  readonly type: ItemType;
  /** Owner and creator; 0 for the guest. */
  readonly user_id: number;
  readonly parent_id: number | null;
  readonly parent_uuid: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** A set of labels, unique regardless of case, sorted by their keys (`label-change.ts`). */
  readonly labels: readonly string[];
  /** The key of its place among the children of its parent (`position.ts`); null if nobody has moved it. */
  readonly position: string | null;
}

/** The fields of an item, from a row that has more. */
export function itemOf(row: Item): Item {
  return {
    id: row.id,
    uuid: row.uuid,
    type: row.type,
    ...plainOf(row),
    status: row.status,
    user_id: row.user_id,
    assigned_to: row.assigned_to,
    parent_id: row.parent_id,
    parent_uuid: row.parent_uuid,
    created_at: row.created_at,
    updated_at: row.updated_at,
    completed_at: row.completed_at,
    labels: labelsOf(row),
    position: positionOf(row),
    ...occurrenceOf(row),
  };
}
