import { blockedRetryMs } from '@foray/domain';
import { failUntilBlocked } from '../testing/fail-until-blocked.ts';
import { inStep, make } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import type { CallFault, CallName } from '../testing/test-transport.ts';
import type { TestDevice } from '../testing/test-world.ts';

/** The pauses after one failure and after two, with the tests' jitter. */
const [firstMs, secondMs] = [750, 1500];

const backingOff = { kind: 'skipped', why: 'backing_off' };
const unsent = { kind: 'failed', problem: { code: 'no_answer' }, hasPulled: true };

const lost = (): CallFault => 'request_lost';
const noBatch = (call: CallName): CallFault => (call === 'batch' ? 'request_lost' : 'none');
const none = (): CallFault => 'none';

/** Whether a cycle started by the timer sends a batch. */
async function sends({ engine, transport }: TestDevice): Promise<boolean> {
  transport.calls.length = 0;
  await engine.run('timer');
  return transport.calls.includes('batch');
}

test('the pause after a failure grows with the next failure', async () => {
  const { world, one } = await inStep();
  one.transport.fault = lost;
  await one.engine.run('timer');
  await world.time.pass(firstMs);
  expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed' });
  await world.time.pass(firstMs);
  expect(await one.engine.run('timer')).toEqual(backingOff);
  await world.time.pass(secondMs - firstMs);
  expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed' });
});

test('a complete cycle ends the pause after a failure', async () => {
  const { one } = await inStep();
  one.transport.fault = lost;
  await one.engine.run('timer');
  one.transport.fault = none;
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
});

test('a cycle that has fetched everything ends the pause of fetching, even if it could not send', async () => {
  const { one } = await inStep();
  await make(one, 'mine');
  one.transport.fault = lost;
  await one.engine.run('timer');
  one.transport.fault = noBatch;
  expect(await one.engine.run('sync_now')).toEqual(unsent);
  expect(await one.engine.run('timer')).toEqual(unsent);
});

test('[SYNC-08] changes by others are fetched while sending pauses, and nothing is sent before the pause is over', async () => {
  const { world, one } = await inStep();
  await make(one, 'mine');
  one.transport.fault = noBatch;
  expect(await one.engine.run('action')).toEqual(unsent);
  one.transport.fault = none;
  await world.server.seed({ uuid: uuidOf(1), type: 'todo', title: 'theirs' });
  await world.time.pass(firstMs - 1);
  one.transport.calls.length = 0;
  expect(await one.engine.run('timer')).toEqual(unsent);
  expect(one.transport.calls).not.toContain('batch');
  expect((await one.row(uuidOf(1))).title).toBe('theirs');
  await world.time.pass(1);
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
});

test('[SYNC-08] the pause of sending grows with each failure, and a manual sync does not wait for it', async () => {
  const { world, one } = await inStep();
  await make(one, 'mine');
  one.transport.fault = noBatch;
  expect(await sends(one)).toBe(true);
  await world.time.pass(firstMs);
  expect(await sends(one)).toBe(true);
  await world.time.pass(firstMs);
  expect(await sends(one)).toBe(false);
  await world.time.pass(secondMs - firstMs);
  expect(await sends(one)).toBe(true);
  one.transport.fault = none;
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
});

test('[SYNC-08] sending pauses for the shortest time after a cycle in which anything arrived', async () => {
  const { world, one } = await inStep();
  await make(one, 'mine');
  one.transport.fault = noBatch;
  for (let n = 0; n < 3; n += 1) await one.engine.run('sync_now');
  let batches = 0;
  one.transport.fault = (call) =>
    call === 'batch' && (batches += 1) > 1 ? 'request_lost' : 'none';
  one.transport.beforeAnswer = async (call) => {
    if (call === 'batch') await make(one, 'later');
  };
  expect(await one.engine.run('sync_now')).toEqual(unsent);
  expect(world.server.living().map(({ title }) => title)).toEqual(['mine']);
  one.transport.beforeAnswer = () => undefined;
  await world.time.pass(firstMs);
  expect(await sends(one)).toBe(true);
});

test('[SYNC-08] sending pauses for the shortest time after a cycle with nothing to send, even if a stream failed', async () => {
  const { world, one } = await inStep();
  const two = world.newTab(one);
  await make(one, 'mine');
  one.transport.fault = noBatch;
  for (let n = 0; n < 3; n += 1) await one.engine.run('sync_now');
  expect(await two.engine.run('sync_now')).toEqual({ kind: 'complete' });
  one.transport.fault = (call) => (call === 'changes' ? { status: 500 } : 'none');
  expect(await one.engine.run('sync_now')).toMatchObject({ kind: 'failed', hasPulled: true });
  one.transport.fault = noBatch;
  await make(one, 'next');
  expect(await sends(one)).toBe(true);
  await world.time.pass(firstMs);
  expect(await sends(one)).toBe(true);
});

test('[SYNC-03] a stream that fails does not pause sending', async () => {
  const { one } = await inStep();
  one.transport.fault = (call) => (call === 'changes' ? { status: 500 } : 'none');
  expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed', hasPulled: true });
  await make(one, 'mine');
  expect(await sends(one)).toBe(true);
  expect(await one.queue()).toEqual([]);
});

test('[SYNC-07] a start retries requests blocked by server errors, even in a tab that has not read the counts yet', async () => {
  const { world, one } = await inStep();
  await make(one, 'mine');
  const mend = await failUntilBlocked(world, one);
  expect(one.engine.state()).toMatchObject({ blocked: 1 });
  mend();
  expect(await world.newTab(one).engine.run('start')).toEqual({ kind: 'complete' });
  expect(world.server.living().map(({ title }) => title)).toEqual(['mine']);
});

test('[SYNC-07] requests blocked by server errors are retried after an hour, and not before', async () => {
  const { world, one } = await inStep();
  const startMs = world.time.nowMs();
  await make(one, 'mine');
  const mend = await failUntilBlocked(world, one);
  mend();
  await one.runsAfter(world.time.pass(startMs + blockedRetryMs - 1 - world.time.nowMs()), 'timer');
  expect(one.engine.state()).toMatchObject({ blocked: 1 });
  await one.runsAfter(world.time.pass(1), 'timer');
  expect(one.engine.state()).toMatchObject({ blocked: 0, pending: 0 });
});

test('[SYNC-07] requests blocked by server errors are retried soon if the clock was set back', async () => {
  const { world, one } = await inStep();
  await make(one, 'mine');
  const mend = await failUntilBlocked(world, one);
  mend();
  world.time.skewMs = -2 * blockedRetryMs;
  await one.engine.run('timer');
  expect(one.engine.state()).toMatchObject({ blocked: 0, pending: 0 });
});

test('[SYNC-02] a manual sync runs even if the browser says that it is offline', async () => {
  const { one } = await inStep();
  one.connectivity.set(false);
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
});
