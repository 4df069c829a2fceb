import { companionOf, plainFieldNames, plainOf } from './item-fields.ts';
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

/** The fields that are one field with another, by that one, which comes first. */
const parts = new Map<EditableField, EditableField[]>();
for (const field of editableFields) {
  const lead = leadOf(field);
  parts.set(lead, [...(parts.get(lead) ?? []), field]);
}

/** The field under whose name a field is compared: the first of those that it is one with, or itself. */
export function leadOf(field: EditableField): EditableField {
  const isPlain = (name: EditableField): name is PlainField =>
    plainFieldNames.includes(name as PlainField);
  const companion = isPlain(field) ? companionOf(field) : undefined;
  return companion === undefined ? field : leadOf(companion);
}

/** Where two states are compared: each of `editableFields` that stands for itself and what is one with it. */
export const comparedFields: readonly EditableField[] = [...parts.keys()];

/** Whether two states are alike in one of `comparedFields`. What a row of an earlier release lacks is empty. */
export function isAlike(field: EditableField, a: Editable, b: Editable): boolean {
  return (parts.get(field) ?? []).every((part) => (a[part] ?? null) === (b[part] ?? null));
}

/** Those of `comparedFields` in which two states of one item differ, in their order. */
export function changedFields(before: Editable, after: Editable): readonly EditableField[] {
  return comparedFields.filter((field) => !isAlike(field, before, after));
}

/** The change that leads from one state to another: what a PATCH must carry. What is one field goes whole. */
export function changeBetween(before: Editable, after: Editable): ItemChange {
  const wanted = settled(after);
  const fields = changedFields(before, wanted).flatMap((field) => parts.get(field) ?? []);
  return Object.fromEntries(fields.map((field) => [field, wanted[field]]));
}

/**
 * A state with what a change sets, and what follows from that: nothing goes with a field that is empty, and
 * another rule starts on the date that it is set on, unless its start is given.
 */
export function withChange<T extends Editable>(state: T, change: ItemChange): T {
  const before = settled(state);
  const { repeat = before.repeat } = change;
  const start = repeat === before.repeat ? before.repeat_start : null;
  return settled({ ...before, repeat_start: start, ...change });
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
 * change that sets nothing new gives the same object back. What goes with a field that it empties is empty.
 */
export function applyChange<T extends Item>(item: T, change: ItemChange, time: ChangeTime): T {
  const after = withChange(item, change);
  const changed = changedFields(settled(item), after);
  if (changed.length === 0) return item;
  return {
    ...after,
    parent_id: changed.includes('parent_uuid') ? (time.parentId ?? null) : item.parent_id,
    completed_at: completedAtAfter(item, after.status, time.completedAt ?? time.at),
    updated_at: time.at,
  };
}

/** A state in which nothing goes with a field that is empty. */
function settled<T extends Editable>(state: T): T {
  return { ...state, ...plainOf(state) };
}
