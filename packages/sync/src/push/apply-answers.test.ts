import { expect, test } from 'vitest';
import { editItem } from '../actions/actions.ts';
import { done } from '../testing/done.ts';
import { uuidOf } from '../testing/rows.ts';
import { TestWorld } from '../testing/test-world.ts';
import type { TestDevice } from '../testing/test-world.ts';

const uuid = uuidOf(1);

async function withOne(): Promise<{ world: TestWorld; one: TestDevice }> {
  const world = new TestWorld();
  const one = world.newDevice();
  await world.server.seed({ uuid, type: 'todo', title: 'first' });
  await one.engine.run('start');
  return { world, one };
}

test('[I17] an answer that was overtaken puts no older row under what is shown', async () => {
  const { world, one } = await withOne();
  await done(editItem(one.device, uuid, { title: 'mine' }));
  let newest = 0;
  one.transport.beforeAnswer = async (call) => {
    if (call !== 'batch') return;
    await world.server.change(uuid, { description: 'theirs' });
    const base = await world.server.view(uuid);
    newest = base.rev;
    // Another tab has fetched and compared it while this answer was on its way.
    await one.store.write(async (tx) => {
      const row = await tx.itemByUuid(uuid);
      if (row !== undefined) await tx.putItems([{ ...row, base }]);
    });
  };
  await one.engine.run('timer');
  expect(await one.queue()).toEqual([]);
  const row = await one.row(uuid);
  expect(row.base?.rev).toBe(newest);
  expect(row).toMatchObject({ title: 'mine', description: 'theirs', _syncStatus: 'synced' });
});

test('an answer that leaves the rights as they were has nothing below fetched again', async () => {
  const { world, one } = await withOne();
  await world.server.seed({ uuid: uuidOf(2), type: 'campaign', title: 'above' });
  await one.engine.run('timer');
  await done(editItem(one.device, uuidOf(2), { title: 'mine' }));
  one.transport.calls.length = 0;
  await one.engine.run('action');
  expect(world.server.items.get(uuidOf(2))?.title).toBe('mine');
  expect(one.transport.calls.filter((call) => call === 'items')).toHaveLength(3);
});
