import { readLine } from '../values/field-readers.ts';
import type { FieldCode } from '../values/field-readers.ts';
import { maxLabelChars, maxLabels } from '../values/limits.ts';
import { err, ok } from '../values/result.ts';
import type { Result } from '../values/result.ts';
import { foldCase, foldForSearch } from '../values/folded-text.ts';

/**
 * A change of an item's labels, as two sets of labels. Changes that name different labels commute. A label is
 * in at most one of the two sets.
 */
export interface LabelChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** The key by which labels are compared: labels that differ only in case are the same. */
export function labelKey(label: string): string {
  return foldCase(label);
}

/**
 * The labels of an item, or why they are refused: each is one line of 1 to 40 UTF-16 units after
 * normalisation. At most 50 are allowed, sorted by their keys; of labels with the same key the first counts.
 * An empty value means none.
 */
export function readLabels(value: unknown): Result<readonly string[], FieldCode> {
  const labels = readList(value);
  if (!labels.ok) return labels;
  return labels.value.length > maxLabels ? err('too_many') : labels;
}

/** Labels after a change; the same list if it changes nothing. An existing label keeps its spelling. */
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

/** A change of labels as sent, or the name of its wrong list: a label in both lists is `twice`. */
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

/** One change with the effect of two in sequence. */
export function joinLabelChanges(first: LabelChange, second: LabelChange): LabelChange {
  const named = keysOf([...second.add, ...second.remove]);
  const left = (labels: readonly string[]): readonly string[] =>
    labels.filter((label) => !named.has(labelKey(label)));
  return {
    add: ordered([...left(first.add), ...second.add]),
    remove: ordered([...left(first.remove), ...second.remove]),
  };
}

/** The change that turns one set of labels into another. */
export function labelsBetween(before: readonly string[], after: readonly string[]): LabelChange {
  return { add: without(after, before), remove: without(before, after) };
}

/** The labels that are not among others. */
export function without(labels: readonly string[], others: readonly string[]): readonly string[] {
  const keys = keysOf(others);
  return labels.filter((label) => !keys.has(labelKey(label)));
}

/** The labels that occur among others too. */
export function common(labels: readonly string[], others: readonly string[]): readonly string[] {
  const keys = keysOf(others);
  return labels.filter((label) => keys.has(labelKey(label)));
}

/**
 * The existing label that a person means by typing `label`: the equal one, or the one that differs only in
 * accents.
 */
export function labelMeant(inUse: readonly string[], label: string): string | undefined {
  const meant = (keyOf: (text: string) => string): string | undefined =>
    inUse.find((one) => keyOf(one) === keyOf(label));
  return meant(labelKey) ?? meant(foldForSearch);
}

/** Whether a change names no label. */
export function isEmptyLabelChange({ add, remove }: LabelChange): boolean {
  return add.length === 0 && remove.length === 0;
}

function readList(value: unknown): Result<readonly string[], FieldCode> {
  if (value === null || value === undefined) return ok([]);
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

function keysOf(labels: readonly string[]): ReadonlySet<string> {
  return new Set(labels.map(labelKey));
}

/** Labels sorted by their keys, with the same result everywhere. */
function ordered(labels: readonly string[]): readonly string[] {
  const keyed = labels.map((label) => [labelKey(label), label] as const);
  return keyed.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, label]) => label);
}
