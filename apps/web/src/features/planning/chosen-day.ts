import { routeHeading } from '../../ui/interaction/focus-return.ts';

/** The state of a history entry of Upcoming that shows a day, as `history.state` returns it. */
export const stateFor = (day: string) => ({ day });

/** The day in the state of the current history entry; null for none. */
export function dayInState(): string | null {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('day' in state)) return null;
  return typeof state.day === 'string' ? state.day : null;
}

/** Scrolls to the list of a day, or of the overdue items for an earlier day, and focuses its heading. */
export function showDay(day: string, today: string): void {
  const name = day < today ? 'overdue' : day;
  const heading =
    document.querySelector<HTMLElement>(`main [data-day-heading="${name}"]`) ?? routeHeading();
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}
