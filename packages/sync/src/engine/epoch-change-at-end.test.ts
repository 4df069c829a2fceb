import { expect, test } from 'vitest';
import { editItem } from '../actions/actions.ts';
import { done } from '../testing/done.ts';
import { expectInStep, inStep } from '../testing/in-step.ts';
import { refusal } from '../testing/poison.ts';
import { uuidOf } from '../testing/rows.ts';

test('[RESTORE-03] a history that ends while a cycle asks whether batches are taken is left in that cycle', async () => {
  const { world, one } = await inStep();
  for (const uuid of [uuidOf(1), uuidOf(2)]) {
    await world.server.seed({ uuid, type: 'task', title: 'before' });
  }
  await one.engine.run('timer');
  const restore = world.server.backup();
  await world.server.change(uuidOf(2), { description: 'lost with the restore' });
  await one.engine.run('timer');
  for (const uuid of [uuidOf(1), uuidOf(2)]) {
    await done(editItem(one.device, uuid, { title: 'edited' }));
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

test('a server that names another history in every answer is no complete cycle', async () => {
  const { one } = await inStep();
  const { lastSyncAt } = one.engine.state();
  one.transport.fault = () => ({ status: 409, code: 'epoch_changed' });
  const problem = { code: 'unavailable', status: 409, retryAfterMs: null };
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'failed', problem });
  expect(one.engine.state()).toMatchObject({ lastError: problem, lastSyncAt });
  one.transport.fault = () => 'none';
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
});
