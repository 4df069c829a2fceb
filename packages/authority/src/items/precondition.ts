import { parseEtag } from '@foray/contract';
import { err, ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import type { CommandRequest, Refusal } from '../store/request.ts';
import type { ItemRow, OpRow } from '../store/rows.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

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
