import { isBlocked } from '../store/queued-request.ts';
import type { BatchAnswer } from '@foray/contract';
import { maxBackoffMs, maxBatchRequests, maxRetries, maxRetryAfterMs } from '@foray/domain';
import { isGivenUp, blockRequest } from '../queue/block.ts';
import type { Reply } from '../store/ports.ts';
import type { Delivery, QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** A call with requests that got no answer for them. */
export type CallFailure = Exclude<Reply<BatchAnswer>, { kind: 'answer' }>;

/**
 * The scope of a failed call. cycle: the session, the app version or the history has ended. push: nothing can
 * be sent now, and no request is at fault. verdict: the server rejects the content. request: one of the
 * requests may make the call fail: another status of a proxy, a server error, a request to wait, a body that
 * is not the server's, or no response.
 */
export type FailureScope = 'cycle' | 'push' | 'verdict' | 'request';

/** The scope of a failed call; a pure function. */
export function failureScope(reply: CallFailure): FailureScope {
  if (reply.kind !== 'refusal') return 'request';
  const { status, error } = reply;
  const endsRun = error?.code === 'wrong_actor' || error?.code === 'epoch_changed';
  if (endsRun || status === 401 || status === 426) return 'cycle';
  if (asksToWait(reply) || error === null || status >= 500) return 'request';
  return [400, 413, 422].includes(status) ? 'verdict' : 'push';
}

/**
 * Whether a reply says that the server cannot answer now. Its database may be unavailable, or a single
 * request may need more time or space than it has (decision 0090).
 */
export function asksToWait(reply: CallFailure): boolean {
  if (reply.kind !== 'refusal') return false;
  return reply.status === 429 || reply.status === 503 || reply.retryAfterMs !== null;
}

/**
 * Whether a failure of a request that was sent by itself counts towards its three. Statuses 502 to 504 and
 * silence are an outage in front of the server; 408, 425 and a request to wait say that only the time was
 * wrong.
 */
function isCounted(reply: CallFailure): boolean {
  if (reply.kind === 'noAnswer' || asksToWait(reply)) return false;
  return !isTransient(reply.status) && reply.status !== 408 && reply.status !== 425;
}

/** Whether the server or a proxy has read the call and refused it; other failures are mostly transient. */
export function isDefiniteRefusal(reply: CallFailure): boolean {
  return reply.kind === 'refusal' && isCounted(reply);
}

/** Whether a status means an outage and says nothing about a request. */
export function isTransient(status: number): boolean {
  return status >= 502 && status <= 504;
}

/**
 * Sends the requests of a failed batch in batches of half the size from now on, in this cycle and later ones.
 */
export async function halveBatch(unit: UnitOfWork, sent: readonly QueuedRequest[]): Promise<void> {
  const most = Math.max(1, Math.floor(sent.length / 2));
  for (const request of await stillQueued(unit, sent)) {
    await unit.tx.putRequest({ ...request, delivery: { ...deliveryOf(request), most } });
  }
}

/** Sends a request that failed by itself last from now on, after everything that does not depend on it. */
export async function sendAlone(
  unit: UnitOfWork,
  sent: readonly QueuedRequest[],
  reply: CallFailure,
): Promise<void> {
  for (const request of await stillQueued(unit, sent)) {
    const known = deliveryOf(request);
    const delivery = { ...withTry(unit, known, reply), most: 1, isApart: true };
    await unit.tx.putRequest({ ...request, delivery: { ...delivery, tries: triesOf(known) + 1 } });
  }
}

/** Blocks a request that the server refuses in any batch. */
export async function blockRefused(
  unit: UnitOfWork,
  sent: readonly QueuedRequest[],
  { status, error }: Extract<CallFailure, { kind: 'refusal' }>,
): Promise<void> {
  for (const request of await stillQueued(unit, sent)) {
    await blockRequest(unit, request, { kind: 'verdict', code: error?.code ?? 'invalid', status });
  }
}

/**
 * Counts that a request failed by itself although others arrive. The third failure that counts blocks it, and
 * so does the sixth of any kind. A deferred request pauses from the first time on, others from the third.
 */
export async function countFailedAlone(
  unit: UnitOfWork,
  requestId: string,
  reply: CallFailure,
): Promise<void> {
  const request = await unit.tx.request(requestId);
  if (request === undefined || isBlocked(request.state)) return;
  const known = deliveryOf(request);
  const alone = Math.max(known.alone + 1, asksToWait(reply) ? maxRetries : 0);
  const delivery = { ...withTry(unit, known, reply), alone };
  const retries = request.retries + (isCounted(reply) ? 1 : 0);
  if (retries < maxRetries && !isGivenUp(delivery))
    return unit.tx.putRequest({ ...request, retries, delivery });
  const status = reply.kind === 'noAnswer' ? 0 : reply.status;
  await blockRequest(unit, { ...request, retries, delivery }, { kind: 'server_errors', status });
}

/** How long a request waits whose route the server does not have. */
const unknownRoutePauseMs = 600_000;

/**
 * Puts off a request whose route the server does not have, as it had no effect: a node of an earlier release
 * has answered, and later changes may still be merged into the request.
 */
export async function putOff(unit: UnitOfWork, requestId: string): Promise<void> {
  const request = await unit.tx.request(requestId);
  if (request === undefined || isBlocked(request.state)) return;
  const triedAt = unit.deviceNow();
  const delivery = { ...undivided, alone: maxRetries, triedAt, pauseMs: unknownRoutePauseMs };
  await unit.tx.putRequest({ ...request, sent: false, delivery });
}

/** After a response: requests that are still queued may be sent in batches of full size again. */
export async function forgetFailures(
  unit: UnitOfWork,
  sent: readonly QueuedRequest[],
): Promise<void> {
  const marked = sent.filter(({ delivery }) => delivery !== undefined);
  for (const request of await stillQueued(unit, marked)) await forgetDelivery(unit, request);
  // A request that failed by itself while nothing arrived was hardly at fault.
  if (!sent.some(({ delivery }) => delivery?.isApart)) return;
  for (const request of await unit.tx.queue()) {
    if (request.delivery?.isApart && request.delivery.alone === 0)
      await forgetDelivery(unit, request);
  }
}

/** Whether a request that failed by itself may be retried: at first in each cycle, later after pauses. */
export function isRetryDue(request: QueuedRequest, nowMs: number): boolean {
  const { triedAt, pauseMs = 0 } = deliveryOf(request);
  if (!isKnownToFail(request) || triedAt === null) return true;
  // The difference is absolute in case the clock was set back: an additional attempt is harmless.
  return Math.abs(nowMs - Date.parse(triedAt)) >= Math.max(maxBackoffMs, pauseMs);
}

/** Whether a request is known to fail, so that one more failure says nothing about the cycle. */
export function isKnownToFail(request: QueuedRequest): boolean {
  return deliveryOf(request).alone >= maxRetries;
}

/** How often a request failed by itself, whether others arrived or not. */
export function triesOf({ tries = 0, alone }: Delivery): number {
  return Math.max(tries, alone);
}

const undivided: Delivery = { most: maxBatchRequests, isApart: false, alone: 0, triedAt: null };

function deliveryOf({ delivery }: QueuedRequest): Delivery {
  return delivery ?? undivided;
}

function withTry(
  unit: UnitOfWork,
  { pauseMs: _, ...known }: Delivery,
  reply: CallFailure,
): Delivery {
  const retryAfterMs = reply.kind === 'refusal' ? reply.retryAfterMs : null;
  const pause = retryAfterMs === null ? {} : { pauseMs: Math.min(retryAfterMs, maxRetryAfterMs) };
  return { ...known, triedAt: unit.deviceNow(), ...pause };
}

function forgetDelivery(
  unit: UnitOfWork,
  { delivery: _, ...request }: QueuedRequest,
): Promise<void> {
  return unit.tx.putRequest(request);
}

/** The requests as stored now: during the call another tab may have received a response. */
async function stillQueued(
  unit: UnitOfWork,
  sent: readonly QueuedRequest[],
): Promise<readonly QueuedRequest[]> {
  const now = await Promise.all(sent.map(({ id }) => unit.tx.request(id)));
  return now.filter((request) => request?.state.kind === 'queued') as QueuedRequest[];
}
