import { maxRetries } from '@foray/domain';
import type { Delivery, QueuedRequest } from '../store/queued-request.ts';

/** How often a request is blamed for failures that are not counted otherwise, before the user sees it. */
const blamedMost = 2 * maxRetries;

/** Whether a request was blamed so often that it moves to Needs attention. */
export function isOver({ alone }: Delivery): boolean {
  return alone >= blamedMost;
}

/** Whether the next failure is enough for that, as for a request that was there already. */
export function isLastTry({ delivery }: QueuedRequest): boolean {
  return delivery !== undefined && delivery.alone >= blamedMost - 1;
}

/** How a request is sent after it left Needs attention: alone, at once, and only once if it had been given up. */
export function unblockedDelivery(delivery: Delivery): Delivery {
  return { ...delivery, alone: isOver(delivery) ? blamedMost - 1 : 0, triedAt: null };
}
