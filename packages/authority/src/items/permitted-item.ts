import type { Ref } from '@foray/contract';
import { err, may, ok } from '@foray/domain';
import type { ItemAction, Permission, Result } from '@foray/domain';
import { lockItems } from './family.ts';
import { brokenPrecondition, missingItem } from './precondition.ts';
import type { CommandRequest, Refusal } from '../store/request.ts';
import type { ItemRow } from '../store/rows.ts';
import type { Reads } from '../store/store.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * What the user may do with the item, null if they cannot see it. Access rows are the rights: every
 * change leaves them equal to domain's `permissionOf` (sync.md, section 1).
 */
export async function permissionFor(
  reads: Reads,
  userId: number,
  itemId: number,
): Promise<Permission | null> {
  const [row] = await reads.access([itemId], [userId]);
  return row === undefined || row.removed ? null : row.permission;
}

/** An item that a request may go on with. */
export interface PermittedItem {
  readonly item: ItemRow;
  readonly permission: Permission;
  /** What the request names besides, locked too and not checked; undefined where there is none. */
  readonly other: ItemRow | undefined;
}

/**
 * The item that a request is about, with its root locked, and that of `otherRef`: if the caller may do
 * `action` with it and it is in the state that the request is based on. What the caller cannot see is
 * refused as missing.
 */
export async function lockPermitted(
  unit: UnitOfWork,
  ref: Ref,
  action: ItemAction,
  request: CommandRequest,
  otherRef: Ref | null = null,
): Promise<Result<PermittedItem, Refusal>> {
  const [item, other] = await lockItems(unit.tx, otherRef === null ? [ref] : [ref, otherRef]);
  const permission = item ? await permissionFor(unit.tx, unit.callerId, item.id) : null;
  if (item === undefined || permission === null) return err(await missingItem(unit, request));
  if (!may(permission, action)) return err({ code: 'forbidden' });
  const broken = await brokenPrecondition(unit, request, item);
  return broken === null ? ok({ item, permission, other }) : err(broken);
}
