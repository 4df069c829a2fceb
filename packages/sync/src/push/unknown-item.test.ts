import { endsInStep, expectInStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { newWorld, type TestDevice, type TestWorld } from '../testing/test-world.ts';

/* Items that a full fetch of the same history lacks, or that differ from the device's (decision 0071). */

const task = uuidOf(1);
const texts = { title: 'as it was', description: 'and more', due_date: '2026-03-01' };

async function inStep(): Promise<{ world: TestWorld; one: TestDevice }> {
  const { world, one } = newWorld();
  await one.runsAfter(world.server.seed({ uuid: task, type: 'task', ...texts }), 'start');
  return { world, one };
}

/** The next cycle has to fetch everything, as after 180 days. */
function tooOld(one: TestDevice): void {
  one.transport.fault = () => {
    one.transport.fault = () => 'none';
    return { status: 409, code: 'epoch_changed' };
  };
}

test('[I1] a change of an item that was deleted and forgotten on the server keeps the whole row', async () => {
  const { world, one } = await inStep();
  await one.edit(task, { title: 'mine' });
  await world.server.forget(task);
  tooOld(one);
  await one.engine.run('timer');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'removed', removal: 'deleted' }]);
  expect(await one.row(task)).toMatchObject({ ...texts, title: 'mine' });
  await one.runsAfter(one.engine.resolve(task, 'local'), 'timer');
  const kept = { ...texts, title: 'mine' };
  expect(world.server.living()).toMatchObject([kept]);
  expect(world.server.living()[0]?.uuid).not.toBe(task);
  await expectInStep(world, one);
});

test('an item deleted and forgotten by the server is removed from the device without a question', async () => {
  const { world, one } = await inStep();
  await world.server.forget(task);
  tooOld(one);
  await one.engine.run('timer');
  await expectInStep(world, one);
});

test('a full fetch during the first sync does not end the first sync', async () => {
  const { world, one } = newWorld();
  await world.server.seed({ uuid: task, type: 'task', ...texts });
  one.transport.fault = (call) => (call === 'items' ? 'request_lost' : 'none');
  await one.engine.run('start');
  one.transport.fault = () => ({ status: 409, code: 'epoch_changed' });
  await one.engine.run('start');
  const isComplete = async (): Promise<unknown> =>
    one.read(async (tx) => (await tx.meta('cursor', 'task'))?.isComplete ?? false);
  expect(await isComplete()).toBe(false);
  one.transport.fault = () => 'none';
  await one.engine.run('start');
  expect(await isComplete()).toBe(true);
});

test('[I7] a self-check repairs a row that belongs to no history of the server', async () => {
  const { world, one } = await inStep();
  const row = await one.row(task);
  if (row.base === null) throw new Error('not fetched');
  const base = { ...row.base, title: 'of another history', rev: 100, version: 9 };
  await one.store.write((tx) => tx.putItems([{ ...row, title: base.title, base }]));
  await endsInStep(world, one, 'sync_now');
});

test('[I1] a self-check repairs a row below a change that waits', async () => {
  const { world, one } = await inStep();
  const row = await one.row(task);
  if (row.base === null) throw new Error('not fetched');
  const base = { ...row.base, rev: 100 };
  await one.store.write((tx) => tx.putItems([{ ...row, base }]));
  world.server.refuses = () => true;
  await one.runsAfter(one.edit(task, { title: 'mine' }), 'sync_now');
  expect(await one.row(task)).toMatchObject({ title: 'mine', base: { rev: 1 } });
});

test('[I13] a waiting restore ends the question about its item, and the item shows none', async () => {
  const { world, one } = await inStep();
  await one.edit(task, { title: 'mine' });
  await one.runsAfter(world.server.remove(task), 'timer');
  await one.engine.resolve(task, 'local');
  await world.server.forget(task);
  tooOld(one);
  await one.engine.run('timer');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'removed' }]);
  await world.server.touch(task);
  world.server.refuses = () => true;
  await one.engine.run('timer');
  expect(await one.engine.conflicts()).toEqual([]);
  expect((await one.row(task))._conflictType).toBeUndefined();
});
