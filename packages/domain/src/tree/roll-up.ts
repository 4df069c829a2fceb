import type { ItemStatus } from '../values/item-values.ts';

/** A change of a child, from its parent's point of view. */
export type ChildChange =
  | { readonly kind: 'status'; readonly before: ItemStatus; readonly after: ItemStatus }
  /** Created, moved in or restored, with this status. */
  | { readonly kind: 'added'; readonly status: ItemStatus }
  /** Deleted or moved out. */
  | { readonly kind: 'removed' };

/** A parent, as its roll-up needs it. */
export interface RollingParent {
  readonly status: ItemStatus;
  /** It repeats and has another occurrence: only a person completes the current one. */
  readonly hasNextOccurrence?: boolean;
}

/** The undeleted children of an item, counted, without copies of occurrences. */
export interface ChildTally {
  readonly total: number;
  readonly pending: number;
  readonly completed: number;
}

/** Counts children for `rollUpTally`. */
function tallyChildren(children: Iterable<{ readonly status: ItemStatus }>): ChildTally {
  const counts = { pending: 0, in_progress: 0, completed: 0 };
  for (const child of children) counts[child.status] += 1;
  const { pending, completed } = counts;
  return { total: pending + counts.in_progress + completed, pending, completed };
}

/** As `rollUpTally`, for the children themselves. */
export function rollUp(
  parent: RollingParent,
  childrenAfter: Iterable<{ readonly status: ItemStatus }>,
  change: ChildChange,
): ItemStatus {
  return rollUpTally(parent, tallyChildren(childrenAfter), change);
}

/**
 * The status of a campaign or task after a change of one child (product.md, "Status"). `childrenAfter` counts
 * all its undeleted children after the change. Because it runs on changes of children only, "an explicit status
 * change of the parent by a person stands until a child changes next". "It goes up to the campaign": a parent
 * whose status this changes is a `status` change to the one above.
 */
export function rollUpTally(
  parent: RollingParent,
  childrenAfter: ChildTally,
  change: ChildChange,
): ItemStatus {
  if (change.kind === 'status' && change.before === change.after) return parent.status;

  // "All children completed (at least one) completes it", also after one was added or removed.
  const isAll = childrenAfter.total > 0 && childrenAfter.completed === childrenAfter.total;
  if (isAll && parent.hasNextOccurrence !== true) return 'completed';
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
 * "The first child started or completed moves a pending parent to in_progress." A child added in such a state
 * counts as started, so that a create and a start queued as one request have the same result as two. "After a
 * delete or a move out it is evaluated on the children that remain."
 */
function isUnderWay(childrenAfter: ChildTally, change: ChildChange): boolean {
  switch (change.kind) {
    case 'status':
      return change.after !== 'pending';
    case 'added':
      return change.status !== 'pending';
    case 'removed':
      return childrenAfter.pending < childrenAfter.total;
  }
}

/**
 * "A child reopened, added, or moved in under a completed parent moves it to in_progress (a completed
 * child added never reopens)." A removal reopens nothing.
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
