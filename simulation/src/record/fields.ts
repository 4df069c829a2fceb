import type { Item } from '@foray/domain';

/** The fields whose values identify their writer: in a story no two texts, dates or times are equal. */
export const tracedFields = ['title', 'description', 'due_date', 'due_time', 'end_date'] as const;
/** See {@link tracedFields}. */
export type TracedField = (typeof tracedFields)[number];

/** Every field that users change. The writer of a chosen or empty value follows from its request. */
export const changedFields = [
  ...tracedFields,
  'priority',
  'status',
  'assigned_to',
  'parent_uuid',
] as const;
/** See {@link changedFields}. */
export type ChangedField = (typeof changedFields)[number];

/** The value of a field; null is empty. */
export type Value = string | number | null;
/** Values of some of the fields. */
export type FieldValues = Readonly<Partial<Record<ChangedField, Value>>>;

/** The values of an item in those fields; none for an absent item. */
export function valuesOf(item: Pick<Item, ChangedField> | null | undefined): FieldValues {
  if (item === null || item === undefined) return {};
  return Object.fromEntries(changedFields.map((field) => [field, item[field] ?? null]));
}

/** The texts, dates and times among values; an empty field does not show who emptied it. */
export function writtenIn(values: FieldValues): readonly (readonly [TracedField, string])[] {
  return tracedFields.flatMap((field) => {
    const value = values[field];
    return typeof value === 'string' ? [[field, value] as const] : [];
  });
}

/** Whether a value differs from all others of its field, so that it identifies its writer. */
export function isUnlikeOthers(field: ChangedField, value: Value): value is string {
  return typeof value === 'string' && tracedFields.some((one) => one === field);
}

/** The day with a number, unlike the day of any other number. */
export function dayOf(number: number): string {
  return new Date(Date.UTC(2030, 0, 1 + number)).toISOString().slice(0, 10);
}

/** The time of day with a number, unlike that of any other up to 1440. */
export function timeOf(number: number): string {
  return new Date(number * 60_000).toISOString().slice(11, 16);
}

/** Few labels, some of which differ only in case, so that two people often mean the same one. */
const labels = ['home', 'Home', 'work', 'WORK', 'later', 'Ärger'] as const;

/** A label for any number. */
export function labelOf(number: number): string {
  return labels[number % labels.length] ?? 'home';
}
