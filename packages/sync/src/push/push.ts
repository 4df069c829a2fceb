import type { BatchAnswer, BatchRequest } from '@foray/contract';
import { itemTypes } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import { applyBatch } from './apply-batch.ts';
import {
  asksToWait,
  failureScope,
  countFailedAlone,
  halveBatch,
  isDefiniteRefusal,
  isKnownToFail,
  blockRefused,
  sendAlone,
} from '../cycle/call-failure.ts';
import type { CallFailure } from '../cycle/call-failure.ts';
import { isLastTry } from '../queue/block.ts';
import { sendOthers } from './other-requests.ts';
import { entryOf, planDeferred, planPush, planResend } from './plan.ts';
import { pagesIn, queryOf } from '../pull/pages-ahead.ts';
import type { StreamStarts } from '../pull/pages-ahead.ts';
import { pullStreams } from '../pull/pull-streams.ts';
import { hasBuffered } from '../remote/buffered-changes.ts';
import { prepareBatch } from './prepare-batch.ts';
import type { BatchPlan } from './prepare-batch.ts';
import type { FeedAnswer } from '../remote/positions.ts';
import { streams } from '../store/meta.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { endOf, endOfRefusal, PushEnded } from '../cycle/cycle-end.ts';
import type { CycleContext } from '../cycle/cycle-context.ts';
import type { UnexplainedBatch } from '../cycle/push-state.ts';

/** The results so far of those steps of a round that send requests. */
export class PushResults {
  /** The number of responses that changed the queue. */
  moved = 0;
  /** Types of which the server has newer rows than its responses contained: only a pull can return them. */
  readonly behind = new Set<ItemType>();
  /** A response has brought the changes after it. */
  hasDelta = false;
}

/**
 * Resends requests that were sent and never answered, before anything is pulled. A batch that fails here is
 * left to `resendRest`: only a pull shows whether the server answers at all.
 */
export async function resendInFlight(cycle: CycleContext, pushed: PushResults): Promise<void> {
  await sendBatches(cycle, pushed, { plan: planResend, isAgain: true });
}

/** Continues an interrupted resend after the pull, looking for the request at fault. */
export async function resendRest(cycle: CycleContext, pushed: PushResults): Promise<void> {
  const failed = cycle.push.unexplainedBatch;
  if (failed === null) return;
  cycle.push.unexplainedBatch = null;
  if (isTakenForNetwork(failed)) return cycle.push.stop(failed.reply);
  await isolateFailingRequest(cycle, failed.sent, failed.reply);
  await sendBatches(cycle, pushed, { plan: planResend, isAgain: true });
}

/**
 * Sends the queue in order, by batches, until nothing that may be sent is left (step 4); then requests that
 * concern no item, and requests that failed by themselves, one at a time.
 */
export async function pushQueue(cycle: CycleContext, pushed: PushResults): Promise<void> {
  const apart = { plan: planDeferred, isAgain: true, isOnce: true };
  do {
    await sendBatches(cycle, pushed, { plan: planPush, asksDelta: true });
    if (cycle.push.isStopped || cycle.push.unexplainedBatch !== null) return;
    if (!cycle.push.hasTriedAll) await sendOthers(cycle);
    cycle.push.hasTriedAll = true;
  } while (await sendBatches(cycle, pushed, apart));
}

/** Counts the requests that failed by themselves, and ends the cycle if not everything could be sent. */
export async function endPush(cycle: CycleContext): Promise<void> {
  const { push } = cycle;
  const { failure } = push;
  const isReachable = failure !== null && failure.kind !== 'noAnswer' && !asksToWait(failure);
  if (push.failedAlone.size > 0 && !push.isRequestAtFault && isReachable)
    await sendEmptyBatch(cycle);
  if (push.failedAlone.size > 0 && push.isRequestAtFault) {
    await cycle.write(async (unit) => {
      for (const [id, reply] of push.failedAlone) await countFailedAlone(unit, id, reply);
    });
  }
  if (push.failure === null) return;
  const isAnyQueued = await cycle.read(async (tx) =>
    (await tx.queue()).some(({ state }) => state.kind === 'queued'),
  );
  if (isAnyQueued) throw new PushEnded(push.failure);
}

/**
 * Sends an empty batch if no response arrived and more than one request failed by itself: it shows whether
 * the server accepts batches at all. A working server refuses it with its own error.
 */
async function sendEmptyBatch(cycle: CycleContext): Promise<void> {
  const reply = await cycle.tryCall('empty_batch', (context) =>
    cycle.transport.sendBatch({ requests: [] }, context),
  );
  if (reply.kind === 'answer') return cycle.push.noteAnswer();
  const about = failureScope(reply);
  if (about === 'cycle') throw endOf(reply);
  if (about === 'verdict') cycle.push.noteAnswer();
}

interface Step {
  readonly plan: BatchPlan;
  /** Whether the requests of this step were sent before. */
  readonly isAgain?: boolean;
  /** Whether the step makes only one call. */
  readonly isOnce?: boolean;
  /** Whether the response of the last batch brings the changes after it. */
  readonly asksDelta?: boolean;
}

/** Sends one batch after another; returns whether it sent any. */
async function sendBatches(
  cycle: CycleContext,
  pushed: PushResults,
  { plan, isAgain = false, isOnce = false, asksDelta = false }: Step,
): Promise<boolean> {
  const { push } = cycle;
  let hasSent = false;
  const earlyIds = new Set<string>();
  while (!push.isStopped && !(isOnce && hasSent)) {
    const prepared = await prepareBatch(cycle, { plan, earlyIds, asksDelta });
    const { send, queueAgeSeconds, starts } = prepared;
    if (send.length === 0) break;
    hasSent = true;
    const batch: BatchRequest = {
      requests: send.map(entryOf),
      ...(starts.size > 0 && { pull: queryOf(cycle, starts) }),
    };
    const reply = await cycle.tryCall('batch', (context) =>
      cycle.transport.sendBatch(batch, { ...context, queueAgeSeconds }),
    );
    if (reply.kind !== 'answer') {
      const about = failureScope(reply);
      if (about === 'cycle') throw endOf(reply);
      // Unless the server has answered another call, the batch may not be the reason.
      if (!cycle.isServerThere && about !== 'verdict') {
        push.unexplainedBatch = { sent: send, reply, isAgain };
        break;
      }
      if (isTakenForNetwork({ reply, isAgain })) push.stop(reply);
      else pushed.moved += await isolateFailingRequest(cycle, send, reply);
      continue;
    }
    push.noteAnswer();
    const applied = await applyBatch(cycle, send, reply);
    if (applied.moved > 0) push.hasArrived = true;
    pushed.moved += applied.moved;
    for (const type of applied.behind) pushed.behind.add(type);
    for (const id of applied.failedIds) push.failedIds.add(id);
    push.orphanedUuids.push(...applied.orphanedUuids);
    if (applied.ended !== null) throw endOfRefusal(applied.ended.status, applied.ended.code, null);
    if (await applyDelta(cycle, pushed, starts, reply)) break;
    if (applied.moved > 0) earlyIds.clear();
    // Parents may wait behind a batch that contains only their children.
    for (const id of applied.earlyIds) earlyIds.add(id);
    const postponed = applied.earlyIds.length + applied.failedIds.length;
    const isStuck = applied.moved === 0 && postponed === 0;
    if (isStuck) break;
  }
  return hasSent;
}

/** The network is assumed to cause the first failure: the next cycle resends the batch first. */
function isTakenForNetwork({ reply, isAgain }: Omit<UnexplainedBatch, 'sent'>): boolean {
  return !isAgain && !isDefiniteRefusal(reply);
}

/**
 * Applies the changes that a response has brought, as a pull does. Returns whether some of them have to be
 * decided on before more is sent.
 */
async function applyDelta(
  cycle: CycleContext,
  pushed: PushResults,
  starts: StreamStarts,
  { body: { delta }, position, carried }: FeedAnswer<BatchAnswer>,
): Promise<boolean> {
  if (delta === undefined) return false;
  const pages = pagesIn({ body: delta, position, carried }, starts);
  const brought = streams.filter((stream) => pages[stream] !== undefined);
  await pullStreams(cycle, new Set(brought), pages);
  for (const type of itemTypes) {
    if (brought.includes(type) && !cycle.missed.has(type)) pushed.behind.delete(type);
  }
  pushed.hasDelta = true;
  return cycle.read(hasBuffered);
}

/**
 * Looks for the request that makes its call fail: divides the batch, sends a request that failed by itself
 * last from now on, and blocks a request that the server refuses. Returns how many left the queue.
 */
async function isolateFailingRequest(
  cycle: CycleContext,
  sent: readonly QueuedRequest[],
  reply: CallFailure,
): Promise<number> {
  const { push } = cycle;
  const [first] = sent;
  const about = failureScope(reply);
  if (about === 'push' || first === undefined) {
    push.stop(reply);
    return 0;
  }
  if (about === 'verdict' && sent.length === 1 && reply.kind === 'refusal') {
    await cycle.write((unit) => blockRefused(unit, sent, reply));
    // The server has read the request, which counts as an answer.
    push.noteAnswer();
    return 1;
  }
  if (sent.length === 1) await noteFailedAlone(cycle, first, reply);
  else {
    await cycle.write((unit) => halveBatch(unit, sent));
    push.noteFailure(reply, true);
    if (mustStopAfter(reply)) push.stop(reply);
  }
  return 0;
}

async function noteFailedAlone(
  cycle: CycleContext,
  request: QueuedRequest,
  reply: CallFailure,
): Promise<void> {
  const { push } = cycle;
  await cycle.write((unit) => sendAlone(unit, [request], reply));
  push.failedIds.add(request.id);
  const isPutOff = asksToWait(reply);
  const isKnown = isKnownToFail(request);
  push.noteFailure(reply, !isKnown);
  // If others succeeded between two of its tries, the server works, so this request is at fault, as
  // is one that was at fault repeatedly.
  const isPassed = (request.delivery?.isApart === true && push.hasArrived) || isLastTry(request);
  if (!isPutOff || isPassed) push.failedAlone.set(request.id, reply);
  // Everything has been sent except requests that fail by themselves.
  if (isPutOff && (isKnown || isPassed)) push.isStopped = true;
  else if (mustStopAfter(reply) && !isKnown) push.stop(reply);
}

/**
 * Whether one such failure in a cycle is enough to stop: the server asks for a pause, or each call takes as
 * long as a call may.
 */
function mustStopAfter(reply: CallFailure): boolean {
  return reply.kind === 'noAnswer' || asksToWait(reply);
}
