import { failureScope, countFailedAlone, blockRefused, putOff } from '../cycle/call-failure.ts';
import type { CallFailure } from '../cycle/call-failure.ts';
import { isPrivateRequest } from '../queue/private-queue.ts';
import { maySend } from '../remote/full-fetch.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { endOf } from '../cycle/cycle-end.ts';
import type { CycleContext } from '../cycle/cycle-context.ts';

/**
 * Sends the requests that concern no item, which a batch cannot contain, one at a time. A failing one is
 * counted or waits, and the cycle continues.
 */
export async function sendOthers(cycle: CycleContext): Promise<void> {
  const queue = await cycle.read(async (tx) =>
    maySend(await tx.meta('epoch', 'server')) ? tx.queue() : [],
  );
  const others = queue.filter((request) => isWaiting(request) && cycle.isDue(request));
  for (const { id } of others) {
    // Read again: during the previous call, more may have been merged into it, or it may have left the queue.
    const request = await cycle.write(async (unit) => {
      const waiting = await unit.tx.request(id);
      if (waiting === undefined || !isWaiting(waiting)) return undefined;
      await unit.tx.putRequest({ ...waiting, sent: true });
      return waiting;
    });
    if (request === undefined) continue;
    const reply = await cycle.tryCall('one', (context) =>
      cycle.transport.sendOne(request, context),
    );
    if (reply.kind === 'answer') {
      await cycle.write(async (unit) => {
        await cycle.acceptPosition(unit, reply);
        await unit.dropRequest(id);
      });
      continue;
    }
    await takeFailure(cycle, request, reply);
  }
}

function isWaiting({ itemUuid, state }: QueuedRequest): boolean {
  return itemUuid === null && state.kind === 'queued';
}

async function takeFailure(
  cycle: CycleContext,
  request: QueuedRequest,
  reply: CallFailure,
): Promise<void> {
  const about = failureScope(reply);
  if (about === 'cycle') throw endOf(reply);
  if (reply.kind === 'refusal' && reply.status === 404 && isPrivateRequest(request)) {
    await cycle.write((unit) => putOff(unit, request.id));
    return;
  }
  if (
    reply.kind === 'refusal' &&
    reply.error !== null &&
    isDecision(reply.status, reply.error.code)
  ) {
    await cycle.write((unit) => blockRefused(unit, [request], reply));
    return;
  }
  if (about === 'request') await cycle.write((unit) => countFailedAlone(unit, request.id, reply));
}

function isDecision(status: number, code: string): boolean {
  return [400, 403, 404, 422].includes(status) && code !== 'csrf';
}
