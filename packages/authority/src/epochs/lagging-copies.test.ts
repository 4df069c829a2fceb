import type { Position } from '@foray/contract';
import { EpochChangedError } from './epoch-checked-store.ts';
import type { Caller } from '../store/request.ts';
import type { FeedPosition } from '../store/store.ts';
import { makeWorld } from '../testing/world.ts';

const streams = { campaign: 0, task: 0, todo: 0, changes: 0, limit: 50 };

/** Ann, with a device that keeps its position, and a standby that stays behind. */
async function inStep() {
  const world = makeWorld();
  const { authority } = world;
  const ann = await world.person('Ann');
  await ann.create({ type: 'todo', title: 'first' });
  const standby = world.store.addStandby();
  const device: { epoch: string | null; position: Position | null } = {
    epoch: null,
    position: null,
  };
  const caller = (): Caller => ({
    userId: ann.id,
    epoch: device.epoch,
    positions: device.position === null ? [] : [device.position],
    onPosition: ({ run, head, epoch }: FeedPosition) => {
      device.position = { run, head };
      device.epoch = epoch;
    },
  });
  const titlesAfter = async (query: Partial<typeof streams> = {}) => {
    const pulled = await authority.pull(caller(), { ...streams, ...query });
    if (!pulled.ok) throw pulled.error;
    return pulled.value.todo?.data.map(({ title }) => title);
  };
  /** A change by another of Ann's devices. */
  const elsewhere = (title: string) => ann.create({ type: 'todo', title });
  await titlesAfter();
  expect(standby.reads).toBe(0);
  return { ...world, ann, standby, device, caller, titlesAfter, elsewhere };
}

test('[SCALE-01] a device that the standby can answer is answered by it alone, as the store would have at that moment', async () => {
  const { authority, store, device, caller, titlesAfter, elsewhere, standby } = await inStep();
  await elsewhere('second');
  const before = device.position;
  const read = vi.spyOn(store, 'read');
  expect(await titlesAfter()).toEqual(['first']);
  expect(device.position).toEqual(before);
  expect((await authority.delta(caller(), { type: 'todo', since: 0, limit: 50 })).ok).toBe(true);
  expect((await authority.changes(caller(), { since: 0, limit: 50 })).ok).toBe(true);
  expect(await authority.search(caller(), 'second')).toEqual([]);
  expect([read.mock.calls.length, standby.reads]).toEqual([0, 4]);
  standby.catchUp();
  expect(await titlesAfter()).toEqual(['first', 'second']);
  expect(device.position?.head).toBe((before?.head ?? 0) + 1);
});

test('[SCALE-01] a device reads its own write, whatever the standby has, and nothing older afterwards', async () => {
  const { authority, caller, device, titlesAfter, standby } = await inStep();
  const data = { type: 'todo', title: 'own' };
  const before = device.position?.head ?? 0;
  await authority.request(caller(), { method: 'POST', url: '/api/items', data, opId: 'a' });
  // Its cursors still name the place before its write.
  expect(await titlesAfter({ todo: before })).toEqual(['own']);
  expect(await authority.search(caller(), 'own')).toHaveLength(1);
  standby.catchUp();
  const asked = standby.reads;
  expect(await titlesAfter()).toEqual(['first', 'own']);
  expect(standby.reads).toBe(asked + 1);
});

test('[SCALE-01] a cursor beyond the standby is no loss', async () => {
  const { device, titlesAfter, elsewhere } = await inStep();
  await elsewhere('second');
  const head = (device.position?.head ?? 0) + 1;
  expect(await titlesAfter({ todo: head, campaign: head, task: head, changes: head })).toEqual([]);
});

test('[SCALE-01] a place that the node has heard of is read at the store if the standby lacks it', async () => {
  const { device, titlesAfter, elsewhere, standby } = await inStep();
  await elsewhere('second');
  const { run = '', head = 0 } = device.position ?? {};
  standby.heard = [{ run, head: head + 1 }];
  expect(await titlesAfter()).toEqual(['first', 'second']);
});

test('[SCALE-01] a caller that names no position reads the store', async () => {
  const { authority, ann, elsewhere, standby } = await inStep();
  await elsewhere('second');
  const pulled = await authority.pull({ userId: ann.id }, streams);
  expect(pulled.ok && pulled.value.todo?.data).toHaveLength(2);
  expect(standby.reads).toBe(0);
});

test('[SCALE-01] without a standby that can be read, the store is read', async () => {
  const { titlesAfter, elsewhere, standby } = await inStep();
  await elsewhere('second');
  standby.isAway = true;
  expect(await titlesAfter()).toEqual(['first', 'second']);
});

test('[SCALE-01] a new run of the database is asked for at the store until the standby knows it', async () => {
  const { store, device, titlesAfter, elsewhere, standby } = await inStep();
  const { epoch } = device;
  store.restart();
  await elsewhere('second');
  standby.isAway = true;
  await titlesAfter();
  standby.isAway = false;
  const asked = standby.reads;
  expect(await titlesAfter()).toEqual(['first', 'second']);
  expect([standby.reads, device.epoch]).toEqual([asked + 1, epoch]);
});

test('[SCALE-01] a loss is decided by the store alone: a standby renews no epoch, and hides none', async () => {
  const { authority, store, caller, device, elsewhere, standby } = await inStep();
  const backup = store.backup();
  await elsewhere('lost');
  standby.catchUp();
  await authority.pull(caller(), streams);
  const { epoch } = device;
  store.restore(backup);
  standby.catchUp();
  const refused = await authority.pull(caller(), streams);
  expect(refused.ok).toBe(false);
  if (!refused.ok) expect(refused.error).toBeInstanceOf(EpochChangedError);
  // The device starts again in the new epoch, which the standby does not have.
  device.position = null;
  device.epoch = null;
  expect((await authority.pull(caller(), streams)).ok).toBe(true);
  expect(device.epoch).not.toBe(epoch);
  const renewed = device.epoch;
  expect((await authority.pull(caller(), streams)).ok).toBe(true);
  expect(device.epoch).toBe(renewed);
});

test('[SCALE-01] a bug on a standby is a bug', async () => {
  const { authority, caller, standby } = await inStep();
  vi.spyOn(standby, 'read').mockRejectedValue(new Error('a bug'));
  await expect(authority.pull(caller(), streams)).rejects.toThrow('a bug');
});
