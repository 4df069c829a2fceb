import { storedName } from '../store/stored-names.ts';
import type { BatchRequest } from '@foray/contract';
import { maxBackoffMs, maxRetryAfterMs, blockedRetryMs } from '@foray/domain';
import { endsInStep } from '../testing/in-step.ts';
import { poison, refusal, putOffs, unavailable, type ProvokedFailure } from '../testing/poison.ts';
import { uuidOf } from '../testing/rows.ts';
import type { TestDevice } from '../testing/test-world.ts';
import { edited, expectPulledUntilArrived, uuids } from '../testing/queued-edits.ts';

/** The numbers of requests that are deferred whenever they are sent, and of others. */
const sizes: readonly (readonly [string, number, number])[] = [
  ['one of 40 requests', 1, 39],
  ['the first of two requests', 1, 1],
  ['two of 40 requests', 2, 38],
  ['half of 16 requests', 8, 8],
];

/** Each cycle sends until a request is deferred, so that it divides one batch. */
const runsMost = 60;

const matrix = putOffs.flatMap(([what, failure]) =>
  sizes.map(([which, bad, good]) => ({ what, failure, which, bad, good })),
);

test.each(matrix)(
  '[SYNC-08] [I12] if each batch with $which $what, the other requests arrive, and changes by others too',
  async ({ failure, bad, good }) => {
    const { world, one } = await edited(bad, good);
    const poisoned = poison(one, uuids(1, bad), failure);
    await expectPulledUntilArrived(world, one, uuids(bad + 1, good), runsMost);
    const left = await one.queue();
    expect(left.map(({ itemUuid }) => itemUuid)).toEqual(uuids(1, bad));
    expect(left.every(({ retries }) => retries === 0)).toBe(true);
    poisoned.end();
    for (let run = 0; run < 4; run += 1) await endsInStep(world, one, 'sync_now');
  },
);

/** Failures for which the request alone is not held responsible. */
const uncounted: readonly (readonly [string, ProvokedFailure])[] = [
  ...putOffs,
  ["gets a gateway's 502", refusal(502)],
  ['gets no answer', { kind: 'noAnswer', why: 'timeout' }],
];

test.each(uncounted)(
  '[SYNC-08] [I20] a request that %s whenever it is sent moves to Needs attention, and is later sent by itself',
  async (_, failure) => {
    const { world, one } = await edited(1, 3);
    const poisoned = poison(one, [uuidOf(1)], failure);
    const startMs = world.time.nowMs();
    let triesWhenShown = 0;
    while (one.engine.state().blocked === 0 && world.time.nowMs() - startMs < 2 * blockedRetryMs) {
      triesWhenShown = poisoned.tries;
      await one.runsAfter(one.edit(uuidOf(3), { title: `at ${world.time.nowMs()}` }), 'timer');
      await world.time.pass(30_000);
    }
    // It is neither blocked at once nor retried forever.
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
    await endsInStep(world, one, 'timer');
    expect(world.server.items.get(uuidOf(1))?.title).toBe('edited');
  },
);

test.each(uncounted)(
  '[SYNC-08] the only request, which %s once more, is shown again after each try',
  async (_, failure) => {
    const { world, one } = await edited(1, 1);
    const poisoned = poison(one, [uuidOf(1)], failure);
    while (one.engine.state().blocked === 0) {
      await one.runsAfter(one.edit(uuidOf(2), { title: `at ${world.time.nowMs()}` }), 'timer');
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

test('[SYNC-08] one unavailable request among 200 is found in a limited number of cycles', async () => {
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

test('[SYNC-08] a cycle in which others overtook a deferred request is complete, and fetches what their responses left open', async () => {
  const { one } = await edited(1, 1);
  const edit = (title: string) => one.edit(uuidOf(2), { title });
  await one.engine.run('sync_now');
  await edit('alone');
  callsOf(one);
  await one.engine.run('sync_now');
  const withoutIt = callsOf(one);
  poison(one, [uuidOf(1)], unavailable());
  await one.edit(uuidOf(1), { title: 'put off' });
  for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
  await edit('past');
  callsOf(one);
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect((await one.queue()).map(({ itemUuid }) => itemUuid)).toEqual([uuidOf(1)]);
  expect(callsOf(one)).toEqual(withoutIt);
});

test('[SYNC-08] a cycle tries only one of several deferred requests', async () => {
  const { one } = await edited(2, 2);
  const poisoned = poison(one, uuids(1, 2), unavailable());
  for (let run = 0; run < 12; run += 1) {
    await one.runsAfter(one.edit(uuidOf(4), { title: `again ${run}` }), 'sync_now');
  }
  for (let run = 0; run < 4; run += 1) {
    poisoned.tries = 0;
    expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
    expect(poisoned.tries).toBe(1);
  }
});

test('a server that has asked to wait is not tested with an empty batch', async () => {
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

test('[SYNC-08] an unavailable request that others overtook holds up nothing, and is retried now and then', async () => {
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
    await one.edit(uuidOf(9), { title: `again ${n}` });
    expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
    expect(world.server.items.get(uuidOf(9))?.title).toBe(`again ${n}`);
  }
  expect(poisoned.tries).toBe(0);
  await world.time.pass(60_000);
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(poisoned.tries).toBe(1);
});

test('a request for which the server asks to wait for years is retried after an hour', async () => {
  const { world, one } = await edited(1, 1);
  const poisoned = poison(one, [uuidOf(1)], unavailable(1e12));
  for (let run = 0; run < 6; run += 1) await one.engine.run('sync_now');
  poisoned.end();
  await one.engine.run('timer');
  expect((await one.queue()).length).toBe(1);
  await world.time.pass(maxRetryAfterMs);
  await endsInStep(world, one, 'timer');
});

/** The calls since the last time. */
function callsOf(one: TestDevice): readonly string[] {
  return one.transport.calls.splice(0);
}
