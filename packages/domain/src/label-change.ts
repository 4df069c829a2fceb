import type { FieldCode } from './field-readers.ts';
import { keysOf, labelKey, ordered, readLabels } from './labels.ts';
import type { LabelChange } from './labels.ts';
import { err, ok } from './result.ts';
import type { Result } from './result.ts';

/*
 * What is done with changes of labels where they are made and sent; apart from `labels.ts`, which the first
 * load of the app carries.
 */

/** A change of labels as it is sent, or which of its lists is wrong: one label in both is `twice`. */
export function readLabelChange(input: {
  readonly add?: unknown;
  readonly remove?: unknown;
}): Result<LabelChange, Readonly<Partial<Record<keyof LabelChange, FieldCode>>>> {
  const [add, remove] = [readLabels(input.add), readLabels(input.remove)];
  if (!add.ok || !remove.ok) {
    return err({ ...(!add.ok && { add: add.error }), ...(!remove.ok && { remove: remove.error }) });
  }
  const removed = keysOf(remove.value);
  const isTwice = add.value.some((label) => removed.has(labelKey(label)));
  return isTwice ? err({ remove: 'twice' }) : ok({ add: add.value, remove: remove.value });
}

/** One change with the effect of two in turn. */
export function joinLabelChanges(first: LabelChange, second: LabelChange): LabelChange {
  const named = keysOf([...second.add, ...second.remove]);
  const left = (labels: readonly string[]): readonly string[] =>
    labels.filter((label) => !named.has(labelKey(label)));
  return {
    add: ordered([...left(first.add), ...second.add]),
    remove: ordered([...left(first.remove), ...second.remove]),
  };
}

/** The change that leads from one set of labels to another. */
export function labelsBetween(before: readonly string[], after: readonly string[]): LabelChange {
  return { add: without(after, before), remove: without(before, after) };
}

/** Those of some labels that are not among others. */
export function without(labels: readonly string[], others: readonly string[]): readonly string[] {
  const keys = keysOf(others);
  return labels.filter((label) => !keys.has(labelKey(label)));
}

/** Whether a change names no label. */
export function isEmptyLabelChange({ add, remove }: LabelChange): boolean {
  return add.length === 0 && remove.length === 0;
}
