import { companionOf, plainFieldNames, plainOf } from '../fields/item-fields.ts';
import type { DependentField, PlainField } from '../fields/item-fields.ts';
import { positionOf } from '../fields/position.ts';
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

/** The name of a field by which two states are compared; the fields that depend on it count with it. */
export type ComparedField = Exclude<EditableField, DependentField>;

/** The editable part of an item. */
export type Editable = Pick<Item, EditableField>;

/** A change with all references resolved: only the fields that it sets. */
export type ItemChange = Readonly<Partial<Editable>>;

/** The groups of fields that are compared as one, by the first field of each. */
const fieldGroups = new Map<ComparedField, EditableField[]>();
for (const field of editableFields) {
  const lead = comparedFieldOf(field);
  fieldGroups.set(lead, [...(fieldGroups.get(lead) ?? []), field]);
}

/** The compared field that a field belongs to: the first of its group, or itself. */
export function comparedFieldOf(field: EditableField): ComparedField {
  const isPlain = (name: EditableField): name is PlainField =>
    plainFieldNames.includes(name as PlainField);
  const companion = isPlain(field) ? companionOf(field) : undefined;
  return companion === undefined ? (field as ComparedField) : comparedFieldOf(companion);
}

/**
 * The fields by which two states are compared. Each stands for itself and for the fields that depend on it.
 */
export const comparedFields: readonly ComparedField[] = [...fieldGroups.keys()];

/**
 * Whether two states are equal in one of `comparedFields`. A field that a row of an earlier release lacks is
 * empty.
 */
export function isAlike(field: ComparedField, a: Editable, b: Editable): boolean {
  return (fieldGroups.get(field) ?? []).every((part) => (a[part] ?? null) === (b[part] ?? null));
}

/** The `comparedFields` in which two states of an item differ, in order. */
export function changedFields(before: Editable, after: Editable): readonly ComparedField[] {
  return comparedFields.filter((field) => !isAlike(field, before, after));
}

/**
 * The change that turns one state into another, for a PATCH. Fields that depend on each other are all
 * included.
 */
export function changeBetween(before: Editable, after: Editable): ItemChange {
  const wanted = withoutOrphanValues(after);
  const fields = changedFields(before, wanted).flatMap((field) => fieldGroups.get(field) ?? []);
  return Object.fromEntries(fields.map((field) => [field, wanted[field]]));
}

/**
 * A state with the values of a change and their consequences: fields that depend on an empty field are
 * cleared, and a new rule starts on its date, unless the change has its start. Another date leaves the
 * occurrence on its day by the rule, whatever the change says: its sender may have seen another occurrence.
 */
export function withChange<T extends Editable>(state: T, change: ItemChange): T {
  const before = withoutOrphanValues(state);
  const isNewRule = changesRule(before, change);
  const start = isNewRule ? null : before.repeat_start;
  const { occurrence_day: given = null } = change;
  const day = isNewRule ? given : (before.occurrence_day ?? before.due_date);
  return withoutOrphanValues({ ...before, repeat_start: start, ...change, occurrence_day: day });
}

function changesRule({ repeat }: Editable, change: ItemChange): boolean {
  return change.repeat !== undefined && change.repeat !== repeat;
}

/** The time of a change, as its sender claims it. */
export interface ChangeTime {
  readonly at: string;
  /** The time of completion, if the change completes the item; otherwise `at`. */
  readonly completedAt?: string | null | undefined;
  /** The number of the new parent, if the change moves the item and the number is known. */
  readonly parentId?: number | null | undefined;
}

/**
 * The item after `change`. Sets updated_at, and completed_at on entering and leaving completed. Returns the
 * same object if the change sets nothing new. Fields that depend on a cleared field are cleared.
 */
export function applyChange<T extends Item>(item: T, change: ItemChange, time: ChangeTime): T {
  const after = withChange(item, change);
  const changed = changedFields(withoutOrphanValues(item), after);
  if (changed.length === 0) return item;
  const isMoved = changed.includes('parent_uuid');
  return {
    ...after,
    // It has no place among its new siblings yet.
    position: isMoved ? null : positionOf(item),
    repeat_done: changesRule(withoutOrphanValues(item), change) ? null : (item.repeat_done ?? null),
    parent_id: isMoved ? (time.parentId ?? null) : item.parent_id,
    completed_at: completedAtAfter(item, after.status, time.completedAt ?? time.at),
    updated_at: time.at,
  };
}

/** A state without values that depend on an empty field. */
function withoutOrphanValues<T extends Editable>(state: T): T {
  return { ...state, ...plainOf(state) };
}
