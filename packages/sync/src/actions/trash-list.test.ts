import { beginFullFetch } from '../remote/full-fetch.ts';
import { UnitOfWork } from '../store/unit-of-work.ts';
import { blockFirst } from '../testing/block-first.ts';
import { listed } from '../testing/deleted.ts';
import { done } from '../testing/done.ts';
import { expectInStep, inStep } from '../testing/in-step.ts';
import { localItem, uuidOf } from '../testing/rows.ts';
import { newWorld, TestWorld } from '../testing/test-world.ts';
import { deviceWith } from '../testing/device-with.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { discardRequest } from './attention.ts';
import { restoreFromServer, restoreItem } from './restore.ts';
import { listDeleted } from './trash.ts';

test('a delete is listed as one line, before and after it is confirmed, and a restore removes the line', async () => {
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

test('[I17] an item that another device restored is no longer listed', async () => {
  const { world, one } = newWorld();
  const { item } = await one.create({ type: 'todo', title: 'to and fro' });
  await one.engine.run('sync_now');
  await one.runsAfter(one.delete(item.uuid), 'sync_now');
  const head = async () => {
    const deleted = await listDeleted(one.device);
    return deleted.ok ? deleted.value.map(({ title }) => title) : deleted;
  };
  expect(await head()).toEqual(['to and fro']);
  await one.runsAfter(world.server.restore(item.uuid), 'sync_now');
  expect((await one.row(item.uuid))._deleted).toBe(false);
  expect(await head()).toEqual([]);
});

test('[I17] an item that others restored and deleted again is not restored to its earlier state', async () => {
  const { world, one } = newWorld();
  const { item } = await one.create({ type: 'todo', title: 'to and fro' });
  await one.engine.run('sync_now');
  await one.runsAfter(one.delete(item.uuid), 'sync_now');
  const trashed = await one.read((tx) => tx.meta('trash', item.uuid));
  await one.runsAfter(world.server.restore(item.uuid), 'sync_now');
  // The last release left it in the trash.
  if (trashed === undefined) throw new Error('not in the trash');
  await one.store.write((tx) => tx.putMeta('trash', item.uuid, trashed));
  const listed = async (): Promise<unknown> => {
    const deleted = await listDeleted(one.device);
    return deleted.ok && deleted.value;
  };
  expect(await listed()).toEqual([]);
  await world.server.change(item.uuid, { title: 'and changed' });
  await one.runsAfter(world.server.remove(item.uuid), 'sync_now');
  expect(await listed()).toEqual([]);
  expect(await restoreItem(one.device, item.uuid)).toMatchObject({ ok: false });
});

test('[I7] [TRASH-01] a discarded restore of an item that another device deleted leaves no trace, whether or not the item was fetched again', async () => {
  for (const isFetchedAgain of [false, true]) {
    const { world, one } = await inStep();
    const uuid = uuidOf(1);
    await world.server.seed({ uuid, type: 'todo', title: 'deleted elsewhere' });
    const living = await world.server.view(uuid);
    await one.runsAfter(world.server.remove(uuid), 'timer');
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

const dayMs = 86_400_000;

/** The time `days` days before the tests' current time, and `ms` milliseconds later. */
function daysAgo(days: number, ms = 0): string {
  return new Date(Date.UTC(2026, 0, 5, 8) - days * dayMs - ms).toISOString();
}

test("[TRASH-01] the server's trash is listed and stored for 30 days, and then removed", async () => {
  const { one } = await inStep();
  await one.store.write(async (tx) => {
    const trash = [
      [1, daysAgo(30)],
      [2, daysAgo(30, 1)],
    ] as const;
    for (const [number, deletedAt] of trash) {
      const item = serverRow(number, { title: `deleted ${number}` });
      await tx.putMeta('trash', item.uuid, { item, requestId: `request-${number}`, deletedAt });
    }
  });
  expect(await listed(one)).toEqual([['deleted 1', 0]]);
  await one.engine.run('timer');
  const kept = await one.read((tx) => tx.metaOf('trash'));
  expect(kept.map(({ id }) => id)).toEqual([uuidOf(1)]);
});

test('an item that no server has is removed from the device 30 days after its delete', async () => {
  const { one } = await inStep();
  const deleted = { _deleted: true } as const;
  await one.store.write((tx) =>
    tx.putItems([
      localItem(1, { updated_at: daysAgo(30), ...deleted }),
      localItem(2, { updated_at: daysAgo(30, 1), ...deleted }),
    ]),
  );
  await one.engine.run('sync_now');
  expect((await one.read((tx) => tx.allItems())).map(({ uuid }) => uuid)).toEqual([uuidOf(1)]);
});

test('only items that the person may restore are listed, with the confirmed time', async () => {
  const deleted = { _deleted: true, deletedBy: 'request-1' } as const;
  const theirs = { ...deleted, deletedBy: 'request-2', permission: 'contribute' } as const;
  const one = await deviceWith([heldRow(serverRow(1), deleted), heldRow(serverRow(2), theirs)]);
  const mark = { requestId: 'request-1', deletedAt: daysAgo(3) };
  await one.store.write((tx) => tx.putMeta('deleting', uuidOf(1), mark));
  const list = await listDeleted(one.device);
  expect(list).toMatchObject({ ok: true, value: [{ uuid: uuidOf(1), deletedAt: daysAgo(3) }] });
  expect(list.ok && list.value).toHaveLength(1);
});

test('[I16] a clock that is wrong by years hides no item of the trash', async () => {
  const { world, one } = await inStep();
  world.time.skewMs = 4000 * dayMs;
  await one.store.write(async (tx) => {
    await tx.putMeta('clock', 'server', { offsetMs: -4000 * dayMs });
    await tx.putItems([localItem(1, { title: 'Map', updated_at: daysAgo(1), _deleted: true })]);
  });
  expect(await listed(one)).toEqual([['Map', 0]]);
});

test('[I16] a clock that is wrong by years removes no item from the trash early', async () => {
  const world = new TestWorld();
  world.time.skewMs = 4000 * dayMs;
  const one = world.newDevice();
  await one.engine.run('start');
  const item = serverRow(1);
  await one.store.write(async (tx) => {
    await tx.putMeta('trash', item.uuid, { item, requestId: 'request-1', deletedAt: daysAgo(1) });
    await tx.putItems([localItem(2, { updated_at: daysAgo(1), _deleted: true })]);
  });
  await one.engine.run('sync_now');
  expect(await one.read((tx) => tx.metaOf('trash'))).toMatchObject([{ id: item.uuid }]);
  expect((await one.read((tx) => tx.allItems())).map(({ uuid }) => uuid)).toEqual([uuidOf(2)]);
});

test('[I8] [TRASH-01] a campaign deleted with 600 items is one line, and all of them are restored offline', async () => {
  const world = new TestWorld();
  const campaign = await world.server.seed({ uuid: uuidOf(0), type: 'campaign', title: 'Alps' });
  const children: string[] = [];
  for (let index = 0; index < 600; index += 1) {
    const fields = { type: 'todo', title: `Todo ${index}`, parent_uuid: campaign.uuid } as const;
    children.push((await world.server.seed({ uuid: uuidOf(index + 1), ...fields })).uuid);
  }
  const tab = world.newDevice();
  await tab.engine.run('start');
  await tab.delete(campaign.uuid, children);
  await tab.runs('action', 'sync_now');
  expect(await tab.shown()).toEqual([]);
  expect(await listed(tab)).toEqual([['Alps', 600]]);

  // Nothing is sent before the next cycle.
  await tab.restore(campaign.uuid);
  expect(await tab.shown()).toHaveLength(601);
  expect(await listed(tab)).toEqual([]);
  await tab.engine.run('sync_now');
  expect(await tab.shown()).toHaveLength(601);
  expect(world.server.living()).toHaveLength(601);
});
