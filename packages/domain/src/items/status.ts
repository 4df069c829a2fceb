import type { ItemStatus } from '../values/item-values.ts';

/** A person's action on a status: the entries of an item's menu, and a press on its icon. */
export type StatusAction = 'start' | 'moveToQueue' | 'complete' | 'reopen' | 'toggle';

const transitions: Record<ItemStatus, Readonly<Partial<Record<StatusAction, ItemStatus>>>> = {
  pending: { start: 'in_progress', complete: 'completed', toggle: 'completed' },
  in_progress: { moveToQueue: 'pending', complete: 'completed', toggle: 'completed' },
  completed: { reopen: 'pending', toggle: 'pending' },
};

/**
 * The status after `action`, or null if the action is not offered (product.md, "Status"). The icon's toggle
 * is always offered: it completes an open item and reopens a completed one.
 */
export function statusAfter(status: ItemStatus, action: StatusAction): ItemStatus | null {
  return transitions[status][action] ?? null;
}

/** The fields that say whether an item is completed. */
export interface Completion {
  readonly status: ItemStatus;
  readonly completed_at: string | null;
}

/** `completed_at` after the status became `status`: `at` on entering completed, null on leaving it. */
export function completedAtAfter(
  before: Completion,
  status: ItemStatus,
  at: string,
): string | null {
  if (status !== 'completed') return null;
  return before.status === 'completed' && before.completed_at !== null ? before.completed_at : at;
}
