import { wireError } from '@foray/contract';
import { maxBackoffMs, maxRetryAfterMs } from '@foray/domain';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { CallFault } from '../testing/test-transport.ts';
import { endsInStep, expectInStep } from '../testing/in-step.ts';
import { poison, putOffs, unavailable, type ProvokedFailure } from '../testing/poison.ts';
import { uuidOf } from '../testing/rows.ts';
import type { TestDevice } from '../testing/test-world.ts';
import { edited, expectArrived, uuids } from '../testing/queued-edits.ts';

test('[SYNC-08] a cycle sends nothing after Retry-After, and the next cycle waits that long', async () => {
  const { world, one } = await edited(0, 6);
  one.transport.fault = (call) => (call === 'batch' ? putOffFor(90_000) : 'none');
  expect(await one.engine.run('timer')).toMatchObject({
    kind: 'failed',
    problem: { code: 'unavailable', status: 503, retryAfterMs: 90_000 },
    hasPulled: true,
  });
  expect(batchesOf(one)).toBe(1);
  await world.time.pass(89_000);
  await world.server.seed({ uuid: uuidOf(99), type: 'task', title: 'news' });
  expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed', hasPulled: true });
  expect((await one.row(uuidOf(99))).title).toBe('news');
  expect(batchesOf(one)).toBe(1);
  await world.time.pass(2000);
  one.transport.fault = () => 'none';
  await endsInStep(world, one, 'timer');
});

test.each(putOffs)(
  '[SYNC-08] after a batch that %s its cycle sends nothing more',
  async (_, failure) => {
    const { world, one } = await edited(12, 0);
    const poisoned = poison(one, uuids(1, 12), failure);
    for (let run = 0; run < 6; run += 1) {
      poisoned.tries = 0;
      expect(await one.engine.run('sync_now')).toMatchObject({ kind: 'failed', hasPulled: true });
      expect(poisoned.tries).toBe(1);
      await world.time.pass(60_000);
    }
  },
);

test('[SYNC-07] [SYNC-08] while no request can be sent, none is held responsible, and all are sent afterwards', async () => {
  const { world, one } = await edited(0, 12);
  one.transport.fault = (call) => (call === 'batch' ? putOffFor(2000) : 'none');
  for (let run = 0; run < 60; run += 1) {
    one.transport.calls.length = 0;
    await one.engine.run(run % 5 === 0 ? 'sync_now' : 'timer');
    expect(batchesOf(one)).toBeLessThanOrEqual(1);
    await world.time.pass(60_000);
  }
  for (const request of await one.queue()) expectUnblamed(request);
  expect(one.engine.state()).toMatchObject({ pending: 12, blocked: 0 });
  await world.time.pass(maxBackoffMs);
  one.transport.fault = () => 'none';
  one.transport.calls.length = 0;
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(batchesOf(one)).toBeLessThanOrEqual(3);
  await expectInStep(world, one);
});

test('[SYNC-08] no request is held responsible for an outage that begins in the middle of a cycle', async () => {
  const { world, one } = await edited(0, 2);
  const takes = takesBatches(one, 0);
  // Deferred and divided, so that each is sent by itself.
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  takes.left = 1;
  expect(await one.engine.run('sync_now')).toMatchObject({ kind: 'failed', hasPulled: true });
  expectArrived(world, uuids(1, 1));
  expect((await one.queue()).length).toBe(1);
  for (const request of await one.queue()) expectUnblamed(request);
  takes.left = Infinity;
  await endsInStep(world, one, 'sync_now');
});

test('[SYNC-08] responses without an effect are not a reason to hold a deferred request responsible', async () => {
  const { one } = await edited(1, 1);
  const send = one.transport.sendBatch.bind(one.transport);
  one.transport.sendBatch = async (batch, context) => {
    const isPutOff = batch.requests.some(({ url }) => url.includes(uuidOf(1)));
    const reply = await send({ requests: [] }, context);
    if (isPutOff || reply.kind !== 'answer') return unavailable();
    const body = { error: wireError('unavailable') };
    const results = batch.requests.map(({ id }) => ({ id, status: 503, body }) as const);
    return { ...reply, body: { ...reply.body, results } };
  };
  for (let run = 0; run < 6; run += 1) await one.engine.run('sync_now');
  expect((await one.queue()).length).toBe(2);
  for (const request of await one.queue()) expectUnblamed(request);
});

test('[SYNC-08] the pauses of sending grow only while nothing arrives', async () => {
  const { world, one } = await edited(0, 2);
  const takes = takesBatches(one, 0);
  for (let run = 0; run < 12; run += 1) {
    takes.left = 0;
    await one.engine.run('sync_now');
  }
  // Both are sent by themselves by now: one arrives, and the other does not.
  takes.left = 1;
  await one.engine.run('sync_now');
  expect((await one.queue()).length).toBe(1);
  takes.left = Infinity;
  await world.time.pass(3000);
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
});

const unsent: readonly (readonly [string, ProvokedFailure])[] = [
  ['is unavailable', unavailable()],
  ['hangs', { kind: 'noAnswer', why: 'timeout' }],
];

test.each(unsent)(
  '[SYNC-08] the oldest request that %s does not hold up the others that failed by themselves in an outage',
  async (_, failure) => {
    const { world, one } = await edited(1, 4);
    let isOut = true;
    const poisoned = poison(one, [uuidOf(1)], failure);
    const send = one.transport.sendBatch.bind(one.transport);
    one.transport.sendBatch = (batch, context) =>
      isOut ? Promise.resolve(failure) : send(batch, context);
    for (let run = 0; run < 20; run += 1) {
      await one.engine.run('sync_now');
    }
    expect((await one.queue()).every(({ delivery }) => delivery?.isApart)).toBe(true);
    isOut = false;
    for (let run = 0; run < 10; run += 1) await one.engine.run('sync_now');
    expectArrived(world, uuids(2, 4));
    poisoned.end();
    for (let run = 0; run < 2; run += 1) await endsInStep(world, one, 'sync_now');
  },
);

test.each([
  ['what others did', () => true],
  ['what is queued', (call: string) => call === 'batch'],
])('a server that asks to wait for years delays %s by an hour at most', async (_, isAsked) => {
  const { world, one } = await edited(0, 1);
  await one.runsWith((call) => (isAsked(call) ? putOffFor(1e12) : 'none'), 'timer');
  await world.time.pass(maxRetryAfterMs);
  await endsInStep(world, one, 'timer');
});

function putOffFor(retryAfterMs: number): CallFault {
  return { status: 503, code: 'unavailable', retryAfterMs };
}

/** Lets this number of batches through from now on, and defers the others. */
function takesBatches(one: TestDevice, left: number): { left: number } {
  const takes = { left };
  const send = one.transport.sendBatch.bind(one.transport);
  one.transport.sendBatch = async (batch, context) => {
    takes.left -= 1;
    return takes.left < 0 ? unavailable() : send(batch, context);
  };
  return takes;
}

function batchesOf(one: TestDevice): number {
  return one.transport.calls.filter((call) => call === 'batch').length;
}

function expectUnblamed({ retries, state, delivery }: QueuedRequest): void {
  expect({ retries, state: state.kind, alone: delivery?.alone ?? 0 }).toEqual({
    retries: 0,
    state: 'queued',
    alone: 0,
  });
}
