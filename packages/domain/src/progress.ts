import type { ItemStatus } from './item-values.ts';

/** How many children a user may see, and how many of them are completed. */
export interface ChildCounts {
  readonly children_count: number;
  readonly completed_count: number;
}

/** How far a campaign or task has come. `percent` is a whole number from 0 to 100. */
export interface Progress {
  readonly completed: number;
  readonly total: number;
  readonly remaining: number;
  readonly percent: number;
}

/** Counts children; only those whose status is completed count as done. */
export function countChildren(children: Iterable<{ readonly status: ItemStatus }>): ChildCounts {
  let total = 0;
  let completed = 0;
  for (const child of children) {
    total += 1;
    if (child.status === 'completed') completed += 1;
  }
  return { children_count: total, completed_count: completed };
}

/**
 * Progress: the rounded completed / total × 100, remaining is total minus completed.
 * Null without children, where no progress is shown.
 */
export function progressOf(counts: ChildCounts): Progress | null {
  const total = counts.children_count;
  const completed = counts.completed_count;
  if (total === 0) return null;
  return {
    completed,
    total,
    remaining: total - completed,
    percent: Math.round((completed / total) * 100),
  };
}

/** '2 of 5 completed', for eyes and for screen readers beside the bar. */
export function progressText(progress: Progress): string {
  return `${progress.completed} of ${progress.total} completed`;
}
