import type { ItemStatus } from './item.ts';

/** What a person can do to a status: the entries of an item's menu, and the tap on its icon. */
export type StatusAction = 'start' | 'moveToQueue' | 'complete' | 'reopen' | 'toggle';

const transitions: Record<ItemStatus, Readonly<Partial<Record<StatusAction, ItemStatus>>>> = {
  pending: { start: 'in_progress', complete: 'completed', toggle: 'completed' },
  in_progress: { moveToQueue: 'pending', complete: 'completed', toggle: 'completed' },
  completed: { reopen: 'pending', toggle: 'pending' },
};

/**
 * The status after `action`, or null where that action is not offered (decision 0003, status). The
 * icon's toggle is always offered: it completes what is open and reopens what is completed.
 */
export function statusAfter(status: ItemStatus, action: StatusAction): ItemStatus | null {
  return transitions[status][action] ?? null;
}

/** The menu entries that `status` offers, without the toggle. */
export function statusActions(status: ItemStatus): readonly Exclude<StatusAction, 'toggle'>[] {
  return (['start', 'moveToQueue', 'complete', 'reopen'] as const).filter(
    (action) => statusAfter(status, action) !== null,
  );
}

/** 'in progress': a status as people read it, underscores as spaces (specification, section 2). */
export function statusWords(status: ItemStatus): string {
  return status.replaceAll('_', ' ');
}

/** What completion is told by. */
export interface Completion {
  readonly status: ItemStatus;
  readonly completed_at: string | null;
}

/** `completed_at` once the status is `status`: `at` on entering completed, null on leaving it. */
export function completedAtAfter(
  before: Completion,
  status: ItemStatus,
  at: string,
): string | null {
  if (status !== 'completed') return null;
  return before.status === 'completed' && before.completed_at !== null ? before.completed_at : at;
}

/** Something that happened to a child, as its parent sees it. */
export type ChildChange =
  | { readonly kind: 'status'; readonly before: ItemStatus; readonly after: ItemStatus }
  /** Created, moved in or restored, with this status. */
  | { readonly kind: 'added'; readonly status: ItemStatus }
  /** Deleted or moved out. */
  | { readonly kind: 'removed' };

/**
 * The status of a campaign or task after a change of one child (decision 0003, roll-up).
 * `childrenAfter` are all its living children once the change is made. An explicit change of the
 * parent by a person stands because this runs on changes of children only. It climbs: a parent that
 * it changes is itself a `status` change to the parent above.
 */
export function rollUp(
  parent: { readonly status: ItemStatus },
  childrenAfter: readonly { readonly status: ItemStatus }[],
  change: ChildChange,
): ItemStatus {
  if (change.kind === 'status' && change.before === change.after) return parent.status;

  // "All children completed (at least one) completes it", also after one is added or removed.
  if (childrenAfter.length > 0 && childrenAfter.every((child) => child.status === 'completed')) {
    return 'completed';
  }
  switch (parent.status) {
    case 'pending':
      return isUnderWay(childrenAfter, change) ? 'in_progress' : 'pending';
    case 'in_progress':
      return 'in_progress';
    case 'completed':
      return isReopening(change) ? 'in_progress' : 'completed';
  }
}

/**
 * "The first child started or completed moves a pending parent to in_progress." One added in that
 * state counts as started, so that a create and a start queued as one request end like two. "After a
 * delete or a move out it is judged on the children that remain."
 */
function isUnderWay(
  childrenAfter: readonly { readonly status: ItemStatus }[],
  change: ChildChange,
): boolean {
  switch (change.kind) {
    case 'status':
      return change.after !== 'pending';
    case 'added':
      return change.status !== 'pending';
    case 'removed':
      return childrenAfter.some((child) => child.status !== 'pending');
  }
}

/**
 * "A child reopened, added, or moved in under a completed parent moves it to in_progress (a completed
 * child added never reopens)." A removal never does.
 */
function isReopening(change: ChildChange): boolean {
  switch (change.kind) {
    case 'status':
      return change.before === 'completed';
    case 'added':
      return change.status !== 'completed';
    case 'removed':
      return false;
  }
}
