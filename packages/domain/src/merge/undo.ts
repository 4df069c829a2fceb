import { comparedFields, editableFields, isAlike, comparedFieldOf } from '../items/change.ts';
import type { ComparedField, Editable, EditableField, ItemChange } from '../items/change.ts';
import type { Item } from '../items/item.ts';
import { common, without } from '../fields/label-change.ts';
import type { LabelChange } from '../fields/label-change.ts';
import { labelsOf } from '../fields/labels.ts';

/** A change of an item as it was made: the fields that it set, with their values before and after. */
export interface MadeChange {
  readonly before: ItemChange;
  readonly after: ItemChange;
  /**
   * The server's values of these fields, while it certainly has neither this change nor a later one;
   * otherwise null.
   */
  readonly server: ItemChange | null;
  /** When the item had been completed before; null if it was not. */
  readonly completedAt: string | null;
}

/** The result of undoing a change. */
export interface Reversal {
  /** The fields to set. */
  readonly change: ItemChange;
  /**
   * The `comparedFields` that somebody has changed since. They keep, or get, the value of the last change.
   */
  readonly kept: readonly ComparedField[];
}

/**
 * The change that undoes another on an item in its current state, whose base may differ. Only fields that are
 * as the change left them get their former values; later changes, by others or by a later action, are kept.
 * Fields that depend on each other are compared and undone together.
 */
export function reversalOf(
  now: Editable & { readonly base?: Item | null },
  { before, after, server }: MadeChange,
): Reversal {
  const { base = null } = now;
  const is = (field: ComparedField, state: Editable, values: ItemChange): boolean =>
    isAlike(field, state, { ...state, ...values });
  // Somebody else set it meanwhile, and it is covered by this change, which the server does not have yet.
  const isCovered = (field: ComparedField): boolean =>
    base !== null && server !== null && !is(field, base, server) && !is(field, base, after);

  const set = new Set(
    editableFields.filter((field) => after[field] !== undefined).map(comparedFieldOf),
  );
  const change: Partial<Record<EditableField, Editable[EditableField]>> = {};
  const kept: ComparedField[] = [];
  for (const field of comparedFields) {
    if (!set.has(field)) continue;
    const isLeft = is(field, now, after);
    const isOthers = isLeft ? isCovered(field) : !is(field, now, before);
    if (isOthers) kept.push(field);
    if (!isLeft) continue;
    const former = isOthers && base !== null ? base : before;
    for (const part of editableFields) {
      if (comparedFieldOf(part) === field) change[part] = former[part] ?? null;
    }
  }
  return { change: change as ItemChange, kept };
}

/** A change of labels as it was made: the labels that were actually added and removed. */
export interface MadeLabels extends LabelChange {
  /** As {@link MadeChange.server}, for the labels. */
  readonly server: readonly string[] | null;
}

/** The result of undoing a change of labels. */
export interface LabelReversal {
  /** The labels to add and to remove. */
  readonly change: LabelChange;
  /** The labels that somebody else has added or removed too: they stay unchanged. */
  readonly kept: readonly string[];
}

/**
 * Undoes a change of labels: added labels are removed, removed ones added. A set does not show who changed
 * it: others are known to have made the same change only while the server does not have this one.
 */
export function labelReversalOf(
  { labels, base }: Pick<Item, 'labels'> & { readonly base: Item | null },
  { add, remove, server }: MadeLabels,
): LabelReversal {
  const [had, has] = base === null || server === null ? [[], []] : [server, labelsOf(base)];
  const added = common(common(add, labels), without(has, had));
  const removed = common(without(remove, labels), without(had, has));
  return {
    change: {
      add: [...without(remove, removed), ...added],
      remove: [...without(add, added), ...removed],
    },
    kept: [...added, ...removed],
  };
}
