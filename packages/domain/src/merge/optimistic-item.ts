import { applyChange } from '../items/change.ts';
import type { EditableField, ItemChange } from '../items/change.ts';
import { applyLabels } from '../fields/label-change.ts';
import type { LabelChange } from '../fields/label-change.ts';
import { labelsOf } from '../fields/labels.ts';
import { afterAct } from '../items/occurrence.ts';
import type { OccurrenceAct } from '../items/occurrence.ts';
import type { Item } from '../items/item.ts';

/** A time for each of some fields. */
export type TimesOfFields = Readonly<Partial<Record<EditableField, string>>>;

/**
 * A person's action on an item, as a queued request describes it. `at` is the claimed timestamp. `also` names
 * the children that a delete includes, or that a restore returns.
 */
export type Operation =
  | {
      readonly kind: 'create';
      readonly uuid: string;
      readonly at: string;
      readonly item: Item;
      /** A guest created it: it keeps its values and causes no roll-up. */
      readonly imported?: boolean;
    }
  | {
      readonly kind: 'patch';
      readonly uuid: string;
      readonly at: string;
      readonly change: ItemChange;
      readonly completedAt?: string | null;
      /** The time at which the person set each field; `at` for fields that are not listed. */
      readonly setAt?: TimesOfFields;
    }
  | {
      readonly kind: 'assign';
      readonly uuid: string;
      readonly at: string;
      readonly assigned_to: number | null;
    }
  /** Changes labels, which does not affect the item's time or version. */
  | ({ readonly kind: 'label'; readonly uuid: string; readonly at: string } & LabelChange)
  /** Places the item among its siblings, which does not affect its time or version either. */
  | {
      readonly kind: 'position';
      readonly uuid: string;
      readonly at: string;
      readonly position: string | null;
    }
  /**
   * An action on one occurrence. `copy` is its completed copy, as a completion creates it or an undo finds
   * it; null if there is none. `also` names the copy and the completed children that are reset.
   */
  | {
      readonly kind: 'occurrence';
      readonly uuid: string;
      readonly at: string;
      readonly act: OccurrenceAct;
      readonly copy: Item | null;
      readonly also: readonly string[];
    }
  /** Ends the assignments of a person on the item and on those that `also` names. */
  | {
      readonly kind: 'remove';
      readonly uuid: string;
      readonly at: string;
      readonly user_id: number;
      readonly also?: readonly string[];
    }
  | {
      readonly kind: 'delete' | 'restore';
      readonly uuid: string;
      readonly at: string;
      readonly also?: readonly string[];
    };

/** An item in its displayed state. A deleted one is in no list but can be restored. */
export type OptimisticItem = Item & { readonly deleted: boolean };

/**
 * The state of an item after an operation that names it; null if there is no item. Applying an operation
 * twice has the same effect as once: a create leaves an existing item unchanged, and changes to a missing or
 * deleted item have no effect. The input is never mutated.
 */
export function applyOperation(
  item: OptimisticItem | null,
  operation: Operation,
): OptimisticItem | null {
  if (operation.kind === 'create') return item ?? { ...operation.item, deleted: false };
  if (operation.kind === 'occurrence') return applyOccurrence(item, operation);
  if (item === null) return null;
  const { at } = operation;
  switch (operation.kind) {
    case 'delete':
      return item.deleted ? item : { ...item, deleted: true, updated_at: at };
    case 'restore':
      return item.deleted ? { ...item, deleted: false, updated_at: at } : item;
    case 'patch':
      if (item.deleted) return item;
      return applyChange(item, operation.change, { at, completedAt: operation.completedAt });
    case 'label': {
      const before = labelsOf(item);
      const labels = item.deleted ? before : applyLabels(before, operation);
      return labels === before ? item : { ...item, labels };
    }
    case 'position': {
      const isSame =
        item.deleted || item.parent_uuid === null || item.position === operation.position;
      return isSame ? item : { ...item, position: operation.position };
    }
    case 'remove':
      if (item.deleted || item.assigned_to !== operation.user_id) return item;
      return applyChange(item, { assigned_to: null }, { at });
    case 'assign':
      if (item.deleted) return item;
      return applyChange(item, { assigned_to: operation.assigned_to }, { at });
  }
}

/** The state of the repeating item, its copy, or a child after an action on an occurrence. */
function applyOccurrence(
  item: OptimisticItem | null,
  { uuid, at, act, copy }: Extract<Operation, { kind: 'occurrence' }>,
): OptimisticItem | null {
  if (item === null || item.uuid === copy?.uuid) return applyToCopy(item, copy, act, at);
  if (item.deleted) return item;
  return item.uuid === uuid ? afterAct(item, act, at) : restartedChild(item, act);
}

function applyToCopy(
  item: OptimisticItem | null,
  copy: Item | null,
  { act }: OccurrenceAct,
  at: string,
): OptimisticItem | null {
  if (act === 'undo') return item === null ? null : { ...item, deleted: true, updated_at: at };
  const isThere = item !== null && !item.deleted;
  return isThere || copy === null ? item : { ...copy, id: item?.id ?? copy.id, deleted: false };
}

/** A child is reset for its item's next occurrence, automatically like a roll-up. */
function restartedChild(child: OptimisticItem, { act }: OccurrenceAct): OptimisticItem {
  const begins = act === 'complete' || act === 'skip';
  if (!begins || child.status !== 'completed') return child;
  return { ...child, status: 'pending', completed_at: null };
}

/** The state of an item after its own queued operations, without its family's roll-ups. */
export function rebaseItem(
  base: OptimisticItem | null,
  operations: readonly Operation[],
): OptimisticItem | null {
  return operations.reduce(applyOperation, base);
}
