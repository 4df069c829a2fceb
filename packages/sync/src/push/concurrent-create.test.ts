import { uuidOf } from '../testing/rows.ts';
import { newWorld, type TestDevice, type TestWorld } from '../testing/test-world.ts';
import type { CallName } from '../testing/test-transport.ts';

/*
 * Items that a restored backup lost, which each device of their user creates again (decision 0050). Found by
 * the simulation (simulation/regressions); written here one at a time.
 */

const lost = uuidOf(1);

/** Two devices of one user, and an item of theirs that is on both and no longer on the server. */
async function afterRestore(): Promise<{ world: TestWorld; one: TestDevice; two: TestDevice }> {
  const { world, one } = newWorld();
  const two = world.newDevice();
  const restore = world.server.backup();
  await world.server.seed({ uuid: lost, type: 'task', title: 'as it was' });
  for (const device of [one, two]) await device.engine.run('start');
  restore();
  return { world, one, two };
}

/** The device notices the restored backup in a cycle in which calls of one kind do not arrive. */
async function hearsWithout(one: TestDevice, lostCall: CallName): Promise<void> {
  await one.runsWith((call) => (call === lostCall ? 'request_lost' : 'none'), 'sync_now');
}

for (const call of ['batch', 'changes'] as const) {
  test(`[I1] an edit is rebased onto an item that another device has recreated: without ${call}`, async () => {
    const { world, one, two } = await afterRestore();
    await one.edit(lost, { title: 'edited here' });
    await hearsWithout(one, call);
    await two.engine.run('sync_now');
    expect(world.server.living().map(({ title }) => title)).toEqual(['as it was']);
    for (const device of [one, two]) await device.engine.run('sync_now');
    expect(world.server.living().map(({ title }) => title)).toEqual(['edited here']);
    for (const device of [one, two]) {
      expect(await device.queue()).toEqual([]);
      expect(await device.shown()).toMatchObject([{ uuid: lost, title: 'edited here' }]);
    }
  });
}

test('an edit of an item that another device has recreated and changed is asked about', async () => {
  const { world, one, two } = await afterRestore();
  await one.edit(lost, { title: 'edited here' });
  await hearsWithout(one, 'changes');
  await two.engine.run('sync_now');
  await world.time.pass(60_000);
  await two.runsAfter(two.edit(lost, { title: 'edited there' }), 'sync_now');
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([
    { kind: 'update', base: { title: 'as it was' }, server: { title: 'edited there' } },
  ]);
  expect(world.server.living().map(({ title }) => title)).toEqual(['edited there']);
});

test('an item that another device has recreated and deleted causes no conflict', async () => {
  const { world, one, two } = await afterRestore();
  await hearsWithout(one, 'changes');
  await two.engine.run('sync_now');
  await two.runsAfter(two.delete(lost), 'sync_now');
  expect(world.server.living()).toEqual([]);
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toEqual([]);
  expect(await one.queue()).toEqual([]);
  expect(await one.shown()).toEqual([]);
});

test('[I1] after a failed write the device has not entered the new history, no matter who writes next', async () => {
  const { world, one } = await afterRestore();
  const before = world.server.epoch;
  let failuresLeft = 1;
  one.store.faults.beforeCommit = () => {
    const epoch = one.tables.meta('epoch').get('server')?.value.epoch;
    const isTaken = epoch !== undefined && epoch !== before;
    if (!isTaken || failuresLeft === 0) return null;
    failuresLeft -= 1;
    return { code: 'broken', detail: 'the test says so' };
  };
  await one.engine.run('sync_now');
  expect(failuresLeft).toBe(0);
  await one.engine.run('sync_now');
  expect(world.server.living()).toMatchObject([{ uuid: lost, title: 'as it was' }]);
});

test('[I12] hundreds of children that are recreated before their parent do not hold it up', async () => {
  const { world, one } = newWorld();
  const parent = uuidOf(1000);
  const restore = world.server.backup();
  await world.server.seed({ uuid: parent, type: 'task', title: 'above' });
  const children = Array.from({ length: 250 }, (_, n) => uuidOf(n + 1));
  for (const uuid of children) {
    await world.server.seed({ uuid, type: 'todo', title: 'below', parent_uuid: parent });
  }
  await one.engine.run('start');
  restore();
  // The device pulls the tasks a cycle later than the todos.
  one.transport.fault = () => 'none';
  const fetch = one.transport.fetchItems.bind(one.transport);
  one.transport.fetchItems = async (type, ...rest) =>
    type === 'task' ? { kind: 'noAnswer', why: 'network' } : fetch(type, ...rest);
  await one.engine.run('sync_now');
  one.transport.fetchItems = fetch;
  await one.engine.run('sync_now');
  expect(await one.queue()).toEqual([]);
  const made = world.server.living();
  expect(made).toHaveLength(251);
  expect(made.filter(({ parent_uuid }) => parent_uuid === parent)).toHaveLength(250);
});

for (const who of ['nobody', 'another device'] as const) {
  test(`[I1] a delete that is undone after the backup is noticed keeps the item, recreated before by ${who}`, async () => {
    const { world, one, two } = await afterRestore();
    await one.delete(lost);
    await hearsWithout(one, 'changes');
    await one.restore(lost);
    expect(await one.queue()).toEqual([]);
    if (who === 'another device') await two.engine.run('sync_now');
    for (let run = 0; run < 2; run += 1) {
      expect(await one.engine.run('sync_now')).toMatchObject({ kind: 'complete' });
      expect(await one.shown()).toMatchObject([{ uuid: lost }]);
    }
    expect(world.server.living()).toMatchObject([{ uuid: lost, title: 'as it was' }]);
  });
}
