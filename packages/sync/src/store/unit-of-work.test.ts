import { createItem } from '../actions/actions.ts';
import { deviceWith } from '../testing/device-with.ts';
import { done } from '../testing/done.ts';
import { inStep } from '../testing/in-step.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { personOf, type TestDevice } from '../testing/test-world.ts';
import { writeOn } from '../testing/write-on.ts';
import type { LocalItem } from './local-item.ts';
import type { SyncContext } from './sync-context.ts';
import { maxCounted } from './readable-row.ts';
import { runUnit, tryUnit, type UnitOfWork } from './unit-of-work.ts';

/** The report of a write to the other tabs; null if there is none. */
async function toldBy(one: TestDevice, work: (unit: UnitOfWork) => unknown) {
  one.published.length = 0;
  await writeOn(one, async (unit) => void (await work(unit)));
  return one.published.at(-1) ?? null;
}

test('[I25] a write sends all its changes to the other tabs, and nothing else', async () => {
  const one = await deviceWith([], queuedRequest(1, 1));
  const nothing = { rows: [], goneUuids: [], rekeyed: [], users: [], hasQueueChanged: false };
  expect(await toldBy(one, () => undefined)).toBeNull();
  expect(await toldBy(one, (unit) => unit.put(localItem(1)))).toEqual({
    ...nothing,
    localSeq: 1,
    rows: [{ ...localItem(1), _localVersion: 1 }],
  });
  expect(await toldBy(one, (unit) => unit.remove(localItem(1)))).toEqual({
    ...nothing,
    localSeq: 2,
    goneUuids: [uuidOf(1)],
  });
  expect(await toldBy(one, (unit) => unit.putUsers([personOf(7)]))).toEqual({
    ...nothing,
    localSeq: 3,
    users: [personOf(7)],
  });
  expect(await toldBy(one, (unit) => unit.dropRequest('request-1'))).toEqual({
    ...nothing,
    localSeq: 4,
    hasQueueChanged: true,
  });
  expect(await toldBy(one, (unit) => unit.touchInbox())).toEqual({
    ...nothing,
    localSeq: 5,
    inboxChanged: true,
  });
});

test('an item changed under its number stays the same item for an open page', async () => {
  const one = await deviceWith([localItem(1)]);
  const change = (row: LocalItem) => async (unit: UnitOfWork) => {
    await unit.item(row.uuid);
    unit.put(row);
  };
  expect((await toldBy(one, change(localItem(1, { title: 'a' }))))?.rekeyed).toEqual([]);
  expect((await toldBy(one, change({ ...localItem(1), id: 9 })))?.rekeyed).toEqual([
    { uuid: uuidOf(1), oldId: 1, id: 9 },
  ]);
  expect((await one.shown()).map(({ id }) => id)).toEqual([9]);
});

test('an item whose number changes twice in a write is stored once', async () => {
  const one = await deviceWith([localItem(1)]);
  await writeOn(one, async (unit) => {
    await unit.item(uuidOf(1));
    for (const id of [8, 9]) unit.put({ ...localItem(1), id });
  });
  expect((await one.shown()).map(({ id }) => id)).toEqual([9]);
});

test('an item that is removed in the write that changed its number is not stored', async () => {
  const one = await deviceWith([localItem(1)]);
  await writeOn(one, async (unit) => {
    await unit.item(uuidOf(1));
    unit.put({ ...localItem(1), id: 9 });
    unit.remove({ ...localItem(1), id: 9 });
  });
  expect(await one.read((tx) => tx.allItems())).toEqual([]);
});

test('rows read in bulk are cached, and so is the absence of others', async () => {
  const one = await deviceWith([localItem(1), localItem(2)]);
  const uuids = [1, 2, 3].map(uuidOf);
  await writeOn(one, async (unit) => {
    await unit.cacheByUuid(uuids);
    expect(uuids.map((uuid) => unit.knows(uuid))).toEqual([true, true, true]);
    const rows = await Promise.all(uuids.map((uuid) => unit.item(uuid)));
    expect(rows).toEqual([localItem(1), localItem(2), undefined]);
    expect(unit.cached()).toEqual([localItem(1), localItem(2)]);
  });
});

test('a read in bulk reverts no change of its write', async () => {
  const one = await deviceWith([localItem(1), localItem(2)]);
  await writeOn(one, async (unit) => {
    const changed = localItem(1, { title: 'changed' });
    const made = localItem(3);
    for (const row of [changed, made]) unit.put(row);
    unit.remove(localItem(2));
    await unit.cacheByUuid([1, 2, 3].map(uuidOf));
    expect(unit.cached()).toEqual([changed, made]);
  });
  expect((await one.shown()).map(({ uuid }) => uuid)).toEqual([1, 3].map(uuidOf));
});

test('a write that was not stored reports no decision, and returns the reason', async () => {
  const { one } = await inStep();
  const full = { code: 'quota', detail: 'full' } as const;
  one.store.faults.beforeCommit = () => full;
  const refused = await tryUnit(one.device, async () => null);
  expect(refused).toEqual({ ok: false, error: full });
});

test('a write without decisions has no notes', async () => {
  const { one } = await inStep();
  const quiet = await runUnit(one.device, async () => 1, 'write');
  expect(quiet).toEqual({ ok: true, value: { value: 1, change: null, notes: [] } });
});

/** Counters that cannot be read, as if never written. */
function loseCounters(one: TestDevice): void {
  one.tables.putRaw('meta', { kind: 'counters', id: 'device', value: null } as never);
}

test('[DATA-14] [I25] lost counters restart beyond the stamps of a later clock', async () => {
  const one = await deviceWith([]);
  const stamp = one.device.clock.nowMs() + 5000;
  one.tables.items.set(1, localItem(1, { _localVersion: stamp }));
  loseCounters(one);
  const told = await toldBy(one, (unit) => unit.touchQueue());
  // Between two stamps there are writes that the other tabs have received and that stamp nothing.
  expect(told?.localSeq).toBeGreaterThan(stamp + 100_000);
});

test('[DATA-14] a new item of a guest does not take the number of a damaged one', async () => {
  const one = await deviceWith([localItem(3)]);
  for (const id of [5.5, maxCounted, 2 ** 52, 1e300, 'x'])
    one.tables.putRaw('items', { ...localItem(4), id, uuid: `damaged ${id}` } as never);
  const device: SyncContext = { ...one.device, account: { kind: 'guest' } };
  const { item } = await done(createItem(device, { type: 'todo', title: 'new' }));
  expect(item.id).toBe(4);
});
