import { plainFieldNames } from './item-fields.ts';
import type { PlainField } from './item-fields.ts';
import type { Item } from './item.ts';
import { completedAtAfter } from './status.ts';

const [title, description, ...otherPlain] = plainFieldNames;

/** The fields that a person changes after creation; `completed_at` only follows `status`. */
export const editableFields = [
  title,
  description,
  'status',
  'assigned_to',
  'parent_uuid',
  ...otherPlain,
] as readonly EditableField[];
/** The name of a field that a person may change. */
export type EditableField = PlainField | 'status' | 'assigned_to' | 'parent_uuid';

/** The editable part of an item. */
export type Editable = Pick<Item, EditableField>;

/** A change with all references resolved: only the fields that it sets. */
export type ItemChange = Readonly<Partial<Editable>>;

/**
 * The fields in which two states of one item differ, in the order of `editableFields`. A field that a row
 * of an earlier release lacks is empty.
 */
export function changedFields(before: Editable, after: Editable): readonly EditableField[] {
  return editableFields.filter((field) => (before[field] ?? null) !== (after[field] ?? null));
}

/** The change that leads from one state to another: what a PATCH must carry. */
export function changeBetween(before: Editable, after: Editable): ItemChange {
  return Object.fromEntries(changedFields(before, after).map((field) => [field, after[field]]));
}

/** When a change was made, as its maker claims. */
export interface ChangeTime {
  readonly at: string;
  /** When the item was completed, if the change completes it; else `at`. */
  readonly completedAt?: string | null | undefined;
  /** The number of the new parent, where the change moves and the number is known. */
  readonly parentId?: number | null | undefined;
}

/**
 * The item after `change`. Sets updated_at, and completed_at on entering and leaving completed. A
 * change that sets nothing new gives the same object back.
 */
export function applyChange<T extends Item>(item: T, change: ItemChange, time: ChangeTime): T {
  const after = { ...item, ...change };
  const changed = changedFields(item, after);
  if (changed.length === 0) return item;
  return {
    ...after,
    parent_id: changed.includes('parent_uuid') ? (time.parentId ?? null) : item.parent_id,
    completed_at: completedAtAfter(item, after.status, time.completedAt ?? time.at),
    updated_at: time.at,
  };
}
