import { maxRetries } from '@foray/domain';
import type { Delivery, QueuedRequest } from '../store/queued-request.ts';

/** So often a request is blamed for what counts towards nothing before its person is told. */
const blamedMost = 2 * maxRetries;

/** Whether a request was blamed so often that it goes to Needs attention. */
export function isOver({ alone }: Delivery): boolean {
  return alone >= blamedMost;
}

/** Whether the next failure is enough for that, as for a request that was there already. */
export function isLastTry({ delivery }: QueuedRequest): boolean {
  return delivery !== undefined && delivery.alone >= blamedMost - 1;
}

/** How a request goes that comes back from Needs attention: alone, at once, and once if it was over. */
export function unblockedDelivery(delivery: Delivery): Delivery {
  return { ...delivery, alone: isOver(delivery) ? blamedMost - 1 : 0, triedAt: null };
}
