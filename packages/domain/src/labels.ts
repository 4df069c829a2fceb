import { readLine } from './field-readers.ts';
import type { FieldCode } from './field-readers.ts';
import { maxLabelChars, maxLabels } from './limits.ts';
import { err, ok } from './result.ts';
import type { Result } from './result.ts';
import { isListOf, isText } from './shape.ts';
import { foldCase } from './text.ts';

/**
 * A change of an item's labels, as sets of labels: changes commute as far as they name different ones. One
 * label is in one of the two lists at most.
 */
export interface LabelChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

const none: readonly string[] = [];

/** What labels are compared by: two that differ in case alone are one. */
export function labelKey(label: string): string {
  return foldCase(label);
}

/** An item's labels; a row of an earlier release has none. */
export function labelsOf(row: { readonly labels?: readonly string[] }): readonly string[] {
  return row.labels ?? none;
}

/** Whether a value may stand for labels where they are stored or sent; an earlier release leaves them out. */
export function areLabels(value: unknown): boolean {
  return value === undefined || isListOf(isText)(value);
}

/**
 * Labels as an item has them, or why not: each one line of 1 to 40 UTF-16 units after normalisation, at most
 * 50, in the order of their keys; of those with one key the first. Empty is none.
 */
export function readLabels(value: unknown): Result<readonly string[], FieldCode> {
  const labels = readList(value);
  if (!labels.ok) return labels;
  return labels.value.length > maxLabels ? err('too_many') : labels;
}

/** Labels after a change; the same list if it changes nothing. A label that is there keeps its spelling. */
export function applyLabels(
  labels: readonly string[],
  { add, remove }: LabelChange,
): readonly string[] {
  const [there, removed] = [keysOf(labels), keysOf(remove)];
  const kept = labels.filter((label) => !removed.has(labelKey(label)));
  const fresh = add.filter((label) => !there.has(labelKey(label)));
  const isSame = kept.length === labels.length && fresh.length === 0;
  return isSame ? labels : ordered([...kept, ...fresh]);
}

function readList(value: unknown): Result<readonly string[], FieldCode> {
  if (value === null || value === undefined) return ok(none);
  if (!Array.isArray(value)) return err('malformed');
  const labels = new Map<string, string>();
  for (const one of value) {
    const label = readLine(one, maxLabelChars);
    if (!label.ok) return label;
    const key = labelKey(label.value);
    if (!labels.has(key)) labels.set(key, label.value);
  }
  return ok(ordered([...labels.values()]));
}

/** The keys of labels. */
export function keysOf(labels: readonly string[]): ReadonlySet<string> {
  return new Set(labels.map(labelKey));
}

/** Labels in the order of their keys, which is the same everywhere. */
export function ordered(labels: readonly string[]): readonly string[] {
  const keyed = labels.map((label) => [labelKey(label), label] as const);
  return keyed.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, label]) => label);
}
