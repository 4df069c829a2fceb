import { useSyncExternalStore } from 'react';
import { browserClock } from '../../adapters/browser/browser-ports.ts';
import { watchClock } from './clock-watch.ts';

const stepMs = 60_000;

/** The current time, in milliseconds since the epoch, to the minute; renders again with each new minute. */
export function useNow(): number {
  return useSyncExternalStore(watchClock, () => Math.floor(browserClock.nowMs() / stepMs) * stepMs);
}

/** The local time at a moment in milliseconds since the epoch, `HH:MM`. */
export function timeAt(momentMs: number): string {
  const moment = new Date(momentMs);
  return [moment.getHours(), moment.getMinutes()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
