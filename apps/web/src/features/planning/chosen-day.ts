import { useState } from 'react';
import { keptHere, useKeep } from '../../adapters/browser/history-entry.ts';
import { routeHeading } from '../../ui/interaction/focus-return.ts';

/** The name of the chosen day in the history entry of Upcoming. */
const kept = 'day';

/** The state of a new history entry of Upcoming that shows a day. */
export const stateFor = (day: string) => ({ day });

/** The day that a new history entry is to show; null for none, and after a reload or Back. */
function newlyChosen(): string | null {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('day' in state)) return null;
  return typeof state.day === 'string' && keptHere(kept) === undefined ? state.day : null;
}

/**
 * The day chosen on Upcoming, which stays chosen after a reload and Back, and the one that is to be shown once the
 * lists are there; null for none.
 */
export function useChosenDay() {
  const [toShow, setToShow] = useState(newlyChosen);
  const [chosen, setChosen] = useState(() => toShow ?? keptHere(kept) ?? null);
  useKeep(kept, chosen ?? '');
  return {
    chosen,
    toShow,
    choose(day: string): void {
      setChosen(day);
      setToShow(day);
    },
    onShown: () => setToShow(null),
  };
}

/** Scrolls to the list of a day, or of the overdue items for an earlier day, and focuses its heading. */
export function showDay(day: string, today: string): void {
  const name = day < today ? 'overdue' : day;
  const heading =
    document.querySelector<HTMLElement>(`main [data-day-heading="${name}"]`) ?? routeHeading();
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}
