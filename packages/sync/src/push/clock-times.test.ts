import { expect, test } from 'vitest';
import { inStep, make } from '../testing/in-step.ts';
import { newWorld } from '../testing/test-world.ts';

test('[I16] [I18] a change that a clock has dated ahead is no later one: it is asked about', async () => {
  const { world, one } = await inStep();
  const task = await make(one, 'before');
  await one.engine.run('action');
  world.time.skewMs = 120 * 86_400_000;
  await one.edit(task.uuid, { title: 'mine' });
  await world.server.change(task.uuid, { title: 'theirs' });
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  expect(world.server.items.get(task.uuid)?.title).toBe('theirs');
});

test('[I16] times claimed by a wrong clock arrive in server time', async () => {
  const { world, one } = newWorld();
  world.time.skewMs = -10 * 365 * 86_400_000;
  const task = await make(one, 'before any answer');
  await one.engine.run('start');
  expect(world.server.items.get(task.uuid)?.created_at).toBe(world.server.now());
  const later = await make(one, 'after');
  expect(later.created_at).toBe(world.server.now());
  expect(later.id).toBeGreaterThan(1e12);
});

test.each([
  ['comes late to the server', 3_000, 0],
  ['is answered late', 0, 3_000],
])(
  '[I16] a call that %s does not move the times of a clock that is right',
  async (_, there, back) => {
    const { world, one } = newWorld();
    const task = await make(one, 'before any answer');
    one.transport.beforeServer = () => world.time.pass(there);
    one.transport.beforeAnswer = () => world.time.pass(back);
    expect(await one.engine.run('start')).toEqual({ kind: 'complete' });
    expect(world.server.items.get(task.uuid)?.created_at).toBe(task.created_at);
  },
);

test('[I16] an offset from a quick call stays when a slow call returns another one', async () => {
  const { world, one } = newWorld();
  world.time.skewMs = 60_000;
  await one.engine.run('start');
  one.transport.beforeAnswer = () => world.time.pass(3_000);
  await one.engine.run('timer');
  expect((await make(one, 'after')).created_at).toBe(world.server.now());
});
