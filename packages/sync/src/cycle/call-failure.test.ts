import { wireError } from '@foray/contract';
import { requestTimeoutMs } from '@foray/domain';
import { endsInStep, inStep, make } from '../testing/in-step.ts';
import { type ProvokedFailure, failures, poison, refusal, without } from '../testing/poison.ts';
import { uuidOf } from '../testing/rows.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';
import { only, seeded } from '../testing/queued-edits.ts';

const timeout: ProvokedFailure = { kind: 'noAnswer', why: 'timeout' };

test.each(failures)(
  '[SYNC-08] changes by others arrive in the same cycle in which a resent batch %s',
  async (_, failure) => {
    const { world, one } = await seeded(8);
    await editAll(one, 8);
    await one.runsWith((call) => (call === 'batch' ? 'answer_lost' : 'none'), 'action');
    poison(one, [uuidOf(3)], failure);
    await world.server.seed({ uuid: uuidOf(99), type: 'task', title: 'news' });
    await one.engine.run('sync_now');
    expect((await one.row(uuidOf(99))).title).toBe('news');
    expect((await one.queue()).find(({ itemUuid }) => itemUuid === uuidOf(3))?.sent).toBe(true);
  },
);

test('[I3] every request is resent with the same key and body, however batches are divided', async () => {
  const { world, one } = await seeded(40);
  await editAll(one, 40);
  poison(one, [uuidOf(17)], refusal(500));
  await runs(world, one, 4);
  const bodies = new Map<string, Set<string>>();
  for (const { id, ...entry } of one.transport.batches.flatMap(({ requests }) => requests)) {
    bodies.set(id, (bodies.get(id) ?? new Set()).add(JSON.stringify(entry)));
  }
  expect([...bodies.values()].every((seen) => seen.size === 1)).toBe(true);
});

test('[SYNC-08] a request that only a proxy refuses never counts as refused, and is shown after three tries', async () => {
  const { world, one } = await seeded(10);
  await editAll(one, 10);
  const poisoned = poison(one, [uuidOf(4)], refusal(403));
  for (let n = 0; n < 2; n += 1) await one.engine.run('sync_now');
  expect(await only(one)).toMatchObject({ state: { kind: 'queued' } });
  await one.runsAfter(world.time.pass(600_000), 'timer');
  const [shown] = await one.queue();
  expect(shown?.state).toMatchObject({ why: { kind: 'server_errors', status: 403 } });
  poisoned.end();
  // Sent under the same key, since the server never saw it, and without an action of the user.
  await world.time.pass(3_600_000);
  await endsInStep(world, one, 'timer');
  expect(world.server.applied).toContain(shown?.id);
});

test('[SYNC-07] a 503 for one entry of an answered batch does not count as a refusal', async () => {
  const { world, one } = await seeded(3);
  await editAll(one, 3);
  const send = one.transport.sendBatch.bind(one.transport);
  one.transport.sendBatch = async (batch, context) => {
    const bad = batch.requests.find(({ url }) => url.includes(uuidOf(2)));
    const reply = await send(without(batch, [uuidOf(2)]), context);
    if (bad === undefined || reply.kind !== 'answer') return reply;
    const body = { error: { code: 'unavailable', message: '' } } as const;
    const results = [...reply.body.results, { id: bad.id, status: 503, body } as const];
    return { ...reply, body: { ...reply.body, results } };
  };
  for (let n = 0; n < 5; n += 1) await one.engine.run('sync_now');
  expect(await only(one)).toMatchObject({ retries: 0, state: { kind: 'queued' } });
  expect(world.server.items.get(uuidOf(3))?.title).toBe('edited 3');
});

test('a cycle whose only response is a refusal by the server counts as complete', async () => {
  const { one } = await inStep();
  const task = await make(one, 'bad task');
  await make(one, 'child', task.uuid);
  poison(one, [task.uuid], { ...refusal(413), error: wireError('too_large') } as ProvokedFailure);
  expect(await one.engine.run('action')).toEqual({ kind: 'complete' });
  expect(one.engine.state()).toMatchObject({ pending: 0, blocked: 2, lastError: null });
});

test('if the server accepts no batch, no request is held responsible, and the number of calls is limited', async () => {
  const { world, one } = await seeded(40);
  await editAll(one, 40);
  one.transport.fault = (call) => (call === 'batch' ? { status: 500 } : 'none');
  one.transport.calls.length = 0;
  expect(await one.engine.run('sync_now')).toMatchObject({
    kind: 'failed',
    problem: { code: 'unavailable', status: 500 },
  });
  expect(one.transport.calls.filter((call) => call === 'batch').length).toBeLessThanOrEqual(13);
  await runs(world, one, 6);
  expect((await one.queue()).every(({ retries }) => retries === 0)).toBe(true);
  expect(one.engine.state().blocked).toBe(0);
  one.transport.fault = () => 'none';
  one.transport.calls.length = 0;
  await endsInStep(world, one, 'sync_now');
  // Only requests that failed by themselves are sent by themselves again, and only the first of them.
  expect(one.transport.calls.filter((call) => call === 'batch').length).toBeLessThan(20);
});

test('[I9] the division of a batch is remembered over a restart', async () => {
  const { world, one } = await seeded(40);
  await editAll(one, 40);
  // Nothing answers such a batch: each cycle can divide it once.
  poison(one, [uuidOf(17)], timeout);
  let last: TestDevice = one;
  for (let n = 0; n < 12; n += 1) {
    last = world.newTab(one);
    poison(last, [uuidOf(17)], timeout);
    await last.engine.run('start');
  }
  expect((await only(last)).itemUuid).toBe(uuidOf(17));
});

test('[I4] dependents of a failing request wait for it, and are sent after it', async () => {
  const { world, one } = await seeded(2);
  const task = await make(one, 'bad task');
  await make(one, 'child', task.uuid);
  await editAll(one, 2);
  const poisoned = poison(one, [task.uuid], refusal(502));
  await runs(world, one, 6);
  expect((await one.queue()).map(({ data }) => data?.['title'])).toEqual(['bad task', 'child']);
  poisoned.end();
  await endsInStep(world, one, 'sync_now');
});

test('[SYNC-05] a change by others waits until the failing change of the same item is decided', async () => {
  const { world, one } = await seeded(4);
  await editAll(one, 4);
  const poisoned = poison(one, [uuidOf(2)], refusal(502));
  await runs(world, one, 6);
  await world.server.change(uuidOf(2), { title: 'theirs', description: 'from elsewhere' });
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toEqual([]);
  poisoned.end();
  // Only the server knows its base, and its response causes the question.
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: uuidOf(2), canKeepBoth: true }]);
  expect((await one.row(uuidOf(2))).title).toBe('edited 2');
});

test('a batch that hangs is given up after the time limit of one request', async () => {
  const { world, one } = await seeded(2);
  await editAll(one, 2);
  one.transport.fault = (call) => (call === 'batch' ? 'hung' : 'none');
  const run = one.engine.run('timer');
  await world.time.pass(requestTimeoutMs);
  expect(await run).toMatchObject({ problem: { code: 'no_answer' } });
  const called = { event: 'called', what: 'batch', outcome: 'noAnswer', why: 'timeout' };
  expect(one.engine.log()).toContainEqual(expect.objectContaining(called));
});

async function editAll(one: TestDevice, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    await one.edit(uuidOf(n), { title: `edited ${n}` });
  }
}

/** This number of cycles, so far apart that no pause after a failure delays them. */
async function runs(world: TestWorld, one: TestDevice, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await one.engine.run('timer');
    await world.time.pass(300_000);
  }
}
