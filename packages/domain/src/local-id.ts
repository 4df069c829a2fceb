import { localIdFloor } from './limits.ts';

/**
 * The id of the next local item of a signed-in device: the time in milliseconds, but always above
 * the last one given and above 10^12, so that ids stay unique within one millisecond and with a
 * wrong clock (DATA-03).
 */
export function nextLocalId(nowMs: number, lastId: number): number {
  return Math.max(Math.floor(nowMs), lastId + 1, localIdFloor + 1);
}

/** The id of a guest's next item: a counter from 1. `lastId` is 0 before the first. */
export function nextGuestId(lastId: number): number {
  return lastId + 1;
}
