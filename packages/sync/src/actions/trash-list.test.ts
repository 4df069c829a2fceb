import { expect, test } from 'vitest';
import { discardRequest } from './attention.ts';
import { restoreFromServer, restoreItem } from './restore.ts';
import { beginFullFetch } from '../remote/full-fetch.ts';
import { UnitOfWork } from '../store/unit-of-work.ts';
import { blockFirst } from '../testing/block-first.ts';
import { listed } from '../testing/deleted.ts';
import { listDeleted } from './trash.ts';
import { done } from '../testing/done.ts';
import { expectInStep, inStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { TestWorld, newWorld } from '../testing/test-world.ts';

test('one delete is one line, before and after it is confirmed; a restore removes it', async () => {
  const world = new TestWorld();
  const tab = world.newDevice();
  const { item: task } = await tab.create({ type: 'task', title: 'Pack' });
  const { item: todo } = await tab.create({ type: 'todo', title: 'Boots', parent_uuid: task.uuid });
  const { item: single } = await tab.create({ type: 'todo', title: 'Map' });
  await tab.engine.run('start');
  await tab.delete(single.uuid);
  await world.time.pass(1000);
  await tab.delete(task.uuid, [todo.uuid]);
  const both = [
    ['Pack', 1],
    ['Map', 0],
  ];
  expect(await listed(tab)).toEqual(both);
  await tab.runs('action', 'sync_now');
  expect(await listed(tab)).toEqual(both);
  await tab.restore(task.uuid);
  expect(await listed(tab)).toEqual([['Map', 0]]);
});

test('after 30 days nothing is listed', async () => {
  const world = new TestWorld();
  const tab = world.newDevice();
  const { item } = await tab.create({ type: 'todo', title: 'Map' });
  await tab.delete(item.uuid);
  expect(await listed(tab)).toEqual([['Map', 0]]);
  await world.time.pass(31 * 86_400_000);
  expect(await listed(tab)).toEqual([]);
});

test('[I17] what another device restored is no longer listed', async () => {
  const { world, one } = newWorld();
  const { item } = await one.create({ type: 'todo', title: 'to and fro' });
  await one.engine.run('sync_now');
  await one.delete(item.uuid);
  await one.engine.run('sync_now');
  const head = async () => {
    const deleted = await listDeleted(one.device);
    return deleted.ok ? deleted.value.map(({ title }) => title) : deleted;
  };
  expect(await head()).toEqual(['to and fro']);
  await world.server.restore(item.uuid);
  await one.engine.run('sync_now');
  expect((await one.row(item.uuid))._deleted).toBe(false);
  expect(await head()).toEqual([]);
});

test('[I17] an item that others restored and deleted again is not restored to its earlier state', async () => {
  const { world, one } = newWorld();
  const { item } = await one.create({ type: 'todo', title: 'to and fro' });
  await one.engine.run('sync_now');
  await one.delete(item.uuid);
  await one.engine.run('sync_now');
  const trashed = await one.read((tx) => tx.meta('trash', item.uuid));
  await world.server.restore(item.uuid);
  await one.engine.run('sync_now');
  // The last release left it in the trash.
  if (trashed === undefined) throw new Error('not in the trash');
  await one.store.write((tx) => tx.putMeta('trash', item.uuid, trashed));
  const listed = async (): Promise<unknown> => {
    const deleted = await listDeleted(one.device);
    return deleted.ok && deleted.value;
  };
  expect(await listed()).toEqual([]);
  await world.server.change(item.uuid, { title: 'and changed' });
  await world.server.remove(item.uuid);
  await one.engine.run('sync_now');
  expect(await listed()).toEqual([]);
  expect(await restoreItem(one.device, item.uuid)).toMatchObject({ ok: false });
});

test('[I7] [TRASH-01] a discarded restore of what another device deleted leaves nothing, fetched again meanwhile or not', async () => {
  for (const isFetchedAgain of [false, true]) {
    const { world, one } = await inStep();
    const uuid = uuidOf(1);
    await world.server.seed({ uuid, type: 'todo', title: 'deleted elsewhere' });
    const living = await world.server.view(uuid);
    await world.server.remove(uuid);
    await one.engine.run('timer');
    const people = { created_by: null, user: null, assignedUser: null, parent: null };
    const trashed = { deleted_at: world.server.now(), taken_along: 0, rev: world.server.head() };
    await done(restoreFromServer(one.device, { ...living, ...people, ...trashed } as never));
    expect(await one.shown()).toMatchObject([{ uuid, _syncStatus: 'pending' }]);
    await blockFirst(one, { kind: 'verdict', code: 'too_large', status: 413 });
    if (isFetchedAgain) {
      await one.store.write(async (tx) => {
        const unit = await UnitOfWork.open(tx, one.device);
        await beginFullFetch(unit, 'self_check');
        await unit.finish();
      });
    }
    await one.engine.run('timer');
    const [restore] = await one.queue();
    await discardRequest(one.device, restore?.id ?? '');
    await one.engine.run('timer');
    expect(await one.shown()).toEqual([]);
    await expectInStep(world, one);
  }
});
