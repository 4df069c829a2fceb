import { randomInt } from 'node:crypto';

/**
 * Draws the id of a new user between 2^32 and 2^48: above the sequential ids of earlier releases, and
 * within the numbers that JSON carries exactly. A counter that a restored backup resets would give the ids
 * of users who registered since to others (decision 0079).
 */
export function randomUserId(): number {
  return randomInt(2 ** 32, 2 ** 48 - 1);
}
