import type { ModelItem, ModelStatus } from './facts.ts';
import { hasFurther } from './repeat-days.ts';

/** The change of a child that a parent follows. */
export type RolledChange =
  | { readonly kind: 'status'; readonly before: ModelStatus; readonly after: ModelStatus }
  | { readonly kind: 'added'; readonly status: ModelStatus }
  | { readonly kind: 'removed' };

/**
 * Rolls a change of a child up, from its parent to the campaign (product.md, "Status"). The first child that
 * is started or completed starts a pending parent; all children completed complete it; one that is reopened,
 * added or moved in takes a completed parent back, unless that child is completed; after a removal the
 * remaining children decide.
 */
export function rollUp(
  items: ReadonlyMap<string, ModelItem>,
  parentName: string | null,
  change: RolledChange,
): ReadonlyMap<string, ModelItem> {
  const parent = items.get(parentName ?? '');
  if (parent === undefined || !parent.isLiving) return items;
  const children = [...items.values()].filter(
    ({ parent: of, isLiving }) => of === parent.key && isLiving,
  );
  const after = statusAfter(parent, children, change);
  if (after === parent.status) return items;
  const next = new Map(items).set(parent.key, { ...parent, status: after });
  return rollUp(next, parent.parent, { kind: 'status', before: parent.status, after });
}

function statusAfter(
  parent: ModelItem,
  children: readonly ModelItem[],
  change: RolledChange,
): ModelStatus {
  const { status } = parent;
  if (change.kind === 'status' && change.before === change.after) return status;
  const isDone = children.length > 0 && children.every((child) => child.status === 'completed');
  if (isDone && !hasFurther(parent)) {
    return 'completed';
  }
  if (status === 'pending') {
    const isBegun =
      change.kind === 'removed'
        ? children.some((child) => child.status !== 'pending')
        : (change.kind === 'added' ? change.status : change.after) !== 'pending';
    return isBegun ? 'in_progress' : 'pending';
  }
  if (status === 'in_progress') return 'in_progress';
  const isReopened =
    (change.kind === 'status' && change.before === 'completed') ||
    (change.kind === 'added' && change.status !== 'completed');
  return isReopened ? 'in_progress' : 'completed';
}
