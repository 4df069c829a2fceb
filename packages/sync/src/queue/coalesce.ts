import type { ItemChange } from '@foray/domain';
import { changeOf, kindOf, patchData } from '../store/operation.ts';
import type { QueuedRequest, RequestData } from '../store/queued-request.ts';

/** A change of an item on its way into the queue. */
export type Change =
  | { readonly kind: 'create'; readonly uuid: string; readonly data: RequestData }
  | {
      readonly kind: 'patch';
      readonly uuid: string;
      readonly change: ItemChange;
      readonly completedAt: string | null;
    }
  | { readonly kind: 'assign'; readonly uuid: string; readonly assignedTo: number | null }
  | {
      readonly kind: 'remove';
      readonly uuid: string;
      readonly userId: number;
      readonly also: readonly string[];
    }
  | { readonly kind: 'delete'; readonly uuid: string; readonly children: readonly string[] }
  | { readonly kind: 'restore'; readonly uuid: string; readonly also: readonly string[] };

/**
 * What becomes of the newest request about an item when one more change of it comes: merged, it
 * carries both; cancelled, both vanish; separate, the change is queued by itself.
 */
export type Coalescing =
  | { readonly kind: 'merged'; readonly data: RequestData }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'separate'; readonly why: SeparateReason };

/** Why a change could not join the request before it. */
export type SeparateReason =
  | 'sent'
  | 'blocked'
  | 'other_kind'
  | 'moves'
  | 'status_order'
  | 'import'
  | 'may_repeat';

/**
 * Decides whether `change` can be merged into `last`, the newest request about the same item, which must
 * never have been marked sent. A move is never merged: its new parent may be queued later than `last`. A
 * status is merged only if nothing was queued since, or a roll-up would be reordered: a parent that was
 * created here and completed by hand would be reopened by the child that was queued in between. A restore
 * cancels a delete; whether a delete cancels a create needs more facts, and the caller decides it.
 */
export function coalesce(last: QueuedRequest, change: Change, isNewestOfAll: boolean): Coalescing {
  if (last.sent) return { kind: 'separate', why: 'sent' };
  if (last.state.kind !== 'queued') return { kind: 'separate', why: 'blocked' };
  if (last.isImport) return { kind: 'separate', why: 'import' };
  // What the item is like already is compared with what the create makes: a change must not look like it.
  if (last.isAgain) return { kind: 'separate', why: 'may_repeat' };
  const before = kindOf(last);
  if (before === 'delete' && change.kind === 'restore') return { kind: 'cancelled' };
  if (change.kind === 'patch') return coalescePatch(last, change, isNewestOfAll);
  if (change.kind === 'assign' && before === 'assign') {
    return { kind: 'merged', data: { ...last.data, user_id: change.assignedTo } };
  }
  if (change.kind === 'assign' && before === 'create') {
    return { kind: 'merged', data: { ...last.data, assigned_to: change.assignedTo } };
  }
  return { kind: 'separate', why: 'other_kind' };
}

function coalescePatch(
  last: QueuedRequest,
  { change, completedAt }: Extract<Change, { kind: 'patch' }>,
  isNewestOfAll: boolean,
): Coalescing {
  const before = kindOf(last);
  if (before !== 'patch' && before !== 'create') return { kind: 'separate', why: 'other_kind' };
  if (change.parent_uuid !== undefined) return { kind: 'separate', why: 'moves' };
  const reorders = change.status !== undefined && !isNewestOfAll;
  if (reorders) return { kind: 'separate', why: 'status_order' };
  const data = before === 'create' ? { ...last.data } : patchData(changeOf(last.data ?? {}), null);
  const { completed_at: former, ...rest } = data;
  const status = (change.status ?? rest['status']) as string | undefined;
  const claimed =
    change.status === undefined ? (former ?? last.data?.['completed_at']) : completedAt;
  const completion = status === 'completed' && claimed != null ? { completed_at: claimed } : {};
  return { kind: 'merged', data: { ...rest, ...patchData(change, null), ...completion } };
}
