import type { Ref } from '@foray/contract';
import { canBeParent, err, mayWith, ok } from '@foray/domain';
import type { ItemType, Result } from '@foray/domain';
import { ancestorsOf } from './family.ts';
import { permissionFor } from './permitted-item.ts';
import type { Refusal } from '../store/request.ts';
import type { ItemRow } from '../store/rows.ts';
import { isTombstone } from '../store/tombstone.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';

/** The place of an item: under a parent, or (both empty) at the top level. */
export interface ParentPlacement {
  readonly parent: ItemRow | null;
  /** The parent and its ancestors up to the root, including deleted ones, nearest first. */
  readonly ancestors: readonly ItemRow[];
}

export const topLevel: ParentPlacement = { parent: null, ancestors: [] };

/**
 * Checks the parent that a create or a move names (sync.md, section 2). By uuid, an unknown parent is
 * `parent_pending` and one that the caller saw before is `parent_gone`; by number both are
 * `illegal_parent`, like a wrong type. A parent that the caller may only view, or that is the copy of an
 * occurrence, is `forbidden`. `row` was found and locked.
 */
export async function placeUnder(
  unit: CommandUnitOfWork,
  ref: Ref,
  row: ItemRow | undefined,
  type: ItemType,
): Promise<Result<ParentPlacement, Refusal>> {
  const permission = row === undefined ? null : await permissionFor(unit.tx, unit.callerId, row.id);
  if (row === undefined || permission === null) {
    const wasSeen =
      row !== undefined &&
      (isTombstone(row) || (await unit.tx.access([row.id], [unit.callerId])).length > 0);
    return err(unseenParent(ref, wasSeen));
  }
  if (!mayWith(row, permission, 'addChild')) return err({ code: 'forbidden' });
  if (!canBeParent(row.type, type)) return illegalParent;
  const ancestors = [row, ...(await ancestorsOf(unit.tx, row))];
  return ok({ parent: row, ancestors });
}

/**
 * The refusal of a parent that the caller does not see. Only by uuid does it reveal whether they saw it
 * before.
 */
export function unseenParent(ref: Ref, wasSeen: boolean): Refusal {
  if ('id' in ref) return illegalParent.error;
  return { code: wasSeen ? 'parent_gone' : 'parent_pending' };
}

const illegalParent = err({
  code: 'illegal_parent',
  fields: { parent_id: 'illegal_parent' },
} as const);
