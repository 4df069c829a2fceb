/**
 * With a batch: for how many seconds the change that has waited longest on the device has done so, by its own clock.
 * It is a hint for those who run the server, and changes no answer. In a file of its own: what the first screen loads
 * has no part in it.
 */
export const queueAgeHeader = 'x-queue-age';

/** Reads the header; null for anything but whole seconds of less than 32 years. */
export function readQueueAge(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
