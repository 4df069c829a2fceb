import { maxRetries } from '@foray/domain';
import { namedLimits } from '@foray/contract';
import type { BatchResult, DeltaItem, ErrorCode, WireItem } from '@foray/contract';
import { isTransient } from '../cycle/call-failure.ts';
import { isCommutingKind, kindOf } from '../store/queued-request.ts';
import type { BlockReason, QueuedRequest } from '../store/queued-request.ts';

/**
 * The outcome of a request by the result of its entry in a batch. done: it took effect; `item` is null if
 * this user may no longer see the item. deleted: the item is deleted, by this request or `before` it. stale:
 * others changed the item since. missing: this user no longer has the item. outdated: it was answered before
 * the item came back to this user, or comes back, and has to be sent again. orphaned: its new parent is
 * deleted, so it is created at the top level. blocked: it is in Needs attention. counted: a server error,
 * retried. parentless: its new parent has not arrived, and may never. early: its parent is queued behind it.
 * waits: no result, retried unchanged. ended: the cycle cannot continue.
 */
export type BatchEntryOutcome =
  | {
      readonly kind: 'done';
      readonly item: WireItem | null;
      /** The copy of the occurrence that the request completed. */
      readonly copy?: DeltaItem | null | undefined;
    }
  | { readonly kind: 'deleted'; readonly before?: true }
  | { readonly kind: 'missing' | 'outdated' | 'orphaned' }
  | { readonly kind: 'stale'; readonly item: WireItem | null }
  | { readonly kind: 'blocked'; readonly why: BlockReason }
  | { readonly kind: 'counted'; readonly retries: number }
  | { readonly kind: 'waits' }
  | { readonly kind: 'early' }
  | { readonly kind: 'parentless' }
  | { readonly kind: 'ended'; readonly status: number; readonly code: ErrorCode };

/** Classifies the result of one entry; a pure function. */
export function outcomeOf(request: QueuedRequest, result: BatchResult): BatchEntryOutcome {
  if (result.status === 0) return { kind: 'waits' };
  const { status, body } = result as Extract<BatchResult, { body: unknown }>;
  const kind = kindOf(request);
  if (status < 300) {
    if (kind === 'delete') return { kind: 'deleted' };
    if (body === null) return { kind: 'done', item: null };
    if (!('uuid' in body)) return { kind: 'waits' };
    const { permission, copy, ...rest } = body;
    if (permission === null) return { kind: 'done', item: null };
    const item = { ...rest, permission };
    // It repeats a create: the item may be another's by now, or have changed.
    return { kind: request.isAgain && status === 200 ? 'stale' : 'done', item, copy };
  }
  const error = body !== null && 'error' in body ? body.error : null;
  const code = error?.code ?? null;
  if (status === 404 && kind === 'delete') return { kind: 'deleted', before: true };
  // The feed says that an item is gone; a server of an earlier release has no such route.
  if (status === 404 && (isCommutingKind(kind) || kind === 'occurrence')) {
    return { kind: 'blocked', why: { kind: 'verdict', code: 'not_found', status } };
  }
  if (status === 404 && kind !== 'create') return { kind: 'missing' };
  if (status === 412) return { kind: 'stale', item: error?.item ?? null };
  if (status === 424) return blockedById(request, status);
  if (code === 'unauthenticated' || code === 'wrong_actor') return { kind: 'ended', status, code };
  if (code === 'epoch_changed' || code === 'too_old') return { kind: 'ended', status, code };
  if (code === 'parent_gone' && kind === 'create') return { kind: 'orphaned' };
  if (code === 'parent_pending') return { kind: 'parentless' };
  if (code === 'csrf') return { kind: 'waits' };
  if (status === 408 || status === 425 || status === 429) return { kind: 'waits' };
  if (isTransient(status)) return { kind: 'waits' };
  if (status >= 500) return serverErrorOutcome(request, status);
  // If an account is full, the name of the limit says more than the code.
  const limit = namedLimits.find((name) => error?.fields?.[name] !== undefined);
  const why = { kind: 'verdict', code: limit ?? code ?? `http_${status}`, status } as const;
  return { kind: 'blocked', why };
}

function serverErrorOutcome(request: QueuedRequest, status: number): BatchEntryOutcome {
  const retries = request.retries + 1;
  if (retries < maxRetries) return { kind: 'counted', retries };
  return { kind: 'blocked', why: { kind: 'server_errors', status } };
}

/** The request before it in its chain was refused, so it is blocked together with that one. */
function blockedById(request: QueuedRequest, status: number): BatchEntryOutcome {
  const { basis } = request;
  if (basis === null || !('after' in basis)) {
    return { kind: 'blocked', why: { kind: 'verdict', code: 'after_failed', status } };
  }
  return { kind: 'blocked', why: { kind: 'dependency', on: basis.after } };
}
