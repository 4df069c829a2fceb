import { changeBetween, plainFieldNames, plainOf, textLength, withChange } from '@foray/domain';
import type { LocalItem, PlainChange } from '@foray/sync';
import type { FormValues } from './item-draft.ts';

/** The plain fields of forms; the others follow from them. */
const names = plainFieldNames.filter(
  (name) => name !== 'repeat_start' && name !== 'occurrence_day',
);

/**
 * The plain fields that the values typed into a form change in an item as it was shown: the others may have
 * been changed elsewhere meanwhile.
 */
export function plainChange(
  seen: LocalItem,
  typed: FormValues & { readonly title?: string | undefined },
): PlainChange {
  const { title, description } = typed;
  const isBlank = description != null && textLength(description) === 0;
  const values = {
    ...typed,
    title: title?.trim(),
    description: isBlank ? null : description,
  };
  const given = names.filter((name) => values[name] !== undefined);
  const change = Object.fromEntries(given.map((name) => [name, values[name]]));
  // A row of an earlier release lacks fields.
  const before = { ...seen, ...plainOf(seen) };
  const changed = Object.entries(changeBetween(before, withChange(before, change))).filter(
    ([name, value]) => value !== before[name as keyof PlainChange],
  );
  return Object.fromEntries(changed);
}
