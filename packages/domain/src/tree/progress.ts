/** How many children a user may see, and how many of them are completed. */
export interface ChildCounts {
  readonly children_count: number;
  readonly completed_count: number;
}

/** The progress of a campaign or task. `percent` is a whole number from 0 to 100. */
export interface Progress {
  readonly completed: number;
  readonly total: number;
  readonly remaining: number;
  readonly percent: number;
}

/**
 * Progress: the rounded completed / total × 100; remaining is total minus completed. Null without children,
 * when no progress is shown.
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
