import type { Ref } from '@foray/contract';
import { err, may, ok } from '@foray/domain';
import type { ItemAction, Permission, Result } from '@foray/domain';
import { lockItems } from './family.ts';
import { permissionFor } from './permission.ts';
import { brokenPrecondition, missingItem } from './precondition.ts';
import type { CommandRequest, Refusal } from '../store/request.ts';
import type { ItemRow } from '../store/rows.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

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
