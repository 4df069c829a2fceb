import { endsInStep, expectInStep, inStep, make } from '../testing/in-step.ts';
import { newWorld } from '../testing/test-world.ts';
import { uuidOf } from '../testing/rows.ts';
import { retryRequest } from '../actions/attention.ts';

test('[I16] [I18] a change that a wrong clock dated in the future does not count as later: it is asked about', async () => {
  const { world, one } = await inStep();
  const task = await make(one, 'before');
  await one.engine.run('action');
  world.time.skewMs = 120 * 86_400_000;
  await one.edit(task.uuid, { title: 'mine' });
  await one.runsAfter(world.server.change(task.uuid, { title: 'theirs' }), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  expect(world.server.items.get(task.uuid)?.title).toBe('theirs');
});

test('[I16] times claimed by a wrong clock are converted to server time', async () => {
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
])('[I16] a call that %s does not change the times of a correct clock', async (_, there, back) => {
  const { world, one } = newWorld();
  const task = await make(one, 'before any answer');
  one.transport.beforeServer = () => world.time.pass(there);
  one.transport.beforeAnswer = () => world.time.pass(back);
  expect(await one.engine.run('start')).toEqual({ kind: 'complete' });
  expect(world.server.items.get(task.uuid)?.created_at).toBe(task.created_at);
});

test('[I16] an offset measured by a quick call is kept when a slow call returns another one', async () => {
  const { world, one } = newWorld();
  world.time.skewMs = 60_000;
  await one.engine.run('start');
  one.transport.beforeAnswer = () => world.time.pass(3_000);
  await one.engine.run('timer');
  expect((await make(one, 'after')).created_at).toBe(world.server.now());
});

test('[METRIC-11] a batch states how long its oldest change has waited, and the next batch does so for later changes', async () => {
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

test('[QUOTA-08] a change that exceeds the limit of an account needs attention, and other changes continue', async () => {
  const { world, one } = await inStep();
  const first = await make(one, 'first');
  await one.engine.run('action');
  world.server.limits.accountItems = 1;
  world.server.limits.accountBytes = 5;
  await make(one, 'second');
  await one.runsAfter(one.edit(first.uuid, { title: 'once' }), 'action');
  await one.runsAfter(one.edit(first.uuid, { title: 'longer' }), 'action');
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
