import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { requestTimeoutMs } from '@foray/domain';
import { createEngine } from './engine.ts';
import type { SyncState } from './sync-state.ts';
import { uuidOf } from '../testing/rows.ts';
import { expectInStep, inStep, make } from '../testing/in-step.ts';
import { settleMicrotasks } from '../testing/virtual-time.ts';

test('[SYNC-02] a cycle is skipped while another one runs, here or in another tab', async () => {
  const { world, one } = await inStep();
  const two = world.newTab(one);
  let inner: unknown = null;
  let other: unknown = null;
  one.transport.beforeAnswer = async () => {
    one.transport.beforeAnswer = () => undefined;
    inner = await one.engine.run('timer');
    other = await two.engine.run('timer');
  };
  await one.engine.run('timer');
  expect(inner).toEqual({ kind: 'skipped', why: 'running' });
  expect(other).toEqual({ kind: 'skipped', why: 'running' });
});

test('[SYNC-02] a cycle is skipped while another one of its tab runs, even in a browser without locks', async () => {
  const { one } = await inStep();
  one.locks.isOpen = true;
  let inner: unknown = null;
  one.transport.beforeAnswer = async () => {
    one.transport.beforeAnswer = () => undefined;
    inner = await one.engine.run('timer');
  };
  await one.engine.run('timer');
  expect(inner).toEqual({ kind: 'skipped', why: 'running' });
});

test('[SYNC-02] a cycle is skipped offline, and always without an account, and makes no call', async () => {
  const { world, one } = await inStep();
  one.transport.calls.length = 0;
  one.connectivity.set(false);
  for (const trigger of ['start', 'visible', 'action'] as const) {
    expect(await one.engine.run(trigger)).toEqual({ kind: 'skipped', why: 'offline' });
  }
  const guest = createEngine({
    device: { ...one.device, account: { kind: 'guest' } },
    transport: one.transport,
    scheduler: world.time,
    locks: one.locks,
    connectivity: { isOnline: () => true, subscribe: () => () => undefined },
    isResolvingConflicts: () => false,
  });
  for (const trigger of ['start', 'timer', 'online', 'sync_now'] as const) {
    expect(await guest.run(trigger)).toEqual({ kind: 'skipped', why: 'guest' });
  }
  expect(one.transport.calls).toEqual([]);
});

test.each([
  [{ status: 401, code: 'unauthenticated' } as const, 'signed_out'],
  [{ status: 409, code: 'wrong_actor' } as const, 'wrong_actor'],
  [{ status: 426, code: 'too_old' } as const, 'too_old'],
  ['garbled' as const, 'garbled'],
  ['request_lost' as const, 'no_answer'],
])('[I5] %j ends the cycle and keeps the queue', async (fault, code) => {
  const { one } = await inStep();
  await make(one, 'task');
  one.transport.fault = () => fault;
  expect(await one.engine.run('action')).toMatchObject({ kind: 'failed', problem: { code } });
  expect(one.engine.state().lastError).toMatchObject({ code });
  expect((await one.queue()).length).toBe(1);
  one.transport.fault = () => 'none';
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect(one.engine.state()).toMatchObject({ lastError: null, pending: 0, phase: 'idle' });
});

test('failures cause growing pauses that respect Retry-After, and Sync Now does not wait', async () => {
  const { world, one } = await inStep();
  one.transport.fault = () => ({ status: 429, code: 'rate_limited', retryAfterMs: 90_000 });
  await one.engine.run('timer');
  await world.time.pass(60_000);
  expect(await one.engine.run('timer')).toEqual({ kind: 'skipped', why: 'backing_off' });
  one.transport.fault = () => 'none';
  await world.time.pass(31_000);
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  one.transport.fault = () => 'request_lost';
  await one.engine.run('timer');
  expect(await one.engine.run('timer')).toEqual({ kind: 'skipped', why: 'backing_off' });
  expect(await one.engine.run('sync_now')).toMatchObject({ kind: 'failed' });
});

test.each([6, 7, 8, 9, 10])(
  '[QUOTA-04] a limit of %i calls a minute blocks nothing, and everything arrives in later minutes',
  async (most) => {
    const { world, one } = await inStep();
    // With fewer calls no minute ends before its batch.
    one.transport.isEarlierNode = most === 9;
    let [minute, calls] = [0, 0];
    const refused = new Set<string>();
    one.transport.fault = (call) => {
      const now = world.time.nowMs();
      if (Math.floor(now / 60_000) !== minute) [minute, calls] = [Math.floor(now / 60_000), 0];
      calls += 1;
      if (calls <= most) return 'none';
      refused.add(call);
      return { status: 429, code: 'rate_limited', retryAfterMs: 60_000 - (now % 60_000) };
    };
    for (let round = 0; round < 60; round += 1) {
      // One item at a time, so that a refusal concerns only that one.
      if (round < 40 && (await one.queue()).length === 0) await make(one, `task ${round}`);
      await one.engine.run(round % 2 === 0 ? 'action' : 'timer');
      expect(one.engine.state().blocked).toBe(0);
      await world.time.pass(7_000);
    }
    // In some minutes a cycle gets as far as its batch.
    if (most === 9) expect(refused).toContain('batch');
    await expectInStep(world, one);
  },
);

test('[API-12] a call that hangs is given up after 30 s', async () => {
  const { world, one } = await inStep();
  one.transport.fault = () => 'hung';
  const run = one.engine.run('timer');
  await world.time.pass(29_999);
  expect(one.engine.state().phase).toBe('syncing');
  await world.time.pass(2);
  expect(await run).toMatchObject({ kind: 'failed', problem: { code: 'no_answer' } });
});

test('[I5] a stopped engine applies no responses to pending calls', async () => {
  const { world, one } = await inStep();
  await world.server.seed({ uuid: uuidOf(1), type: 'todo', title: 'x' });
  one.transport.beforeAnswer = () => one.engine.stop();
  expect(await one.engine.run('timer')).toEqual({ kind: 'skipped', why: 'stopped' });
  await settleMicrotasks();
  expect(await one.shown()).toEqual([]);
  expect(one.engine.state().phase).toBe('idle');
});

test('[SYNC-02] a stopped engine reads nothing and makes no calls, online or offline', async () => {
  const { one } = await inStep();
  let reads = 0;
  one.transport.beforeAnswer = () => {
    one.engine.stop();
    const read = one.store.read.bind(one.store);
    one.store.read = (work) => {
      reads += 1;
      return read(work);
    };
  };
  await one.engine.run('timer');
  one.transport.calls.length = 0;
  for (const isOnline of [true, false]) {
    one.connectivity.set(isOnline);
    for (const trigger of ['timer', 'sync_now'] as const) {
      expect(await one.engine.run(trigger)).toEqual({ kind: 'skipped', why: 'stopped' });
    }
  }
  await settleMicrotasks();
  expect(one.transport.calls).toEqual([]);
  expect(reads).toBe(0);
});

test('[SYNC-02] a stopped engine blocks no other engine, even while its last call waits', async () => {
  const { world, one } = await inStep();
  one.transport.fault = () => 'hung';
  const stopped = one.engine.run('timer');
  await settleMicrotasks();
  one.engine.stop();
  expect(await stopped).toEqual({ kind: 'skipped', why: 'stopped' });
  const next = world.newTab(one);
  expect(await next.engine.run('start')).toEqual({ kind: 'complete' });
});

test('[SYNC-02] a cycle that finds another tab syncing shows no activity and reads nothing', async () => {
  const { world, one } = await inStep();
  const two = world.newTab(one);
  await two.engine.refresh();
  const phases: SyncState['phase'][] = [];
  two.engine.subscribe(({ phase }) => phases.push(phase));
  let reads = 0;
  const read = two.store.read.bind(two.store);
  two.store.read = (work) => {
    reads += 1;
    return read(work);
  };
  one.transport.beforeAnswer = async () => {
    one.transport.beforeAnswer = () => undefined;
    await two.engine.run('action');
  };
  await one.engine.run('timer');
  expect(phases).toEqual([]);
  expect(reads).toBe(0);
  await two.engine.run('action');
  expect(phases).toContain('syncing');
});

test.each([
  ['fetched', (call: string) => call === 'batch', 'idle', { hasPulled: true }],
  ['nothing could be fetched', () => true, 'offline', {}],
] as const)(
  'after a cycle without a response that %s, the phase says so',
  async (_, isLost, phase, how) => {
    const { one } = await inStep();
    await make(one, 'task');
    one.transport.fault = (call) => (isLost(call) ? 'request_lost' : 'none');
    const problem = { code: 'no_answer' };
    expect(await one.engine.run('timer')).toEqual({ kind: 'failed', problem, ...how });
    expect(one.engine.state()).toMatchObject({ phase, lastError: problem });
  },
);

test.each([
  ['no answer', 'request_lost', 'offline', { code: 'no_answer' }],
  ['a call that hangs', 'hung', 'offline', { code: 'no_answer' }],
  ['a 500', { status: 500 }, 'idle', { code: 'unavailable', status: 500 }],
  ['a 503', { status: 503 }, 'idle', { code: 'unavailable', status: 503 }],
  ['a page that is not the server’s', 'garbled', 'idle', { code: 'garbled' }],
] as const)(
  '[OFF-06] %s: only a missing response counts as offline, and anything else is an error',
  async (_, fault, phase, problem) => {
    const { world, one } = await inStep();
    await make(one, 'task');
    one.transport.fault = () => fault;
    const run = one.engine.run('timer');
    await world.time.pass(requestTimeoutMs);
    expect(await run).toMatchObject({ kind: 'failed', problem });
    expect(one.engine.state()).toMatchObject({ phase, lastError: problem, pending: 1 });
  },
);

test('an engine keeps no data of a finished cycle', async () => {
  const { one } = await inStep();
  const over: WeakRef<object>[] = [];
  for (let n = 0; n < 20; n += 1) over.push(new WeakRef(await one.engine.run('timer')));
  collectGarbage();
  await settleMicrotasks();
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(over.filter((run) => run.deref() !== undefined).length).toBeLessThan(3);
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
