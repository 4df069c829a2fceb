import { useSyncExternalStore } from 'react';
import { browserClock } from '../../adapters/browser/browser-ports.ts';
import { watchClock } from './clock-watch.ts';

/** The local civil day, `YYYY-MM-DD`, at a moment in milliseconds since the epoch. */
export function dayAt(momentMs: number): string {
  const moment = new Date(momentMs);
  const month = String(moment.getMonth() + 1).padStart(2, '0');
  return `${moment.getFullYear()}-${month}-${String(moment.getDate()).padStart(2, '0')}`;
}

/** The civil day in the person's time zone, `YYYY-MM-DD`. */
export function currentDay(): string {
  return dayAt(browserClock.nowMs());
}

/** See {@link currentDay}; renders again when the day changes, by midnight or by travelling. */
export function useToday(): string {
  return useSyncExternalStore(watchClock, currentDay);
}
