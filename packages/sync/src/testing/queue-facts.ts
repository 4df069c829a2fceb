import { standardSizes } from '../cycle/cycle-context.ts';
import type { PushPlanInput } from '../push/plan.ts';
import type { QueuedRequest } from '../store/queued-request.ts';

/** A queue without conflicts, buffered rows or failures, except those in `more`. */
export function queueFacts(
  queue: readonly QueuedRequest[],
  more: Partial<PushPlanInput> = {},
): PushPlanInput {
  return {
    queue,
    conflictUuids: new Set(),
    bufferedUuids: new Set(),
    failedIds: new Set(),
    isDue: () => true,
    limits: standardSizes.batch,
    ...more,
  };
}
