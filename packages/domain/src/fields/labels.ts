import { isListOf, isText } from '../values/shape.ts';

/*
 * Labels as rows store them. Operations on them are in `label-change.ts`, which the first load of the app
 * does not need.
 */

const none: readonly string[] = [];

/** An item's labels; a row of an earlier release has none. */
export function labelsOf(row: { readonly labels?: readonly string[] }): readonly string[] {
  return row.labels ?? none;
}

/** Whether a value is valid as stored or sent labels; an earlier release leaves them out. */
export function areLabels(value: unknown): boolean {
  return value === undefined || isListOf(isText)(value);
}
