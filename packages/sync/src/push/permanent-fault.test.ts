import { wireError } from '@foray/contract';
import { discardRequest, retryRequest } from '../actions/attention.ts';
import { endsInStep, expectInStep } from '../testing/in-step.ts';
import { failures, poison, refusal, type ProvokedFailure } from '../testing/poison.ts';
import {
  edited,
  expectArrived,
  expectPulled,
  expectPulledUntilArrived,
  uuids,
} from '../testing/queued-edits.ts';
import { uuidOf } from '../testing/rows.ts';

/** Failures that the call itself has caused; the others are an outage, or look like one. */
const definite = failures.filter(
  ([, failure]) => failure.kind !== 'noAnswer' && failure.status !== 502,
);
const sizes: readonly (readonly [string, number, number])[] = [
  ['one request and nothing else', 1, 0],
  ['two requests and nothing else', 2, 0],
  ['thirty requests and nothing else', 30, 0],
  ['one of 40 requests', 1, 39],
  ['two of 40 requests', 2, 38],
  ['half of 40 requests', 20, 20],
];

/** The number of cycles after which every good request has arrived, and every bad one is blocked. */
const runsMost = { sent: 5, blocked: 16 };

const matrix = definite.flatMap(([what, failure]) =>
  sizes.map(([which, bad, good]) => ({ what, failure, which, bad, good })),
);

test.each(matrix)(
  '[SYNC-07] [SYNC-08] [I12] if each batch with $which $what, the other requests arrive, and that request is shown after three tries',
  async ({ failure, bad, good }) => {
    const { world, one } = await edited(bad, good);
    const poisoned = poison(one, uuids(1, bad), failure);
    for (let run = 1; run <= runsMost.blocked; run += 1) {
      await expectPulled(world, one, run);
      if (run === runsMost.sent) expectArrived(world, uuids(bad + 1, good));
    }
    expect((await one.queue()).map(({ itemUuid }) => itemUuid)).toEqual(uuids(1, bad));
    expect(one.engine.state()).toMatchObject({ blocked: bad, pending: 0, lastError: null });
    for (const { retries } of await one.queue()) expect(retries).toBe(3);

    const [first, ...others] = await one.queue();
    poisoned.end();
    expect(await retryRequest(one.device, first?.id ?? '')).toMatchObject({ ok: true });
    for (const { id } of others) {
      expect(await discardRequest(one.device, id)).toMatchObject({ ok: true });
    }
    await one.engine.run('action');
    expectArrived(world, uuids(1, 1));
    await expectInStep(world, one);
  },
);

const silent = failures.filter((one) => !definite.includes(one));

test.each(silent.flatMap(([what, failure]) => sizes.map((size) => ({ what, failure, size }))))(
  '[SYNC-08] [I12] if each batch with $size.0 $what, the other requests arrive, and changes by others too',
  async ({ failure, size: [, bad, good] }) => {
    const { world, one } = await edited(bad, good);
    const poisoned = poison(one, uuids(1, bad), failure);
    // Without a response one call fails per cycle, since each takes as long as a request may.
    const most = good === 0 ? 4 : 60;
    await expectPulledUntilArrived(world, one, uuids(bad + 1, good), most);
    expect((await one.queue()).map(({ itemUuid }) => itemUuid)).toEqual(uuids(1, bad));
    expect((await one.queue()).every(({ retries }) => retries === 0)).toBe(true);
    poisoned.end();
    for (let run = 0; run < 4; run += 1) await endsInStep(world, one, 'sync_now');
  },
);

test('[SYNC-08] a server that refuses an empty batch with its own error does accept batches, and a failing request is at fault', async () => {
  const { world, one } = await edited(2, 0);
  const send = one.transport.sendBatch.bind(one.transport);
  one.transport.sendBatch = async (batch) => {
    if (batch.requests.length > 0) return refusal(500);
    return { ...refusal(400), error: wireError('invalid') } as ProvokedFailure;
  };
  for (let run = 1; run <= 4; run += 1) await expectPulled(world, one, run);
  expect(one.engine.state()).toMatchObject({ blocked: 2, pending: 0 });
  one.transport.sendBatch = send;
  await endsInStep(world, one, 'sync_now');
});

test('[SYNC-08] while no batch is accepted, changes by others arrive at once, and sending waits longer each time', async () => {
  const { world, one } = await edited(3, 0);
  one.transport.fault = (call) => (call === 'batch' ? { status: 500 } : 'none');
  expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed', hasPulled: true });
  one.transport.calls.length = 0;
  for (let n = 0; n < 20; n += 1) {
    await world.server.seed({ uuid: uuidOf(500 + n), type: 'task', title: 'news' });
    expect(await one.engine.run('event')).toMatchObject({ kind: 'failed', hasPulled: true });
    expect((await one.row(uuidOf(500 + n))).title).toBe('news');
  }
  expect(one.transport.calls).not.toContain('batch');
  expect(one.engine.state()).toMatchObject({ pending: 3, blocked: 0 });
  expect(one.engine.state().lastError).toMatchObject({ code: 'unavailable', status: 500 });
  for (let n = 0; n < 20; n += 1) {
    await one.runsAfter(world.time.pass(30_000), 'timer');
  }
  // After ten minutes of attempts the pauses have grown to minutes.
  const batches = one.transport.calls.filter((call) => call === 'batch').length;
  expect(batches).toBeGreaterThan(0);
  expect(batches).toBeLessThan(60);
  one.transport.fault = () => 'none';
  await endsInStep(world, one, 'sync_now');
});
