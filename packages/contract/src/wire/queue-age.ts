/**
 * With a batch: for how many seconds the oldest change on the device has waited, by its own clock. It is a
 * hint for operators, and changes no response. It has a file of its own because the first screen does not
 * need it.
 */
export const queueAgeHeader = 'x-queue-age';

/** Reads the header; null for anything but whole seconds of less than 32 years. */
export function readQueueAge(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
