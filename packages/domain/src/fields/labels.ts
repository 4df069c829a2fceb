import { isListOf, isText } from '../values/shape.ts';

/*
 * Labels as rows have them; what is done with them is in `label-change.ts`, which the first load of the app
 * does without.
 */

const none: readonly string[] = [];

/** An item's labels; a row of an earlier release has none. */
export function labelsOf(row: { readonly labels?: readonly string[] }): readonly string[] {
  return row.labels ?? none;
}

/** Whether a value may stand for labels where they are stored or sent; an earlier release leaves them out. */
export function areLabels(value: unknown): boolean {
  return value === undefined || isListOf(isText)(value);
}
