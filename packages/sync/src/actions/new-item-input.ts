import {
  canBeParent,
  err,
  maxLabelsGiven,
  mayWith,
  newItem,
  ok,
  validateNewItem,
} from '@foray/domain';
import type { Birth, Item, ItemStatus, ItemType, PlainFields, Result } from '@foray/domain';
import type { LocalItem } from '../store/local-item.ts';
import type { ActionFailure } from './action-unit.ts';

/** The fields that a user sets to create an item; absent ones take their defaults. */
export interface NewItem extends Partial<PlainFields> {
  /** Set only if the caller must know it before the write is durable. */
  readonly uuid?: string;
  readonly type: ItemType;
  readonly title: string;
  readonly status?: ItemStatus;
  readonly assigned_to?: number | null;
  readonly parent_uuid?: string | null;
  /** At most 10. */
  readonly labels?: readonly string[];
}

/** The inputs for several items, at least one. */
export type NewItems = readonly [NewItem, ...(readonly NewItem[])];

/** The item that an input creates below the parent, or the reason why it cannot be created. */
export function buildItem(
  input: NewItem,
  parent: LocalItem | undefined,
  context: Birth,
): Result<Item, ActionFailure> {
  const { parent_uuid: parentUuid = null, uuid: _, ...fields } = input;
  const draft = validateNewItem({ ...fields });
  if (!draft.ok) return draft;
  if (draft.value.labels.length > maxLabelsGiven) {
    return err({ code: 'invalid', fields: { labels: 'too_many' } });
  }
  const {
    uuid: __,
    parent_id: ___,
    created_at: ____,
    completed_at: _____,
    ...values
  } = draft.value;
  const placement = parentUuid === null ? ok(null) : canBePlacedIn(parent, values.type);
  return placement.ok ? ok(newItem(context, { ...values, parent_uuid: parentUuid })) : placement;
}

/** Whether an item of that type may be placed below the parent, or at the top level without one. */
export function canBePlacedIn(
  parent: LocalItem | undefined,
  child: ItemType,
): Result<null, ActionFailure> {
  if (parent === undefined || parent._deleted || !canBeParent(parent.type, child)) {
    return err({ code: 'illegal_parent' });
  }
  return mayWith(parent, parent.permission, 'addChild') ? ok(null) : err({ code: 'forbidden' });
}
