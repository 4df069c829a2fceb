import { useDue } from '../../replica/index.ts';
import type { DueItem } from '../../replica/index.ts';
import { useShowsOthers } from '../../settings/shown-items.ts';

/** The items due up to `last` in Today and Upcoming: for the user to do, and those of others on request. */
export function useShownDue(last: string): readonly DueItem[] {
  return useDue(last, useShowsOthers() ? 'all' : 'toDo');
}
