import { queuedRequestShape } from './queued-request.ts';
import type { QueuedRequest } from './queued-request.ts';

/** A request as any version of this app wrote it; only the fields that identify its shape are typed. */
export type StoredRequest = Readonly<Record<string, unknown>> & { readonly shape: number };

/** For each past shape, the step that makes it the next one; none has passed yet. */
const steps: Readonly<Record<number, (request: StoredRequest) => StoredRequest>> = {};

/**
 * A stored request in today's shape, step by step from the one it was written in. Every LocalStore does
 * this at each read of its queue. One that a newer app wrote is given as it is: a newer app has only
 * added to it.
 */
export function upcastRequest(stored: StoredRequest): QueuedRequest {
  let request = stored;
  while (request.shape < queuedRequestShape) {
    const step = steps[request.shape];
    if (step === undefined) throw new Error(`a queued request of unknown shape ${request.shape}`);
    request = step(request);
  }
  return request as unknown as QueuedRequest;
}
