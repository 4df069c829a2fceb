import { storedName } from '../store/stored-names.ts';
import { wireError } from '@foray/contract';
import type { BatchRequest } from '@foray/contract';
import { maxBackoffMs, maxRetryAfterMs, blockedRetryMs } from '@foray/domain';
import { expect, test } from 'vitest';
import { editItem } from '../actions/actions.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { done } from '../testing/done.ts';
import type { CallFault } from '../testing/test-transport.ts';
import { expectInStep, inStep } from '../testing/in-step.ts';
import { poison, refusal } from '../testing/poison.ts';
import type { Failure } from '../testing/poison.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';

/** Our server's answer where its database cannot answer now. */
function unavailable(retryAfterMs = 2000): Failure {
  return { ...refusal(503), error: wireError('unavailable'), retryAfterMs } as Failure;
}

/** All that asks to wait. */
const putOffs: readonly (readonly [string, Failure])[] = [
  ['is unavailable', unavailable()],
  ["gets a proxy's 503 without Retry-After", refusal(503)],
  ['is rate limited', { ...refusal(429), error: wireError('rate_limited') } as Failure],
  ['gets a 500 with Retry-After', { ...refusal(500), retryAfterMs: 2000 } as Failure],
];

/** So many requests that are put off whenever they are sent, and so many others. */
const sizes: readonly (readonly [string, number, number])[] = [
  ['one of 40 requests', 1, 39],
  ['the first of two requests', 1, 1],
  ['two of 40 requests', 2, 38],
  ['half of 16 requests', 8, 8],
];

/** Each cycle sends until it is put off, so that it divides one batch. */
const runsMost = 60;

const matrix = putOffs.flatMap(([what, failure]) =>
  sizes.map(([which, bad, good]) => ({ what, failure, which, bad, good })),
);

test.each(matrix)(
  '[SYNC-08] [I12] where each batch with $which $what, the rest arrives and what others do too',
  async ({ failure, bad, good }) => {
    const { world, one } = await edited(bad, good);
    const poisoned = poison(one, uuids(1, bad), failure);
    for (let run = 1; run <= runsMost; run += 1) await expectPulled(world, one, run);
    expectArrived(world, uuids(bad + 1, good));
    const left = await one.queue();
    expect(left.map(({ itemUuid }) => itemUuid)).toEqual(uuids(1, bad));
    expect(left.every(({ retries }) => retries === 0)).toBe(true);
    poisoned.end();
    for (let run = 0; run < 4; run += 1) await one.engine.run('sync_now');
    await expectInStep(world, one);
  },
);

/** Failures that say nothing of the request by themselves. */
const uncounted: readonly (readonly [string, Failure])[] = [
  ...putOffs,
  ["gets a gateway's 502", refusal(502)],
  ['gets no answer', { kind: 'noAnswer', why: 'timeout' }],
];

test.each(uncounted)(
  '[SYNC-08] [I20] a request that %s whenever it is sent comes to Needs attention, and goes by itself later',
  async (_, failure) => {
    const { world, one } = await edited(1, 3);
    const poisoned = poison(one, [uuidOf(1)], failure);
    const startMs = world.time.nowMs();
    let triesWhenShown = 0;
    while (one.engine.state().blocked === 0 && world.time.nowMs() - startMs < 2 * blockedRetryMs) {
      triesWhenShown = poisoned.tries;
      await done(editItem(one.device, uuidOf(3), { title: `at ${world.time.nowMs()}` }));
      await one.engine.run('timer');
      await world.time.pass(30_000);
    }
    // Neither at once nor for ever.
    expect(triesWhenShown).toBeGreaterThan(3);
    expect(world.time.nowMs() - startMs).toBeLessThan(blockedRetryMs);
    const status = failure.kind === 'noAnswer' ? 0 : failure.status;
    const [shown, ...others] = await one.queue();
    expect(shown?.state).toMatchObject({
      kind: storedName.blocked,
      why: { kind: 'server_errors', status },
    });
    expect(others).toEqual([]);
    await one.engine.run('timer');
    poisoned.tries = 0;
    await one.engine.run('timer');
    expect(poisoned.tries).toBe(0);
    poisoned.end();
    await world.time.pass(blockedRetryMs);
    expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
    await expectInStep(world, one);
    expect(world.server.items.get(uuidOf(1))?.title).toBe('edited');
  },
);

test.each(uncounted)(
  '[SYNC-08] the only request, which %s once more, is shown again after each try',
  async (_, failure) => {
    const { world, one } = await edited(1, 1);
    const poisoned = poison(one, [uuidOf(1)], failure);
    while (one.engine.state().blocked === 0) {
      await done(editItem(one.device, uuidOf(2), { title: `at ${world.time.nowMs()}` }));
      await one.engine.run('timer');
      await world.time.pass(maxBackoffMs);
    }
    for (let hour = 0; hour < 3; hour += 1) {
      poisoned.tries = 0;
      await world.time.pass(blockedRetryMs);
      expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
      expect(poisoned.tries).toBe(1);
      expect(one.engine.state()).toMatchObject({ blocked: 1, pending: 0 });
    }
  },
);

test('[SYNC-08] one unavailable request among 200 is found in a bounded number of runs', async () => {
  const { world, one } = await edited(0, 200);
  poison(one, [uuidOf(77)], unavailable());
  let runs = 0;
  while ((await one.queue()).length > 1 && runs < 50) {
    await one.engine.run('timer');
    await world.time.pass(maxBackoffMs);
    runs += 1;
  }
  expect(runs).toBeLessThanOrEqual(12);
  expect((await one.queue()).map(({ itemUuid }) => itemUuid)).toEqual([uuidOf(77)]);
});

test('[SYNC-08] a cycle sends nothing after Retry-After, and the next one waits that long', async () => {
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
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  await expectInStep(world, one);
});

test.each(putOffs)(
  '[SYNC-08] after a batch that %s its run sends nothing more',
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

test('[SYNC-07] [SYNC-08] while no request can be sent, none is blamed, and all are sent afterwards', async () => {
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

test('[SYNC-07] a server that answers 503 to every call divides nothing and blames nothing', async () => {
  const { world, one } = await edited(0, 12);
  one.transport.fault = () => putOffFor(2000);
  for (let run = 0; run < 20; run += 1) {
    await one.engine.run('sync_now');
    await world.time.pass(60_000);
  }
  expect((await one.queue()).every(({ delivery }) => delivery === undefined)).toBe(true);
  one.transport.fault = () => 'none';
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  await expectInStep(world, one);
});

test('[SYNC-08] an outage that begins in the middle of a run blames nothing', async () => {
  const { world, one } = await edited(0, 2);
  const takes = takesBatches(one, 0);
  // Put off and divided, so that each goes alone.
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  takes.left = 1;
  expect(await one.engine.run('sync_now')).toMatchObject({ kind: 'failed', hasPulled: true });
  expectArrived(world, uuids(1, 1));
  expect((await one.queue()).length).toBe(1);
  for (const request of await one.queue()) expectUnblamed(request);
  takes.left = Infinity;
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  await expectInStep(world, one);
});

test('[SYNC-08] what the server answers without doing anything is no reason to blame what it puts off', async () => {
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

test('[SYNC-08] the run in which others went past what is put off is complete, and fetches what their answers left open', async () => {
  const { one } = await edited(1, 1);
  const edit = (title: string) => done(editItem(one.device, uuidOf(2), { title }));
  await one.engine.run('sync_now');
  await edit('alone');
  callsOf(one);
  await one.engine.run('sync_now');
  const withoutIt = callsOf(one);
  poison(one, [uuidOf(1)], unavailable());
  await done(editItem(one.device, uuidOf(1), { title: 'put off' }));
  for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
  await edit('past');
  callsOf(one);
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect((await one.queue()).map(({ itemUuid }) => itemUuid)).toEqual([uuidOf(1)]);
  expect(callsOf(one)).toEqual(withoutIt);
});

test('[SYNC-08] of several that are known to be put off one is tried in a run', async () => {
  const { one } = await edited(2, 2);
  const poisoned = poison(one, uuids(1, 2), unavailable());
  for (let run = 0; run < 12; run += 1) {
    await done(editItem(one.device, uuidOf(4), { title: `again ${run}` }));
    await one.engine.run('sync_now');
  }
  for (let run = 0; run < 4; run += 1) {
    poisoned.tries = 0;
    expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
    expect(poisoned.tries).toBe(1);
  }
});

test('a server that has asked to wait is not asked whether it takes batches', async () => {
  const { one } = await edited(3, 0);
  poison(one, uuids(1, 2), refusal(500));
  poison(one, [uuidOf(3)], unavailable());
  const isPutOff = ({ requests }: BatchRequest) =>
    requests.some(({ url }) => url.includes(uuidOf(3)));
  for (let run = 0; run < 6; run += 1) {
    one.transport.batches.length = 0;
    await one.engine.run('sync_now');
    const putOff = one.transport.batches.findIndex(isPutOff);
    if (putOff !== -1) expect(one.transport.batches.length).toBe(putOff + 1);
  }
});

test('[SYNC-08] the pauses of sending grow only while nothing arrives', async () => {
  const { world, one } = await edited(0, 2);
  const takes = takesBatches(one, 0);
  for (let run = 0; run < 12; run += 1) {
    takes.left = 0;
    await one.engine.run('sync_now');
  }
  // Both go alone by now: one arrives, and the other does not.
  takes.left = 1;
  await one.engine.run('sync_now');
  expect((await one.queue()).length).toBe(1);
  takes.left = Infinity;
  await world.time.pass(3000);
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
});

test('[SYNC-08] an unavailable request that others went past holds up nothing, and is tried now and then', async () => {
  const { world, one } = await edited(0, 10);
  const pauseMs = 2 * maxBackoffMs;
  const poisoned = poison(one, [uuidOf(4)], unavailable(pauseMs));
  for (let run = 0; run < 12; run += 1) {
    await one.engine.run('timer');
    await world.time.pass(pauseMs);
  }
  expect((await one.queue()).map(({ itemUuid }) => itemUuid)).toEqual([uuidOf(4)]);
  await one.engine.run('timer');
  poisoned.tries = 0;
  for (let n = 0; n < 19; n += 1) {
    await world.time.pass(30_000);
    await done(editItem(one.device, uuidOf(9), { title: `again ${n}` }));
    expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
    expect(world.server.items.get(uuidOf(9))?.title).toBe(`again ${n}`);
  }
  expect(poisoned.tries).toBe(0);
  await world.time.pass(60_000);
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(poisoned.tries).toBe(1);
});

const unsent: readonly (readonly [string, Failure])[] = [
  ['is unavailable', unavailable()],
  ['hangs', { kind: 'noAnswer', why: 'timeout' }],
];

test.each(unsent)(
  '[SYNC-08] the oldest request that %s does not keep the others that failed alone in an outage',
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
    for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
    await expectInStep(world, one);
  },
);

test('[SYNC-07] reading notifications that is unavailable ends no run and stays queued', async () => {
  const { world, one } = await edited(0, 1);
  await one.store.write((tx) => tx.putRequest(readingOf(one)));
  let tries = 0;
  one.transport.sendOne = async () => {
    tries += 1;
    return unavailable();
  };
  for (let n = 0; n < 8; n += 1) {
    await done(editItem(one.device, uuidOf(1), { title: `edited ${n}` }));
    expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
    expect(world.server.items.get(uuidOf(1))?.title).toBe(`edited ${n}`);
    await world.time.pass(30_000);
  }
  expect(tries).toBeGreaterThan(0);
  expect(tries).toBeLessThan(5);
  const [left] = await one.queue();
  expect(left).toMatchObject({ itemUuid: null, retries: 0, state: { kind: 'queued' } });
});

test('[SYNC-08] a request that is unavailable does not keep notifications from being read', async () => {
  const { one } = await edited(1, 0);
  poison(one, [uuidOf(1)], unavailable());
  await one.store.write((tx) => tx.putRequest(readingOf(one)));
  for (let run = 0; run < 4; run += 1) await one.engine.run('sync_now');
  expect((await one.queue()).map(({ itemUuid }) => itemUuid)).toEqual([uuidOf(1)]);
});

test('a request for which the server asks to wait for years is tried again after an hour', async () => {
  const { world, one } = await edited(1, 1);
  const poisoned = poison(one, [uuidOf(1)], unavailable(1e12));
  for (let run = 0; run < 6; run += 1) await one.engine.run('sync_now');
  poisoned.end();
  await one.engine.run('timer');
  expect((await one.queue()).length).toBe(1);
  await world.time.pass(maxRetryAfterMs);
  await one.engine.run('timer');
  await expectInStep(world, one);
});

test.each([
  ['what others did', () => true],
  ['what is queued', (call: string) => call === 'batch'],
])('a server that asks to wait for years keeps %s for an hour at most', async (_, isAsked) => {
  const { world, one } = await edited(0, 1);
  one.transport.fault = (call) => (isAsked(call) ? putOffFor(1e12) : 'none');
  await one.engine.run('timer');
  one.transport.fault = () => 'none';
  await world.time.pass(maxRetryAfterMs);
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  await expectInStep(world, one);
});

function putOffFor(retryAfterMs: number): CallFault {
  return { status: 503, code: 'unavailable', retryAfterMs };
}

/** Lets so many batches through from now on, and puts the others off. */
function takesBatches(one: TestDevice, left: number): { left: number } {
  const takes = { left };
  const send = one.transport.sendBatch.bind(one.transport);
  one.transport.sendBatch = async (batch, context) => {
    takes.left -= 1;
    return takes.left < 0 ? unavailable() : send(batch, context);
  };
  return takes;
}

/** The calls since the last time. */
function callsOf(one: TestDevice): readonly string[] {
  return one.transport.calls.splice(0);
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

/** A device in step, with so many changes queued: of bad items first, then of good ones. */
async function edited(bad: number, good: number) {
  const made = await inStep();
  for (const uuid of uuids(1, bad + good)) {
    await made.world.server.seed({ uuid, type: 'task', title: 'before' });
  }
  await made.one.engine.run('timer');
  for (const uuid of uuids(1, bad + good)) {
    await done(editItem(made.one.device, uuid, { title: 'edited' }));
  }
  made.one.transport.calls.length = 0;
  return made;
}

function uuids(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => uuidOf(from + at));
}

/** A cycle that sends, and one by the timer right after it: whatever else becomes of them, both fetch. */
async function expectPulled(world: TestWorld, one: TestDevice, run: number): Promise<void> {
  for (const [at, trigger] of (['online', 'timer'] as const).entries()) {
    const uuid = uuidOf(1000 + run * 2 + at);
    await world.server.seed({ uuid, type: 'task', title: 'news' });
    expect((await one.engine.run(trigger)).kind).not.toBe('skipped');
    expect((await one.row(uuid)).title).toBe('news');
  }
  await world.time.pass(60_000);
}

function expectArrived(world: TestWorld, wanted: readonly string[]): void {
  for (const uuid of wanted) expect(world.server.items.get(uuid)?.title).toBe('edited');
}

function readingOf(one: TestDevice): QueuedRequest {
  const about = { itemUuid: null, touches: [], id: one.device.ids.uuid(), seq: 900 };
  const url = '/api/notifications/read';
  return queuedRequest(900, 1, { ...about, method: 'POST', url, data: { up_to: 3 } });
}
