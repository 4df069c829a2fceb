import { expect, test } from 'vitest';
import { createItem, deleteItem, editItem } from '../actions/actions.ts';
import { rebaseQueue } from './mutation-queue.ts';
import { done } from '../testing/done.ts';
import { uuidOf } from '../testing/rows.ts';
import { TestWorld } from '../testing/test-world.ts';
import type { TestDevice } from '../testing/test-world.ts';
import { UnitOfWork } from '../store/unit-of-work.ts';

/** As if all that is queued had been sent: nothing joins it any more. */
async function markSent(one: TestDevice): Promise<void> {
  await one.store.write(async (tx) => {
    for (const request of await tx.queue()) await tx.putRequest({ ...request, sent: true });
  });
}

/** Bases the requests of an item again, its base being of another version. */
async function rebaseQueueOn(one: TestDevice, uuid: string, version: number): Promise<void> {
  await one.store.write(async (tx) => {
    const unit = await UnitOfWork.open(tx, one.device);
    const row = await unit.item(uuid);
    if (row === undefined) throw new Error('no such row');
    const base = row.base ?? (await tx.allItems()).find((other) => other.base)?.base;
    if (base == null) throw new Error('no base to stand on');
    await rebaseQueue(unit, { ...row, base: { ...base, version } });
    await unit.finish();
  });
}

test('[I3] on a new base the first request of an item stands on it, and each other on the one before', async () => {
  const world = new TestWorld();
  const one = world.newDevice();
  await world.server.seed({ uuid: uuidOf(1), type: 'task', title: 'as it was' });
  await one.engine.run('start');
  await done(editItem(one.device, uuidOf(1), { title: 'first' }));
  await markSent(one);
  await done(editItem(one.device, uuidOf(1), { title: 'second' }));
  await rebaseQueueOn(one, uuidOf(1), 7);
  const [first, second] = await one.queue();
  expect(first?.basis).toEqual({ ifMatch: `"${world.server.epoch}:7"` });
  expect(second?.basis).toEqual({ after: first?.id });
});

test('[I3] [I18] what was sent keeps its base while its item is out of sight', async () => {
  const world = new TestWorld();
  const one = world.newDevice();
  await world.server.seed({ uuid: uuidOf(1), type: 'task', title: 'as it was' });
  await one.engine.run('start');
  await done(editItem(one.device, uuidOf(1), { title: 'sent' }));
  await markSent(one);
  const before = await one.queue();
  await one.store.write(async (tx) => {
    const unit = await UnitOfWork.open(tx, one.device);
    const row = await unit.item(uuidOf(1));
    if (row !== undefined) await rebaseQueue(unit, { ...row, base: null });
    await unit.finish();
  });
  expect(before).toMatchObject([{ basis: { ifMatch: expect.any(String) } }]);
  expect(await one.queue()).toEqual(before);
});

test('[I3] a request about another item that takes this one along keeps its own base', async () => {
  const world = new TestWorld();
  const one = world.newDevice();
  await world.server.seed({ uuid: uuidOf(1), type: 'campaign', title: 'above' });
  await world.server.seed({
    uuid: uuidOf(2),
    type: 'task',
    title: 'below',
    parent_uuid: uuidOf(1),
  });
  await one.engine.run('start');
  await done(deleteItem(one.device, uuidOf(1), [uuidOf(2)]));
  const before = await one.queue();
  await rebaseQueueOn(one, uuidOf(2), 7);
  expect(await one.queue()).toEqual(before);
});

test('[I2] a create has no basis, even if its item has a base', async () => {
  const world = new TestWorld();
  const one = world.newDevice();
  await world.server.seed({ uuid: uuidOf(1), type: 'task', title: 'another' });
  await one.engine.run('start');
  const { item } = await done(createItem(one.device, { type: 'task', title: 'made' }));
  await markSent(one);
  await done(editItem(one.device, item.uuid, { title: 'changed' }));
  await rebaseQueueOn(one, item.uuid, 7);
  const [create, edit] = await one.queue();
  expect(create?.basis).toBeNull();
  expect(edit?.basis).toEqual({ after: create?.id });
});

test('[I1] a change of an item that is already on the server is not merged into its create', async () => {
  const world = new TestWorld();
  const one = world.newDevice();
  await one.engine.run('start');
  const { item } = await done(createItem(one.device, { type: 'task', title: 'made' }));
  one.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
  await one.engine.run('timer');
  // Something before the server refuses what the server has done the first time.
  one.transport.fault = (call) => (call === 'batch' ? { status: 413 } : 'none');
  await one.engine.run('sync_now');
  one.transport.fault = () => 'none';
  await done(editItem(one.device, item.uuid, { title: 'changed' }));
  expect((await one.row(item.uuid)).title).toBe('changed');
  await one.engine.run('sync_now');
  expect(world.server.living().map(({ title }) => title)).toEqual(['changed']);
  expect(await one.queue()).toEqual([]);
});

test('[I1] a delete does not cancel a create that was sent, since that may have arrived', async () => {
  const world = new TestWorld();
  const one = world.newDevice();
  const { item } = await done(createItem(one.device, { type: 'task', title: 'made' }));
  one.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
  await one.engine.run('start');
  await done(deleteItem(one.device, item.uuid));
  expect((await one.queue()).map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  one.transport.fault = () => 'none';
  await one.engine.run('sync_now');
  expect(world.server.living()).toEqual([]);
  expect(await one.shown()).toEqual([]);
});

test('[I1] a delete does not cancel a create that may repeat that of another device', async () => {
  const one = new TestWorld().newDevice();
  const { item } = await done(createItem(one.device, { type: 'task', title: 'lost' }));
  await one.store.write(async (tx) => {
    for (const create of await tx.queue()) await tx.putRequest({ ...create, isAgain: true });
  });
  await done(deleteItem(one.device, item.uuid));
  expect((await one.queue()).map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});
