import { browserClock, browserScheduler } from '../../adapters/browser/browser-ports.ts';
import { Observable } from '../../state/observable.ts';

/**
 * The interval at which the clock is checked, because no event reports waking from sleep or a new time
 * zone.
 */
const paceMs = 1000;
const minuteMs = 60_000;

/** The minute and the offset of the time zone, on which all displayed times depend. */
const localMinute = new Observable('');
let isAsked = false;

function ask(): void {
  const nowMs = browserClock.nowMs();
  localMinute.set(`${Math.floor(nowMs / minuteMs)} ${new Date(nowMs).getTimezoneOffset()}`);
}

/**
 * Calls `listener` within a second of a new minute or another time zone, also after the device slept; in
 * the background the browser checks less often. Returns the function that stops it.
 */
export function watchClock(listener: () => void): () => void {
  if (!isAsked) {
    isAsked = true;
    ask();
    browserScheduler.every(paceMs, ask);
  }
  return localMinute.subscribe(listener);
}
