import {
  browserClock,
  browserScheduler,
  browserVisibility,
} from '../../adapters/browser/browser-ports.ts';

/** The clock is asked at this pace, because no event tells of a wake from sleep or a new time zone. */
const paceMs = 1000;
const minuteMs = 60_000;

const listeners = new Set<() => void>();
let stop: (() => void) | null = null;

/** The minute and the offset of the time zone, on which everything depends that shows times. */
function localMinute(): string {
  const nowMs = browserClock.nowMs();
  return `${Math.floor(nowMs / minuteMs)} ${new Date(nowMs).getTimezoneOffset()}`;
}

function watch(): () => void {
  let seen = localMinute();
  const look = () => {
    const minute = localMinute();
    if (minute === seen) return;
    seen = minute;
    for (const listener of listeners) listener();
  };
  const stopLooking = browserScheduler.every(paceMs, look);
  // The timers of a page in the background are slow.
  const leave = browserVisibility.subscribe(look);
  return () => {
    stopLooking();
    leave();
  };
}

/**
 * Calls `listener` within a second of a new minute or another time zone, also after the device slept, and as
 * soon as the page is in front again. Returns the function that ends this.
 */
export function watchClock(listener: () => void): () => void {
  stop ??= watch();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = null;
  };
}
