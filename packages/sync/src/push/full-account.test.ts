import { expect, test } from 'vitest';
import { retryRequest } from '../actions/attention.ts';
import { endsInStep, inStep, make } from '../testing/in-step.ts';

test('[QUOTA-08] what an account has no room for needs attention, and other changes go on', async () => {
  const { world, one } = await inStep();
  const first = await make(one, 'first');
  await one.engine.run('action');
  world.server.limits.accountItems = 1;
  world.server.limits.accountBytes = 5;
  await make(one, 'second');
  await one.edit(first.uuid, { title: 'once' });
  await one.engine.run('action');
  await one.edit(first.uuid, { title: 'longer' });
  await one.engine.run('action');
  expect(world.server.items.get(first.uuid)?.title).toBe('once');
  const why = (code: string) => ({ state: { why: { kind: 'verdict', code, status: 422 } } });
  const blocked = await one.queue();
  expect(blocked).toMatchObject([why('items_per_account'), why('bytes_per_account')]);
  expect((await one.shown()).map(({ title }) => title).toSorted()).toEqual(['longer', 'second']);

  Object.assign(world.server.limits, { accountItems: 2, accountBytes: 12 });
  for (const { id } of blocked)
    expect(await retryRequest(one.device, id)).toMatchObject({ ok: true });
  await endsInStep(world, one, 'action');
});
