import { expectInStep, inStep } from '../testing/in-step.ts';
import { refusal } from '../testing/poison.ts';
import { uuidOf } from '../testing/rows.ts';
import type { TestServer } from '../testing/test-server.ts';

test('[RESTORE-03] a device leaves a history that ends while a cycle tests whether batches are accepted', async () => {
  const { world, one } = await inStep();
  for (const uuid of [uuidOf(1), uuidOf(2)]) {
    await world.server.seed({ uuid, type: 'task', title: 'before' });
  }
  await one.engine.run('timer');
  const restore = world.server.backup();
  await world.server.change(uuidOf(2), { description: 'lost with the restore' });
  await one.engine.run('timer');
  for (const uuid of [uuidOf(1), uuidOf(2)]) {
    await one.edit(uuid, { title: 'edited' });
  }
  const send = one.transport.sendBatch.bind(one.transport);
  let isRestored = false;
  one.transport.sendBatch = async (batch, context) => {
    if (isRestored) return send(batch, context);
    if (batch.requests.length > 0) return refusal(500);
    isRestored = true;
    restore();
    return send(batch, context);
  };
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect(isRestored).toBe(true);
  await expectInStep(world, one);
  expect(world.server.items.get(uuidOf(1))?.title).toBe('edited');
});

test('a cycle is not complete if the server names another history in every response', async () => {
  const { one } = await inStep();
  const { lastSyncAt } = one.engine.state();
  one.transport.fault = () => ({ status: 409, code: 'epoch_changed' });
  one.transport.calls.length = 0;
  const problem = { code: 'unavailable', status: 409, retryAfterMs: null };
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'failed', problem });
  expect(one.engine.state()).toMatchObject({ lastError: problem, lastSyncAt });
  // Each of four rounds requests the streams, and asks how much the histories share.
  expect(one.transport.calls).toHaveLength(4 * 5);
  one.transport.fault = () => 'none';
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
});

test('[RESTORE-03] a device leaves a history that ends during the final check, in the same cycle', async () => {
  const { world, one } = await inStep({ uuid: uuidOf(1), type: 'task', title: 'before' });
  const restore = world.server.backup();
  await one.runsAfter(world.server.change(uuidOf(1), { title: 'lost with the restore' }), 'timer');
  one.transport.once('beforeAnswer', 'selfCheck', async () => {
    // The response names a head that the device has not reached, so that it fetches again.
    one.transport.beforeServer = (next) => {
      if (next !== 'items') return;
      one.transport.beforeServer = () => undefined;
      restore();
    };
  });
  world.server.selfCheck = behindOnce(world.server.selfCheck.bind(world.server));
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  const epoch = { epoch: world.server.epoch };
  expect(await one.read((tx) => tx.meta('epoch', 'server'))).toMatchObject(epoch);
  expect(one.engine.state().inStepAt).toBe(world.server.now());
});

test('a self-check that cannot fetch missing rows ends its cycle, and no history is left', async () => {
  const { world, one } = await inStep();
  const epoch = await one.read((tx) => tx.meta('epoch', 'server'));
  world.server.selfCheck = behindOnce(world.server.selfCheck.bind(world.server));
  let isChecked = false;
  one.transport.beforeServer = (call) => void (isChecked ||= call === 'selfCheck');
  one.transport.fault = (call) => (isChecked && call === 'items' ? 'request_lost' : 'none');
  const problem = { code: 'no_answer' };
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'failed', problem });
  expect(await one.read((tx) => tx.meta('epoch', 'server'))).toEqual(epoch);
});

/** A self-check whose first response names a cursor that is one higher. */
function behindOnce(check: TestServer['selfCheck']): TestServer['selfCheck'] {
  let isFirst = true;
  return async (caller) => {
    const answer = await check(caller);
    const cursor = answer.cursor + (isFirst ? 1 : 0);
    isFirst = false;
    return { ...answer, cursor };
  };
}
