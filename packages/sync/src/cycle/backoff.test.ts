import { SyncLog } from '../store/sync-log.ts';
import { CountingIds } from '../testing/test-ports.ts';
import { VirtualTime } from '../testing/virtual-time.ts';
import { Backoff } from './backoff.ts';

/** The pauses of a device that draws this random number, after each of several failures in a row. */
function pausesWith(random: number, retriesAfterMs: readonly (number | null)[]): number[] {
  const pauses: number[] = [];
  const time = new VirtualTime();
  const scheduler = {
    after(delayMs: number, work: () => void) {
      pauses.push(delayMs);
      return time.after(delayMs, work);
    },
    every: time.every.bind(time),
  };
  const ids = Object.assign(new CountingIds(), { random: () => random });
  const backoff = new Backoff(scheduler, ids, new SyncLog(time));
  for (const retryAfterMs of retriesAfterMs) backoff.begin(retryAfterMs);
  return pauses;
}

test('devices that fail at once retry at different times, after at least half of the pause', () => {
  const failures = [null, null, null, null];
  expect(pausesWith(0, failures)).toEqual([500, 1000, 2000, 4000]);
  expect(pausesWith(0.5, failures)).toEqual([750, 1500, 3000, 6000]);
  expect(pausesWith(1, failures)).toEqual([1000, 2000, 4000, 8000]);
});

test('the pause grows to five minutes, and a server may ask for one hour at most', () => {
  const many = Array.from({ length: 40 }, () => null);
  expect(pausesWith(1, many).at(-1)).toBe(300_000);
  expect(pausesWith(0, [90_000, null])).toEqual([90_000, 1000]);
  expect(pausesWith(0, [Infinity])).toEqual([3_600_000]);
});
