import {
  applyLabels,
  common,
  isAlike,
  isEmptyLabelChange,
  joinLabelChanges,
  labelsOf,
  comparedFieldOf,
  positionOf,
  without,
} from '@foray/domain';
import type { EditableField, Item, ItemChange, LabelChange, OccurrenceAct } from '@foray/domain';
import { changeOf, labelChangeOf, patchData } from '../store/operation.ts';
import { isBlocked, kindOf } from '../store/queued-request.ts';
import type { QueuedRequest, RequestData } from '../store/queued-request.ts';

/** A change of an item on its way into the queue. */
export type QueuedChange = ChangeByKind & {
  /** The change undoes an action, so it never replaces a change by others (decision 0110). */
  readonly isUndo?: boolean;
};

type ChangeByKind =
  | { readonly kind: 'create'; readonly uuid: string; readonly data: RequestData }
  | {
      readonly kind: 'patch';
      readonly uuid: string;
      readonly change: ItemChange;
      readonly completedAt: string | null;
    }
  | ({ readonly kind: 'label'; readonly uuid: string } & LabelChange)
  | { readonly kind: 'position'; readonly uuid: string; readonly position: string | null }
  | {
      readonly kind: 'occurrence';
      readonly uuid: string;
      readonly act: OccurrenceAct['act'];
      readonly n: number;
      readonly data: RequestData | null;
      /** The completed copy that the action creates or removes; null for none. */
      readonly copy: Item | null;
      /** The copy, and the children that are reset. */
      readonly also: readonly string[];
    }
  | { readonly kind: 'assign'; readonly uuid: string; readonly assignedTo: number | null }
  | {
      readonly kind: 'remove';
      readonly uuid: string;
      readonly userId: number;
      readonly also: readonly string[];
    }
  | {
      readonly kind: 'delete';
      readonly uuid: string;
      readonly children: readonly string[];
      /** The copies of occurrences that are deleted or restored with these items. */
      readonly copies: readonly string[];
    }
  | { readonly kind: 'restore'; readonly uuid: string; readonly also: readonly string[] };

/**
 * The effect of one more change on the newest request about an item: merged, the request carries both;
 * cancelled, both disappear.
 */
export type Coalescing =
  | { readonly kind: 'merged'; readonly data: RequestData }
  | { readonly kind: 'cancelled' };

/**
 * Decides whether `change` can be merged into `last`, the newest request about the same item, which must
 * never have been marked sent. Null if the change has to be queued by itself. A move is never merged: its new
 * parent may be queued later than `last`. A status is merged only if nothing was queued since, or a roll-up
 * would be reordered: a parent that was created here and completed by hand would be reopened by the child
 * that was queued in between. A restore cancels a delete; whether a delete cancels a create depends on more,
 * and the caller decides it. With `server`, the item's server row if nothing else about it is queued, values
 * that the change resets to the server's are not sent.
 */
export function coalesce(
  last: QueuedRequest,
  change: QueuedChange,
  isNewestOfAll: boolean,
  server: Item | null = null,
): Coalescing | null {
  const merged = merge(last, change, isNewestOfAll);
  if (merged?.kind !== 'merged' || server === null) return merged;
  const data = withoutUnchanged(merged.data, change, server);
  return data === null ? { kind: 'cancelled' } : { kind: 'merged', data };
}

function merge(
  last: QueuedRequest,
  change: QueuedChange,
  isNewestOfAll: boolean,
): Coalescing | null {
  if (last.sent) return null;
  if (isBlocked(last.state) || last.isImport) return null;
  // The server's item is compared with the one that the create makes: a change must not look like a part of
  // it.
  if (last.isAgain) return null;
  const before = kindOf(last);
  if (before === 'delete' && change.kind === 'restore') return { kind: 'cancelled' };
  if (change.kind === 'occurrence')
    return before === 'occurrence' ? coalesceOccurrence(last, change) : null;
  if (change.kind === 'patch') return coalescePatch(last, change, isNewestOfAll);
  if (change.kind === 'label' && before === 'label') {
    return {
      kind: 'merged',
      data: { ...joinLabelChanges(labelChangeOf(last.data ?? {}), change) },
    };
  }
  if (change.kind === 'label' && before === 'create') {
    const labels = applyLabels(labelsOf(last.data ?? {}), change);
    return { kind: 'merged', data: { ...last.data, labels } };
  }
  if (change.kind === 'position' && (before === 'position' || before === 'create')) {
    return { kind: 'merged', data: { ...last.data, position: change.position } };
  }
  if (change.kind === 'assign' && before === 'assign') {
    return { kind: 'merged', data: { ...last.data, user_id: change.assignedTo } };
  }
  if (change.kind === 'assign' && before === 'create') {
    return { kind: 'merged', data: { ...last.data, assigned_to: change.assignedTo } };
  }
  return null;
}

/** An unsent action on an occurrence is cancelled by the action that undoes it. */
function coalesceOccurrence(
  { data }: QueuedRequest,
  { act, n }: Extract<QueuedChange, { kind: 'occurrence' }>,
): Coalescing | null {
  const taken = data?.['skip'] === true ? 'unskip' : 'undo';
  return data?.['n'] === n && act === taken ? { kind: 'cancelled' } : null;
}

function coalescePatch(
  last: QueuedRequest,
  { change, completedAt }: Extract<QueuedChange, { kind: 'patch' }>,
  isNewestOfAll: boolean,
): Coalescing | null {
  const before = kindOf(last);
  if (before !== 'patch' && before !== 'create') return null;
  if (change.parent_uuid !== undefined) return null;
  const reorders = change.status !== undefined && !isNewestOfAll;
  if (reorders) return null;
  const { completed_at: former, ...rest } = last.data ?? {};
  const status = change.status ?? rest['status'];
  const claimed = change.status === undefined ? former : completedAt;
  const completion = status === 'completed' && claimed != null ? { completed_at: claimed } : {};
  return { kind: 'merged', data: { ...rest, ...patchData(change, null), ...completion } };
}

/** The rest of a request's data without values that the change resets to the server's; null for nothing. */
function withoutUnchanged(
  data: RequestData,
  change: QueuedChange,
  server: Item,
): RequestData | null {
  switch (change.kind) {
    case 'patch':
      return withoutUnchangedFields(data, change.change, server);
    case 'assign':
      return data['user_id'] === server.assigned_to ? null : data;
    case 'position':
      return data['position'] === positionOf(server) ? null : data;
    case 'label': {
      const left = withoutUnchangedLabels(labelChangeOf(data), change, labelsOf(server));
      return isEmptyLabelChange(left) ? null : { ...left };
    }
    default:
      return data;
  }
}

function withoutUnchangedFields(
  data: RequestData,
  set: ItemChange,
  server: Item,
): RequestData | null {
  const fields = Object.keys(changeOf(data)) as EditableField[];
  const wanted = { ...server, ...set };
  const isLeft = (field: EditableField): boolean =>
    set[field] === undefined || !isAlike(comparedFieldOf(field), server, wanted);
  const unchanged = new Set<string>(fields.filter((field) => !isLeft(field)));
  if (unchanged.has('status')) unchanged.add('completed_at');
  // Fields that only a later release knows are kept too.
  const left = Object.entries(data).filter(([name]) => !unchanged.has(name));
  return left.length === 0 ? null : Object.fromEntries(left);
}

function withoutUnchangedLabels(
  { add, remove }: LabelChange,
  set: LabelChange,
  labels: readonly string[],
): LabelChange {
  return {
    add: without(add, common(set.add, labels)),
    remove: without(remove, without(set.remove, labels)),
  };
}
