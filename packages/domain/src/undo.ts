import { comparedFields, editableFields, isAlike, leadOf } from './change.ts';
import type { Editable, EditableField, ItemChange } from './change.ts';
import type { Item } from './item.ts';
import { common, without } from './label-change.ts';
import type { LabelChange } from './label-change.ts';
import { labelsOf } from './labels.ts';

/** A change of an item as it was made: the fields that it set, as they were and as it left them. */
export interface MadeChange {
  readonly before: ItemChange;
  readonly after: ItemChange;
  /** What the server had in them, as long as it is certain not to have this change, or one made since; else null. */
  readonly server: ItemChange | null;
  /** When the item had been completed before; null if it was not. */
  readonly completedAt: string | null;
}

/** What taking a change back comes to. */
export interface Reversal {
  /** What is to be set again. */
  readonly change: ItemChange;
  /** Those of `comparedFields` that somebody has changed since; they keep, or get, what the last one gave them. */
  readonly kept: readonly EditableField[];
}

/**
 * What takes a change back from an item as it is now, below which the server's row may be another. Only what is
 * as the change left it gets its former value; what somebody has changed since, or a later action, is kept. What
 * is one field is compared and taken back together.
 */
export function reversalOf(
  now: Editable & { readonly base?: Item | null },
  { before, after, server }: MadeChange,
): Reversal {
  const { base = null } = now;
  const is = (field: EditableField, state: Editable, values: ItemChange): boolean =>
    isAlike(field, state, { ...state, ...values });
  // Set by somebody else meanwhile, and covered by this change, which the server does not have yet.
  const isCovered = (field: EditableField): boolean =>
    base !== null && server !== null && !is(field, base, server) && !is(field, base, after);

  const set = new Set(editableFields.filter((field) => after[field] !== undefined).map(leadOf));
  const change: Partial<Record<EditableField, Editable[EditableField]>> = {};
  const kept: EditableField[] = [];
  for (const field of comparedFields) {
    if (!set.has(field)) continue;
    const isLeft = is(field, now, after);
    const isOthers = isLeft ? isCovered(field) : !is(field, now, before);
    if (isOthers) kept.push(field);
    if (!isLeft) continue;
    const former = isOthers && base !== null ? base : before;
    for (const part of editableFields) {
      if (leadOf(part) === field) change[part] = former[part] ?? null;
    }
  }
  return { change: change as ItemChange, kept };
}

/** A change of labels as it was made: those that were not there before, and those that were. */
export interface MadeLabels extends LabelChange {
  /** As {@link MadeChange.server}, for the labels. */
  readonly server: readonly string[] | null;
}

/** What taking a change of labels back comes to. */
export interface LabelReversal {
  /** What is to be there again, and what is not. */
  readonly change: LabelChange;
  /** The labels that somebody else has added or taken away too: they stay as they are. */
  readonly kept: readonly string[];
}

/**
 * What takes a change of labels back: what it added is removed, what it removed is added. Sets say nothing of who
 * changed them: only while the server does not have the change is it known that others have made the same one.
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
