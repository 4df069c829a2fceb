import { expect, test } from 'vitest';
import { inStep, make } from '../testing/in-step.ts';

test('[METRIC-11] a batch says how long the oldest change has waited, and the next one how long what came since has', async () => {
  const { world, one } = await inStep();
  const said: (number | undefined)[] = [];
  const send = one.transport.sendBatch.bind(one.transport);
  one.transport.sendBatch = (batch, context) => {
    said.push(context.queueAgeSeconds);
    return send(batch, context);
  };
  one.connectivity.set(false);
  await make(one, 'task');
  await world.time.pass(60_000);
  await make(one, 'other');
  await world.time.pass(30_500);
  one.connectivity.set(true);
  await one.engine.run('online');
  expect(said).toEqual([90]);
  await make(one, 'later');
  await one.engine.run('action');
  expect(said).toEqual([90, 0]);
});
