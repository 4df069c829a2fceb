import { inServerTime } from '../queue/mutation-queue.ts';
import type { CycleContext } from '../cycle/cycle-context.ts';
import { startsOf } from '../pull/pages-ahead.ts';
import type { StreamStarts } from '../pull/pages-ahead.ts';
import { maySend } from '../remote/full-fetch.ts';
import { readHead } from '../remote/positions.ts';
import { streams } from '../store/meta.ts';
import type { ReadTransaction } from '../store/ports.ts';
import { isBlocked } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { storedName } from '../store/stored-names.ts';
import type { PushPlanInput } from './plan.ts';

/** Chooses the requests of the next batch. */
export type BatchPlan = (input: PushPlanInput) => readonly QueuedRequest[];

/** A batch to be sent, and the time for which the oldest request has waited. */
export interface Batch {
  readonly send: readonly QueuedRequest[];
  readonly queueAgeSeconds: number;
  /** The streams whose changes the response brings, and where they continue; none if it brings none. */
  readonly starts: StreamStarts;
}

const nothing: Batch = { send: [], queueAgeSeconds: 0, starts: new Map() };

/** Plans the next batch and marks it sent, durably, before it leaves. */
export function prepareBatch(
  cycle: CycleContext,
  {
    plan,
    earlyIds,
    asksDelta,
  }: {
    readonly plan: BatchPlan;
    readonly earlyIds: ReadonlySet<string>;
    readonly asksDelta: boolean;
  },
): Promise<Batch> {
  return cycle.write(async (unit) => {
    if ((await unit.tx.queueSize()) === 0) return nothing;
    if (!maySend(await unit.tx.meta('epoch', 'server'))) return nothing;
    const [queue, conflicts, buffered, head] = await Promise.all([
      unit.tx.queue(),
      unit.tx.metaOf('conflict'),
      unit.tx.metaOf(storedName.buffered),
      readHead(unit.tx),
    ]);
    const position = head === null ? {} : { sentHead: head };
    const conflictUuids = new Set(conflicts.map(({ id }) => id));
    const bufferedUuids = new Set(buffered.map(({ id }) => id));
    const input: PushPlanInput = {
      queue,
      conflictUuids,
      bufferedUuids,
      failedIds: new Set([...cycle.push.failedIds, ...earlyIds, ...requestsBehindRepeated(queue)]),
      isDue: (request) => cycle.isDue(request),
      limits: cycle.sizes.batch,
    };
    const send: QueuedRequest[] = [];
    for (const request of plan(input)) {
      const first = { ...inServerTime(request, unit.offsetMs), ...position, sent: true };
      if (!request.sent) await unit.tx.putRequest(first);
      send.push(request.sent ? request : first);
    }
    // The response of a full batch would only repeat it, and more follow.
    const isLast = send.length > 0 && send.length < cycle.sizes.batch.requests;
    const starts = asksDelta && isLast ? await pulledStarts(cycle, unit.tx) : nothing.starts;
    return { send, queueAgeSeconds: ageOf(queue, cycle.device.clock.nowMs()), starts };
  });
}

/** The streams that have been pulled completely before, and where they continue. */
async function pulledStarts(cycle: CycleContext, tx: ReadTransaction): Promise<StreamStarts> {
  const starts = [...(await startsOf(tx, streams))].filter(
    ([stream, { fullSince, isComplete }]) =>
      isComplete && fullSince === null && !cycle.missed.has(stream),
  );
  return new Map(starts);
}

/**
 * The seconds for which the oldest request that is not blocked has waited; 0 if the clock was set back since.
 */
function ageOf(queue: readonly QueuedRequest[], nowMs: number): number {
  const acted = queue
    .filter(({ state }) => !isBlocked(state))
    .map(({ timestamp }) => Date.parse(timestamp));
  const oldestMs = acted.reduce((least, ms) => Math.min(least, ms), nowMs);
  return Math.floor((nowMs - oldestMs) / 1_000);
}

/** Requests behind a create that may be a duplicate: the create's response determines their base. */
function requestsBehindRepeated(queue: readonly QueuedRequest[]): readonly string[] {
  const repeated = new Set(queue.filter(({ isAgain }) => isAgain).map(({ itemUuid }) => itemUuid));
  if (repeated.size === 0) return [];
  return queue.filter((one) => !one.isAgain && repeated.has(one.itemUuid)).map(({ id }) => id);
}
