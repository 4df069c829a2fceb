import { parseEtag } from '@foray/contract';
import type { Ref } from '@foray/contract';
import { err, mayWith, ok } from '@foray/domain';
import type { ItemAction, Permission, Result } from '@foray/domain';
import { lockItems } from './family.ts';
import type { CommandRequest, Refusal } from '../store/request.ts';
import type { ItemRow, OpRow } from '../store/rows.ts';
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
  const found = await lockAllowed(unit, ref, action, request, otherRef);
  if (!found.ok) return found;
  const broken = await brokenPrecondition(unit, request, found.value.item);
  return broken === null ? found : err(broken);
}

/** As `lockPermitted`, in whatever state the item is. */
export async function lockAllowed(
  unit: UnitOfWork,
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
 * Why an item is not in the state that the request is based on, or null if it is or the request names
 * none (sync.md, section 2). If-Match must name this epoch and version. X-After holds while the item
 * is at the version that the caller's previous request on it produced; where that one was refused or
 * never arrived it is `after_failed`.
 */
export async function brokenPrecondition(
  unit: UnitOfWork,
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
  const previous = await effectOf(unit, request.after);
  if (!previous.ok) return previous.error;
  if (previous.value.item_id !== item.id) return { code: 'after_failed' };
  return previous.value.version === item.version ? null : stale;
}

/**
 * What is said of an item that is not there for the caller. Behind a request of theirs that did not
 * take effect, which may have been the one to create or restore it, it is `after_failed`, as it is
 * where the item is seen; it concerns the caller's own requests only.
 */
export async function missingItem(
  work: Pick<UnitOfWork, 'tx' | 'callerId'>,
  { after }: Pick<CommandRequest, 'after'>,
): Promise<Refusal> {
  if (after === undefined) return { code: 'not_found' };
  const previous = await effectOf(work, after);
  return previous.ok ? { code: 'not_found' } : previous.error;
}

/** The record of a request of the caller's that took effect, or why nothing can follow it. */
async function effectOf(
  work: Pick<UnitOfWork, 'tx' | 'callerId'>,
  opId: string,
): Promise<Result<OpRow, Refusal>> {
  const op = await work.tx.op(work.callerId, opId);
  // One that is unknown may still arrive: only a refusal that was recorded is the last word.
  if (op === null) return err({ code: 'after_failed', passing: true });
  return op.code === null ? ok(op) : err({ code: 'after_failed' });
}
