import { blameOf, countAlone, blockRefused } from '../cycle/call-failure.ts';
import type { CallFailure } from '../cycle/call-failure.ts';
import { maySend } from '../remote/full-fetch.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { endOf } from '../cycle/cycle-end.ts';
import type { CycleContext } from '../cycle/cycle-context.ts';

/**
 * Sends the requests that are about no item, which a batch cannot contain, one at a time. A failing one
 * is counted or waits, and the cycle continues. Returns how many left the queue.
 */
export async function sendOthers(cycle: CycleContext): Promise<number> {
  const queue = await cycle.read(async (tx) =>
    maySend(await tx.meta('epoch', 'server')) ? tx.queue() : [],
  );
  const others = queue.filter((request) => isWaiting(request) && cycle.isDue(request));
  let left = 0;
  for (const { id } of others) {
    // Read again: while the one before was under way, more may have joined it, or it may be gone.
    const request = await cycle.write(async (unit) => {
      const waiting = await unit.tx.request(id);
      if (waiting === undefined || !isWaiting(waiting)) return undefined;
      await unit.tx.putRequest({ ...waiting, sent: true });
      return waiting;
    });
    if (request === undefined || cycle.push.failedIds.has(id)) continue;
    const reply = await cycle.tryCall('one', (context) =>
      cycle.transport.sendOne(request, context),
    );
    if (reply.kind === 'answer') {
      await cycle.write(async (unit) => {
        await cycle.learnPosition(unit, reply);
        await unit.dropRequest(id);
      });
      left += 1;
      continue;
    }
    left += await takeFailure(cycle, request, reply);
  }
  return left;
}

function isWaiting({ itemUuid, state }: QueuedRequest): boolean {
  return itemUuid === null && state.kind === 'queued';
}

async function takeFailure(
  cycle: CycleContext,
  request: QueuedRequest,
  reply: CallFailure,
): Promise<number> {
  const about = blameOf(reply);
  if (about === 'cycle') throw endOf(reply);
  const error = reply.kind === 'refusal' ? reply.error : null;
  if (reply.kind === 'refusal' && error !== null && isDecision(reply.status, error.code)) {
    await cycle.write((unit) => blockRefused(unit, [request], reply));
    return 1;
  }
  cycle.push.failedIds.add(request.id);
  if (about === 'request') await cycle.write((unit) => countAlone(unit, request.id, reply));
  return 0;
}

function isDecision(status: number, code: string): boolean {
  return [400, 403, 404, 422].includes(status) && code !== 'csrf';
}
