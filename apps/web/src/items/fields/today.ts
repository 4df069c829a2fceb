import { useSyncExternalStore } from 'react';
import {
  browserClock,
  browserScheduler,
  browserVisibility,
} from '../../adapters/browser/browser-ports.ts';

const listeners = new Set<() => void>();
let stop: (() => void) | null = null;

/** The local civil day, `YYYY-MM-DD`, at a moment in milliseconds since the epoch. */
export function dayAt(momentMs: number): string {
  const moment = new Date(momentMs);
  const month = String(moment.getMonth() + 1).padStart(2, '0');
  return `${moment.getFullYear()}-${month}-${String(moment.getDate()).padStart(2, '0')}`;
}

/** The civil day at the person's place, `YYYY-MM-DD`. */
export function currentDay(): string {
  return dayAt(browserClock.nowMs());
}

function msToMidnight(): number {
  const now = new Date(browserClock.nowMs());
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return midnight.getTime() - now.getTime();
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Watches for midnight, and for a page that comes to the front after it slept through midnight. */
function watch(): () => void {
  let cancel = () => {};
  const plan = () => {
    cancel = browserScheduler.after(msToMidnight() + 1000, () => {
      notify();
      plan();
    });
  };
  plan();
  const leave = browserVisibility.subscribe(notify);
  return () => {
    cancel();
    leave();
  };
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) stop = watch();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = null;
  };
}

/** See {@link currentDay}; renders again when a new day begins. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, currentDay);
}
