import { parseEtag } from '@foray/contract';
import type { Ref } from '@foray/contract';
import { err, mayWith, ok } from '@foray/domain';
import type { ItemAction, Permission, Result } from '@foray/domain';
import { lockItems } from './family.ts';
import type { CommandRequest, Refusal } from '../store/request.ts';
import type { ItemRow, OpRow } from '../store/rows.ts';
import type { Reads } from '../store/store.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';

/**
 * The user's right on the item; null if they cannot see it. Access rows are the rights: after every change
 * they equal domain's `permissionOf` (sync.md, section 1).
 */
export async function permissionFor(
  reads: Reads,
  userId: number,
  itemId: number,
): Promise<Permission | null> {
  const [row] = await reads.access([itemId], [userId]);
  return row === undefined || row.removed ? null : row.permission;
}

/** The locked item of a request that the caller may make. */
export interface PermittedItem {
  readonly item: ItemRow;
  readonly permission: Permission;
  /** The row that `otherRef` names, locked but not checked; undefined if there is none. */
  readonly other: ItemRow | undefined;
}

/**
 * Finds the item of a request and that of `otherRef`, and locks their roots. Succeeds if the caller may
 * perform `action` on the item and it is in the state on which the request is based. An item that the
 * caller cannot see is refused as missing.
 */
export async function lockPermitted(
  unit: CommandUnitOfWork,
  ref: Ref,
  action: ItemAction,
  request: CommandRequest,
  otherRef: Ref | null = null,
): Promise<Result<PermittedItem, Refusal>> {
  const found = await lockAllowed(unit, ref, action, request, otherRef);
  if (!found.ok) return found;
  const broken = await checkPrecondition(unit, request, found.value.item);
  return broken === null ? found : err(broken);
}

/** As `lockPermitted`, but for any state of the item. */
export async function lockAllowed(
  unit: CommandUnitOfWork,
  ref: Ref,
  action: ItemAction,
  request: CommandRequest,
  otherRef: Ref | null = null,
): Promise<Result<PermittedItem, Refusal>> {
  const [item, other] = await lockItems(unit.tx, otherRef === null ? [ref] : [ref, otherRef]);
  const permission = item ? await permissionFor(unit.tx, unit.callerId, item.id) : null;
  if (item === undefined || permission === null) return err(await missingItem(unit, request));
  if (!mayWith(item, permission, action)) return err({ code: 'forbidden' });
  return ok({ item, permission, other });
}

/**
 * Why an item is not in the state on which the request is based; null if it is, or the request names none
 * (sync.md, section 2). If-Match must name this epoch and version. X-After matches while the item has the
 * version that the caller's previous request on it produced; if that one was refused or never arrived, it
 * is `after_failed`.
 */
export async function checkPrecondition(
  unit: CommandUnitOfWork,
  request: Pick<CommandRequest, 'ifMatch' | 'after'>,
  item: ItemRow,
): Promise<Refusal | null> {
  const stale = { code: 'stale', itemId: item.id } as const;
  if (request.ifMatch !== undefined) {
    const etag = parseEtag(request.ifMatch);
    const holds = etag.ok && etag.value.epoch === unit.epoch && etag.value.version === item.version;
    if (!holds) return stale;
  }
  if (request.after === undefined) return null;
  const previous = await recordOfEffect(unit, request.after);
  if (!previous.ok) return previous.error;
  if (previous.value.item_id !== item.id) return { code: 'after_failed' };
  return previous.value.version === item.version ? null : stale;
}

/**
 * The refusal for an item that does not exist for the caller. It is `after_failed`, as for a visible item,
 * if the caller's previous request has had no effect: that may be the one that creates or restores the
 * item. This reveals nothing but the caller's own requests.
 */
export async function missingItem(
  work: Pick<CommandUnitOfWork, 'tx' | 'callerId'>,
  { after }: Pick<CommandRequest, 'after'>,
): Promise<Refusal> {
  if (after === undefined) return { code: 'not_found' };
  const previous = await recordOfEffect(work, after);
  return previous.ok ? { code: 'not_found' } : previous.error;
}

/** The record of the caller's request if it took effect, or why no request can be based on it. */
async function recordOfEffect(
  work: Pick<CommandUnitOfWork, 'tx' | 'callerId'>,
  opId: string,
): Promise<Result<OpRow, Refusal>> {
  const op = await work.tx.op(work.callerId, opId);
  // An unknown request may still arrive: only a recorded refusal is final.
  if (op === null) return err({ code: 'after_failed', passing: true });
  return op.code === null ? ok(op) : err({ code: 'after_failed' });
}
