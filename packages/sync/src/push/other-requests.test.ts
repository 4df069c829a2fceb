import { wireError, type ErrorCode } from '@foray/contract';
import type { QueuedRequest } from '../store/queued-request.ts';
import { storedName } from '../store/stored-names.ts';
import type { Reply } from '../store/ports.ts';
import { endsInStep, inStep } from '../testing/in-step.ts';
import { refusal, unavailable, type ProvokedFailure } from '../testing/poison.ts';
import { blockedFor } from '../testing/queued.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import type { TestDevice } from '../testing/test-world.ts';

/** A request that is about no item. */
function readUpTo(seq: number, fields: Partial<QueuedRequest> = {}): QueuedRequest {
  const url = '/api/notifications/read';
  const about = { itemUuid: null, touches: [], data: { up_to: seq } };
  return queuedRequest(seq, 1, { method: 'POST', url, ...about, ...fields });
}

function refusedAs(status: number, code: ErrorCode): ProvokedFailure {
  return { ...refusal(status), error: wireError(code) } as ProvokedFailure;
}

/** A device with these requests; `reply` makes the result of each request that it sends. */
async function sending(
  queue: readonly QueuedRequest[],
  reply: (one: TestDevice, request: QueuedRequest) => Promise<Reply<unknown>> | Reply<unknown>,
) {
  const { world, one } = await inStep();
  await one.store.write(async (tx) => {
    for (const request of queue) await tx.putRequest(request);
  });
  const sent: number[] = [];
  one.transport.sendOne = async (request?: QueuedRequest) => {
    if (request === undefined) throw new Error('nothing is sent');
    sent.push(request.seq);
    return reply(one, request);
  };
  return { world, one, sent };
}

const answered = {
  kind: 'answer',
  status: 204,
  body: null,
  serverNow: null,
  position: null,
} as const;

test('requests that concern no item are sent one at a time, in order, and leave the queue', async () => {
  const limit = blockedFor({ kind: 'verdict', code: 'limit', status: 422 });
  const queue = [readUpTo(1), readUpTo(2, { state: limit }), readUpTo(3)];
  const { one, sent } = await sending(queue, () => answered);
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect(sent).toEqual([1, 3]);
  expect(await one.queue()).toEqual([queue[1]]);
});

test('[I20] a request that has left the queue, or was refused, while another was in flight is not sent', async () => {
  const state = blockedFor({ kind: 'verdict', code: 'limit', status: 422 });
  const queue = [1, 2, 3].map((seq) => readUpTo(seq));
  const { one, sent } = await sending(queue, async (device) => {
    await device.store.write(async (tx) => {
      await tx.deleteRequest('request-2');
      await tx.putRequest(readUpTo(3, { state }));
    });
    return answered;
  });
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect(sent).toEqual([1]);
  expect(await one.queue()).toEqual([readUpTo(3, { state })]);
});

test.each([
  ['signed_out', refusedAs(401, 'unauthenticated')],
  ['too_old', refusedAs(426, 'too_old')],
] as const)('a request that concerns no item and gets %s ends the cycle', async (code, failure) => {
  const { one, sent } = await sending([readUpTo(1), readUpTo(2)], () => failure);
  expect(await one.engine.run('sync_now')).toMatchObject({ problem: { code } });
  expect(sent).toEqual([1]);
  expect(await one.queue()).toMatchObject([{ seq: 1, state: { kind: 'queued' } }, readUpTo(2)]);
});

test.each([
  [400, 'bad_json'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [422, 'invalid'],
] as const)(
  '[SYNC-07] a refusal as %i blocks a request that concerns no item',
  async (status, code) => {
    const { one } = await sending([readUpTo(1)], () => refusedAs(status, code));
    expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
    const why = { kind: 'verdict', code, status };
    expect(await one.queue()).toMatchObject([{ state: { kind: storedName.blocked, why } }]);
  },
);

test.each<readonly [string, ProvokedFailure, number | undefined]>([
  ['no answer', { kind: 'noAnswer', why: 'network' }, 1],
  ['a page of another server', { kind: 'garbled', status: 200 }, 1],
  ['a proxy’s refusal', refusal(403), 1],
  ['a gateway’s 502', refusal(502), 1],
  ['an unavailable server', unavailable(), 3],
  ['a server error', refusedAs(500, 'internal'), 1],
  ['a wrong token', refusedAs(403, 'csrf'), undefined],
  ['a body that is too large', refusedAs(413, 'too_large'), undefined],
])(
  '[SYNC-08] %s to a request that concerns no item stops nothing else',
  async (_, failure, alone) => {
    const { world, one, sent } = await sending([readUpTo(2), readUpTo(3)], () => failure);
    await world.server.seed({ uuid: uuidOf(1), type: 'task', title: 'before' });
    await one.engine.run('timer');
    expect(sent).toEqual([2, 3]);
    expect(await one.queue()).toMatchObject([{ seq: 2 }, { seq: 3 }]);
    for (const request of await one.queue()) {
      expect(request.state).toEqual({ kind: 'queued' });
      expect(request.delivery?.alone).toBe(alone);
    }
    await one.edit(uuidOf(1), { title: 'mine' });
    expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
    expect(world.server.items.get(uuidOf(1))?.title).toBe('mine');
    one.transport.sendOne = async () => answered;
    await endsInStep(world, one, 'sync_now');
  },
);

test('[SYNC-08] a request that concerns no item and fails is tried once in a cycle of many rounds', async () => {
  const { world, one, sent } = await sending([readUpTo(2)], () => refusal(500));
  await world.server.seed({ uuid: uuidOf(1), type: 'campaign', title: 'above' });
  await world.server.seed({ uuid: uuidOf(2), type: 'task', title: 'moves' });
  await one.engine.run('timer');
  sent.length = 0;
  one.transport.calls.length = 0;
  one.transport.isEarlierNode = true;
  // The items below have other rights after a move, which another round fetches.
  await one.runsAfter(one.move(uuidOf(2), uuidOf(1)), 'action');
  expect(one.transport.calls.filter((call) => call === 'items')).toHaveLength(4);
  expect(sent).toEqual([2]);
});
