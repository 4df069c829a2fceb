import { blameOf, countAlone, parkRefused } from '../cycle/call-failure.ts';
import type { CallFailure } from '../cycle/call-failure.ts';
import { maySend } from '../remote/full-fetch.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { endOf } from '../cycle/cycle-end.ts';
import type { RunContext } from '../cycle/cycle-context.ts';

/**
 * Sends the requests about no item, which no batch may carry, one at a time. One that fails fails alone:
 * it is counted or waits, and the run goes on. How many left the queue.
 */
export async function sendOthers(run: RunContext): Promise<number> {
  const queue = await run.read(async (tx) =>
    maySend(await tx.meta('epoch', 'server')) ? tx.queue() : [],
  );
  const others = queue.filter((request) => isWaiting(request) && run.isDue(request));
  let left = 0;
  for (const { id } of others) {
    // Read again: while the one before was under way, more may have joined it, or it may be gone.
    const request = await run.write(async (unit) => {
      const waiting = await unit.tx.request(id);
      if (waiting === undefined || !isWaiting(waiting)) return undefined;
      await unit.tx.putRequest({ ...waiting, sent: true });
      return waiting;
    });
    if (request === undefined || run.push.failedIds.has(id)) continue;
    const reply = await run.tryCall('one', (context) => run.transport.sendOne(request, context));
    if (reply.kind === 'answer') {
      await run.write(async (unit) => {
        await run.learnPosition(unit, reply);
        await unit.dropRequest(id);
      });
      left += 1;
      continue;
    }
    left += await takeFailure(run, request, reply);
  }
  return left;
}

function isWaiting({ itemUuid, state }: QueuedRequest): boolean {
  return itemUuid === null && state.kind === 'queued';
}

async function takeFailure(
  run: RunContext,
  request: QueuedRequest,
  reply: CallFailure,
): Promise<number> {
  const about = blameOf(reply);
  if (about === 'run') throw endOf(reply);
  const error = reply.kind === 'refusal' ? reply.error : null;
  if (reply.kind === 'refusal' && error !== null && isVerdict(reply.status, error.code)) {
    await run.write((unit) => parkRefused(unit, [request], reply));
    return 1;
  }
  run.push.failedIds.add(request.id);
  if (about === 'request') await run.write((unit) => countAlone(unit, request.id, reply));
  return 0;
}

function isVerdict(status: number, code: string): boolean {
  return [400, 403, 404, 422].includes(status) && code !== 'csrf';
}
