import type { Item } from '@foray/domain';

/** The fields whose values tell who wrote them: in a story no two values are alike. */
export const tracedFields = ['title', 'description', 'due_date', 'end_date'] as const;
/** See {@link tracedFields}. */
export type TracedField = (typeof tracedFields)[number];

/** Values of some of the fields. */
export type Values = Readonly<Partial<Record<TracedField, string | null>>>;

/** What an item says in those fields; nothing of one that is not there. */
export function valuesOf(item: Pick<Item, TracedField> | null | undefined): Values {
  if (item === null || item === undefined) return {};
  const { title, description, due_date, end_date } = item;
  return { title, description, due_date, end_date };
}

/** The texts and dates among values; an empty field says nothing of who emptied it. */
export function writtenIn(values: Values): readonly (readonly [TracedField, string])[] {
  return tracedFields.flatMap((field) => {
    const value = values[field];
    return typeof value === 'string' ? [[field, value] as const] : [];
  });
}

/** The day with a number, unlike that of any other. */
export function dayOf(number: number): string {
  return new Date(Date.UTC(2030, 0, 1 + number)).toISOString().slice(0, 10);
}
