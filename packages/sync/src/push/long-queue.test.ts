import { expect, test } from 'vitest';
import { expectInStep, inStep, make } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';

test('1,000 offline edits are pushed in at most 10 round trips', async () => {
  const { world, one } = await inStep();
  const seeded = Array.from({ length: 500 }, (_, n) => uuidOf(n + 1));
  for (const uuid of seeded) await world.server.seed({ uuid, type: 'task', title: 'task' });
  await one.engine.run('timer');
  for (const uuid of seeded) await one.edit(uuid, { title: 'edited' });
  for (let n = 0; n < 500; n += 1) await make(one, `made ${n}`);
  one.transport.calls.length = 0;
  await one.engine.run('online');
  expect(one.transport.calls.length).toBeLessThanOrEqual(10);
  expect(one.transport.batches.every(({ requests }) => requests.length <= 200)).toBe(true);
  await expectInStep(world, one);
});

test('1,000 offline completions that roll up are pushed in at most 10 round trips', async () => {
  const { world, one } = await inStep();
  for (let n = 0; n < 20; n += 1) {
    await world.server.seed({ uuid: uuidOf(5000 + n), type: 'task', title: 'top' });
  }
  for (let n = 1; n <= 1000; n += 1) {
    const parent_uuid = uuidOf(5000 + (n % 20));
    await world.server.seed({ uuid: uuidOf(n), type: 'todo', title: `todo ${n}`, parent_uuid });
  }
  await one.engine.run('timer');
  for (let n = 1; n <= 1000; n += 1) await one.setStatus(uuidOf(n), 'completed');
  one.transport.calls.length = 0;
  await one.engine.run('online');
  expect(one.transport.calls.length).toBeLessThanOrEqual(10);
  expect(await one.row(uuidOf(5000))).toMatchObject({ status: 'completed', rolled: null });
  await expectInStep(world, one);
});
