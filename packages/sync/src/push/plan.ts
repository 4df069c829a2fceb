import { isBlocked, isCommutingRequest, kindOf } from '../store/queued-request.ts';
import type { BatchEntry } from '@foray/contract';
import { utf8Bytes, validateNewItem } from '@foray/domain';
import { triesOf } from '../cycle/call-failure.ts';
import type { SyncSizes } from '../cycle/cycle-context.ts';
import { Dependents } from '../queue/dependents.ts';
import type { QueuedRequest } from '../store/queued-request.ts';

/** The data on which a plan is based. */
export interface PushPlanInput {
  /** In the order of `seq`. */
  readonly queue: readonly QueuedRequest[];
  /** Items with a stored conflict: no request about them is sent for the first time. */
  readonly conflictUuids: ReadonlySet<string>;
  /** Items with a fetched row that waits for a decision: no request about them is sent for the first time. */
  readonly bufferedUuids: ReadonlySet<string>;
  /** Requests that already failed in this cycle. */
  readonly failedIds: ReadonlySet<string>;
  /** Whether a request that failed by itself may be retried now. */
  readonly isDue: (request: QueuedRequest) => boolean;
  readonly limits: SyncSizes['batch'];
}

/**
 * The next batch: the queue in order (so children follow parents) without requests that are blocked, in
 * conflict, or depend on such a request, up to the limits of a batch.
 */
export function planPush(input: PushPlanInput): readonly QueuedRequest[] {
  const isUndecided = (uuid: string): boolean =>
    input.conflictUuids.has(uuid) || input.bufferedUuids.has(uuid);
  const madeAgain = new Set(
    input.queue.filter(({ isAgain }) => isAgain).map(({ itemUuid }) => itemUuid),
  );
  // Labels and a place wait for the row of an item that may already exist: they would make it look changed by
  // others.
  const isEarly = (request: QueuedRequest): boolean =>
    isCommutingRequest(request) && madeAgain.has(request.itemUuid);
  const mustWait = (request: QueuedRequest): boolean =>
    isApart(request) ||
    isPaused(input, request) ||
    isEarly(request) ||
    request.touches.some(isUndecided);
  return batchOf(
    input,
    independent(input, mustWait).filter((request) => !mustWait(request)),
  );
}

/**
 * The next batch of requests that were sent and never answered, with the same keys and bodies: before
 * anything is fetched, and even if a later change of the item is in conflict. Unsent requests hold none of
 * them back.
 */
export function planResend(input: PushPlanInput): readonly QueuedRequest[] {
  const mustWait = (request: QueuedRequest): boolean =>
    isApart(request) || isPaused(input, request);
  return batchOf(
    input,
    independent(input, mustWait).filter((request) => request.sent && !mustWait(request)),
  );
}

/**
 * The next request that failed by itself, in a batch of its own; the one with the fewest failures first. Like
 * an in-flight request it is sent again regardless of later pulls: it may have taken effect.
 */
export function planDeferred(input: PushPlanInput): readonly QueuedRequest[] {
  const mustWait = (request: QueuedRequest): boolean =>
    isApart(request) || isPaused(input, request);
  const triesAlone = ({ delivery }: QueuedRequest): number =>
    delivery === undefined ? 0 : triesOf(delivery);
  return independent(input, mustWait)
    .filter((request) => isApart(request) && !isPaused(input, request) && input.isDue(request))
    .toSorted((a, b) => triesAlone(a) - triesAlone(b))
    .slice(0, 1);
}

/**
 * A queued request as an entry of a batch, without client-only fields. A create with a date or rule that only
 * earlier releases accepted is sent as an import, so that the server keeps it.
 */
export function entryOf(request: QueuedRequest): BatchEntry {
  return {
    id: request.id,
    method: request.method,
    url: request.url,
    ...(request.data === null ? {} : { data: request.data }),
    ...request.basis,
    ...(request.isImport || hasEarlierValues(request) ? { import: true } : {}),
  };
}

function hasEarlierValues(request: QueuedRequest): boolean {
  const { data } = request;
  return kindOf(request) === 'create' && data !== null && !validateNewItem(data).ok;
}

/** Whether a request failed by itself, so that it is sent in a batch of its own. */
function isApart({ delivery }: QueuedRequest): boolean {
  return delivery?.isApart === true;
}

/** Whether a request is blocked, or not to be sent in this cycle any more. */
function isPaused({ failedIds }: PushPlanInput, { id, state }: QueuedRequest): boolean {
  return isBlocked(state) || failedIds.has(id);
}

/** The requests about items that depend on no request for which `mustWait` is true. */
function independent(
  { queue }: PushPlanInput,
  mustWait: (request: QueuedRequest) => boolean,
): readonly QueuedRequest[] {
  const requests = queue.filter(({ itemUuid }) => itemUuid !== null);
  const heads = requests.filter(mustWait);
  // Finding their dependents means reading the whole queue.
  if (heads.length === 0) return requests;
  const dependents = new Dependents(requests);
  const waiting = new Set(heads.flatMap((request) => dependents.take(request)));
  return requests.filter((request) => !waiting.has(request));
}

/** The first requests, up to the limits of a batch. */
function batchOf(
  { limits }: PushPlanInput,
  requests: readonly QueuedRequest[],
): readonly QueuedRequest[] {
  const send: QueuedRequest[] = [];
  let bytes = 0;
  let most = limits.requests;
  for (const request of requests) {
    most = Math.min(most, request.delivery?.most ?? most);
    // Only requests that still fit are measured: behind a full batch thousands may wait.
    if (send.length >= most) break;
    bytes += utf8Bytes(JSON.stringify(entryOf(request))) + 1;
    if (send.length > 0 && bytes > limits.bytes) break;
    send.push(request);
  }
  return send;
}
