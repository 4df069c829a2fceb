import type { BatchAnswer, BatchRequest } from '@foray/contract';
import type { ItemType } from '@foray/domain';
import { applyResults } from './answers.ts';
import { park } from './park.ts';
import { withClock } from './outbox.ts';
import { batchLimits, entryOf, halved, planReplay, planSettle } from './plan.ts';
import type { BatchPlan, QueueFacts } from './plan.ts';
import type { Reply } from './ports.ts';
import type { QueuedRequest } from './queued-request.ts';
import { endOf, endOfRefusal } from './run-context.ts';
import type { RunContext } from './run-context.ts';

/** What a replay did. */
export interface Replayed {
  /** Answers that changed the queue. */
  readonly moved: number;
  /** Types of which the server has something newer than it told: only a fetch can say what. */
  readonly behind: ReadonlySet<ItemType>;
  /** Items that went to the top level because their parent is gone. */
  readonly orphanedUuids: readonly string[];
}

/** Sends again what was sent and never answered, before anything is fetched (section 4, step 0). */
export function settle(run: RunContext): Promise<Replayed> {
  return drain(run, planSettle);
}

/** Sends the queue in order, by batches, until nothing that may be sent is left (step 4). */
export async function replay(run: RunContext): Promise<Replayed> {
  const items = await drain(run, planReplay);
  const others = await sendOthers(run);
  return { ...items, moved: items.moved + others };
}

async function drain(
  run: RunContext,
  planNext: (facts: QueueFacts) => BatchPlan,
): Promise<Replayed> {
  let moved = 0;
  const behind = new Set<ItemType>();
  let requestsMost = batchLimits.requests;
  const earlyIds = new Set<string>();
  const orphanedUuids: string[] = [];
  for (;;) {
    const send = await takeBatch(run, planNext, requestsMost, earlyIds);
    if (send.length === 0) return { moved, behind, orphanedUuids };
    const batch: BatchRequest = { requests: send.map(entryOf) };
    const reply = await run.tryCall('batch', (context) => run.transport.sendBatch(batch, context));
    if (isTooMuch(reply)) {
      if (send.length > 1) requestsMost = halved(send).length;
      else await refuseLone(run, send, reply.status);
      moved += send.length > 1 ? 0 : 1;
      continue;
    }
    if (reply.kind !== 'answer') throw endOf(reply);
    const applied = await run.write(async (unit) => {
      await run.learnEpoch(unit, reply.body.epoch);
      return applyResults(unit, reply.body.results);
    });
    moved += applied.moved;
    for (const type of applied.behind) behind.add(type);
    for (const id of applied.countedIds) run.countedIds.add(id);
    orphanedUuids.push(...applied.orphanedUuids);
    if (applied.ended !== null) throw endOfRefusal(applied.ended.status, applied.ended.code, null);
    if (applied.moved > 0) earlyIds.clear();
    // Behind a batch of nothing but children their parents may wait.
    for (const id of applied.earlyIds) earlyIds.add(id);
    const isStuck = applied.moved === 0 && applied.earlyIds.length === 0;
    if (isStuck) return { moved, behind, orphanedUuids };
  }
}

/** Plans the next batch and marks it sent, durably, before it leaves (section 3). */
function takeBatch(
  run: RunContext,
  planNext: (facts: QueueFacts) => BatchPlan,
  requestsMost: number,
  earlyIds: ReadonlySet<string>,
): Promise<readonly QueuedRequest[]> {
  return run.write(async (unit) => {
    if ((await unit.tx.queueSize()) === 0) return [];
    const [queue, conflicts, staged] = await Promise.all([
      unit.tx.queue(),
      unit.tx.metaOf('conflict'),
      unit.tx.metaOf('staged'),
    ]);
    const conflictUuids = new Set(conflicts.map(({ id }) => id));
    const stagedUuids = new Set(staged.map(({ id }) => id));
    const limits = { ...batchLimits, requests: requestsMost };
    const failedIds = new Set([...run.countedIds, ...earlyIds]);
    const send: QueuedRequest[] = [];
    for (const request of planNext({ queue, conflictUuids, stagedUuids, failedIds, limits }).send) {
      const sent = { ...withClock(request, unit.offsetMs), sent: true };
      if (!request.sent) await unit.tx.putRequest(sent);
      send.push(sent);
    }
    return send;
  });
}

/** A batch that the server will not take as a whole: too large, or not understood. */
function isTooMuch(
  reply: Reply<BatchAnswer>,
): reply is Extract<Reply<BatchAnswer>, { kind: 'refusal' }> {
  return reply.kind === 'refusal' && [400, 413, 422].includes(reply.status);
}

async function refuseLone(
  run: RunContext,
  send: readonly QueuedRequest[],
  status: number,
): Promise<void> {
  await run.write(async (unit) => {
    const request = send[0] && (await unit.tx.request(send[0].id));
    if (request === undefined) return;
    const code = status === 413 ? 'too_large' : 'invalid';
    await park(unit, request, { kind: 'verdict', code, status });
  });
}

/** Requests about no item, which no batch may carry, one at a time. */
async function sendOthers(run: RunContext): Promise<number> {
  const queue = await run.read((tx) => tx.queue());
  const others = queue.filter(
    ({ itemUuid, state }) => itemUuid === null && state.kind === 'queued',
  );
  for (const { id } of others) {
    // Read again: while the one before was under way, more may have joined it, or it may be gone.
    const request = await run.write(async (unit) => {
      const waiting = await unit.tx.request(id);
      if (waiting !== undefined) await unit.tx.putRequest({ ...waiting, sent: true });
      return waiting;
    });
    if (request === undefined) continue;
    const reply = await run.tryCall('one', (context) => run.transport.sendOne(request, context));
    const isVerdict = reply.kind === 'refusal' && [400, 403, 404, 422].includes(reply.status);
    if (reply.kind !== 'answer' && !isVerdict) throw endOf(reply);
    await run.write(async (unit) => {
      if (reply.kind === 'answer') return unit.dropRequest(request.id);
      const { status } = reply as Extract<typeof reply, { kind: 'refusal' }>;
      await park(unit, request, { kind: 'verdict', code: `http_${status}`, status });
    });
  }
  return others.length;
}
