import { useSyncExternalStore } from 'react';
import { browserClock } from '../../adapters/browser/browser-ports.ts';
import { watchClock } from './clock-watch.ts';

/** The local civil day, `YYYY-MM-DD`, at a moment in milliseconds since the epoch. */
export function dayAt(momentMs: number): string {
  const moment = new Date(momentMs);
  const month = String(moment.getMonth() + 1).padStart(2, '0');
  return `${moment.getFullYear()}-${month}-${String(moment.getDate()).padStart(2, '0')}`;
}

/** The instant at which a civil day, `YYYY-MM-DD`, begins in the person's time zone (UTC, ISO 8601). */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString();
}

/** The civil day in the person's time zone, `YYYY-MM-DD`. */
export function currentDay(): string {
  return dayAt(browserClock.nowMs());
}

/** See {@link currentDay}; renders again when the day changes, by midnight or by travelling. */
export function useToday(): string {
  return useSyncExternalStore(watchClock, currentDay);
}
