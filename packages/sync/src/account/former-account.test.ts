import { err } from '@foray/domain';
import { createItem } from '../actions/actions.ts';
import { moveOwnItems, claimStore, ownerOf } from './former-account.ts';
import { endsInStep, inStep, make } from '../testing/in-step.ts';
import { MemoryStores } from '../memory/memory-store.ts';
import { uuidOf } from '../testing/rows.ts';
import { otherId } from '../testing/test-server.ts';
import { personOf, TestWorld, type TestDevice } from '../testing/test-world.ts';

const formerId = 1001;
const theirs = uuidOf(1);
const ada = { ...personOf(1002), phone: '+15550001' };

/** A server that has lost the person of 1001 and given them another id, with a device under the new id. */
async function afterRestore() {
  const world = Object.assign(new TestWorld(), { user: ada });
  const device = world.newDevice();
  expect(await device.engine.run('start')).toEqual({ kind: 'complete' });
  return { world, device };
}

async function titlesOf(of: TestDevice): Promise<string[]> {
  return (await of.shown()).map(({ title }) => title).toSorted();
}

test('[RESTORE-06] items created under a former id, sent or not, move to the current account', async () => {
  const { one: former } = await inStep();
  const trip = await make(former, 'Trip');
  await make(former, 'Pack', trip.uuid);
  const gone = await make(former, 'Gone');
  await former.engine.run('action');
  await former.delete(gone.uuid);
  await former.edit(trip.uuid, { title: 'Journey' });
  await former.assign(trip.uuid, formerId);
  await make(former, 'Map', trip.uuid);

  const { world, device } = await afterRestore();
  expect(await moveOwnItems(former.store, formerId, device.device)).toEqual({ ok: true, value: 3 });
  expect(former.tables.items.size).toBe(0);
  expect(await titlesOf(device)).toEqual(['Journey', 'Map', 'Pack']);
  expect(device.published).toHaveLength(1);
  await endsInStep(world, device, 'action');
  const owned = world.server
    .living()
    .map(({ title, user_id, assigned_to }) => [title, user_id, assigned_to]);
  expect(owned).toContainEqual(['Journey', ada.id, ada.id]);
});

/**
 * Boots and a map in a trip that the server has; a list of which nobody knows that; a pen that the server
 * does not have.
 */
async function underFormerId() {
  const { world, one: former } = await inStep();
  const trip = await make(former, 'Trip');
  const boots = await make(former, 'Boots', trip.uuid);
  await former.engine.run('action');
  const list = await make(former, 'List', trip.uuid);
  former.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
  await former.engine.run('action');
  const pen = await make(former, 'Pen', trip.uuid);
  return { former, server: world.server, trip, boots, list, pen };
}

test('[RESTORE-06] items that the server may still have from the former account move under new uuids', async () => {
  const { former, server, trip, boots, list, pen } = await underFormerId();
  const taken = new Set(server.items.keys());
  expect(taken).toEqual(new Set([trip.uuid, boots.uuid, list.uuid]));
  const { world, device } = await afterRestore();
  // The state after the server answered `uuid_taken`.
  world.server.refuses = ({ data }) =>
    taken.has(String((data as { readonly uuid?: unknown } | null)?.uuid));
  expect(await moveOwnItems(former.store, formerId, device.device)).toEqual({ ok: true, value: 4 });
  await endsInStep(world, device, 'action');
  const brought = world.server.living();
  const trips = brought.filter(({ title }) => title === 'Trip');
  expect(trips).toHaveLength(1);
  const children = brought.filter(({ parent_uuid }) => parent_uuid === trips[0]?.uuid);
  expect(children.map(({ title }) => title).toSorted()).toEqual(['Boots', 'List', 'Pen']);
  expect(brought.map(({ uuid }) => uuid)).toContain(pen.uuid);
});

test('[RESTORE-06] two devices move the same item under the same uuid', async () => {
  const { former } = await underFormerId();
  const uuids: (readonly string[])[] = [];
  const rows = [...former.tables.items.values()].filter(({ title }) => title !== 'Pen');
  for (const _ of ['one', 'two']) {
    const left = await new MemoryStores().open(formerId);
    if (!left.ok) throw new Error(left.error.code);
    await left.value.write((tx) => tx.putItems(rows));
    const { device } = await afterRestore();
    expect(await moveOwnItems(left.value, formerId, device.device)).toEqual({ ok: true, value: 3 });
    uuids.push((await device.shown()).map(({ uuid }) => uuid).toSorted());
  }
  expect(uuids[0]).toEqual(uuids[1]);
});

test('[RESTORE-06] an item that an earlier version moved under its old uuid is not moved again', async () => {
  const { former, boots } = await underFormerId();
  const { device } = await afterRestore();
  await device.create({ type: 'todo', title: 'Boots', uuid: boots.uuid });
  expect(await moveOwnItems(former.store, formerId, device.device)).toEqual({ ok: true, value: 3 });
  expect(await titlesOf(device)).toEqual(['Boots', 'List', 'Pen', 'Trip']);
});

test('[RESTORE-06] after an interruption nothing is moved twice, and newer items are moved too', async () => {
  const { one: former } = await inStep();
  const boots = await make(former, 'Boots');
  const { device } = await afterRestore();
  let writes = 0;
  const failure = { code: 'broken', detail: 'the test says so' } as const;
  former.store.faults.beforeCommit = () => ((writes += 1) === 2 ? failure : null);
  expect(await moveOwnItems(former.store, formerId, device.device)).toEqual(err(failure));
  await device.delete(boots.uuid);
  // A tab that is older than the mark.
  await former.store.write((tx) => tx.deleteMeta('left', 'account'));
  await make(former, 'Map');
  expect(await moveOwnItems(former.store, formerId, device.device)).toEqual({ ok: true, value: 1 });
  expect(await titlesOf(device)).toEqual(['Map']);
  expect(former.tables.items.size).toBe(0);
});

/** A former account with an item of its own, and an unsent change of another person's item. */
async function withTheirsChanged(): Promise<TestDevice> {
  const { world, one: former } = await inStep();
  await world.server.seed({
    uuid: theirs,
    type: 'task',
    title: 'Theirs',
    user_id: otherId,
    assigned_to: formerId,
  });
  await make(former, 'Mine');
  await former.engine.run('action');
  await former.edit(theirs, { title: 'Changed' });
  return former;
}

test('[RESTORE-06] a change of another person’s item stays behind, and moved items do not', async () => {
  const former = await withTheirsChanged();
  const { device } = await afterRestore();
  expect(await moveOwnItems(former.store, formerId, device.device)).toEqual({ ok: true, value: 1 });
  expect(await titlesOf(device)).toEqual(['Mine']);
  expect([...former.tables.items.values()].map(({ title }) => title)).toEqual(['Changed']);
  expect([...former.tables.requests.values()]).toMatchObject([{ itemUuid: theirs }]);
  expect(former.tables.meta('left').size).toBe(0);
});

test('[I25] a tab that shows a former account receives the removed rows', async () => {
  const former = await withTheirsChanged();
  const newest = former.published.at(-1)?.localSeq;
  const { device } = await afterRestore();
  await moveOwnItems(former.store, formerId, device.device);
  const counters = former.tables.meta('counters').get('device')?.value;
  expect(counters).toMatchObject({ localSeq: (newest ?? 0) + 1 });
});

test('[DATA-14] [RESTORE-06] unreadable rows stay in the former store', async () => {
  const { one: former } = await inStep();
  await make(former, 'Mine');
  former.tables.putRaw('items', { id: 5000, title: 'torn' } as never);
  const { device } = await afterRestore();
  expect(await moveOwnItems(former.store, formerId, device.device)).toEqual({ ok: true, value: 1 });
  expect([...former.tables.items.keys()]).toEqual([5000]);
});

test('the former account confirms no action while its items move, and does so again after a failure', async () => {
  const { one: former } = await inStep();
  const { device } = await afterRestore();
  const make = () => createItem(former.device, { type: 'todo', title: 'late' });
  const during: ReturnType<typeof make>[] = [];
  device.store.faults.beforeCommit = () => {
    during.push(make());
    return { code: 'quota', detail: 'the test says so' };
  };
  expect(await moveOwnItems(former.store, formerId, device.device)).toMatchObject({ ok: false });
  expect(await Promise.all(during)).toEqual([err({ code: 'moved' })]);
  expect(await make()).toMatchObject({ ok: true });
});

test('a former store that another tab is still moving stays closed to actions when one tab fails', async () => {
  const { one: former } = await inStep();
  const { device } = await afterRestore();
  const other = { unsent: 'keep', isFormer: true, by: ['another tab'] } as const;
  await former.store.write((tx) => tx.putMeta('left', 'account', other));
  device.store.faults.beforeCommit = () => ({ code: 'quota', detail: 'the test says so' });
  expect(await moveOwnItems(former.store, formerId, device.device)).toMatchObject({ ok: false });
  const late = () => createItem(former.device, { type: 'todo', title: 'late' });
  expect(await late()).toEqual(err({ code: 'moved' }));
  // The server knows the person by the former id again.
  const again = { ...ada, id: formerId };
  expect(await claimStore(former.store, again)).toEqual({ ok: true, value: null });
  expect(await late()).toMatchObject({ ok: true });
});

test('[RESTORE-06] a store belongs to the number that first used it, and to no other', async () => {
  const stores = new MemoryStores();
  const opened = await stores.open(ada.id);
  if (!opened.ok) throw new Error(opened.error.code);
  const store = opened.value;
  expect(await ownerOf(store, ada.id)).toEqual({ ok: true, value: null });
  expect(await claimStore(store, ada)).toEqual({ ok: true, value: null });
  expect(await claimStore(store, ada)).toEqual({ ok: true, value: null });
  expect(await ownerOf(store, ada.id)).toEqual({ ok: true, value: ada.phone });
  const bob = { ...ada, phone: '+15550002' };
  expect(await claimStore(store, bob)).toEqual({ ok: true, value: ada.phone });
  expect(await ownerOf(store, ada.id)).toEqual({ ok: true, value: ada.phone });
});

test('[RESTORE-06] a store of the last version belongs to the person who has its id among its people', async () => {
  const stores = new MemoryStores();
  const opened = await stores.open(ada.id);
  if (!opened.ok) throw new Error(opened.error.code);
  await opened.value.write((tx) => tx.put('users', ada));
  const bob = { ...ada, phone: '+15550002' };
  expect(await claimStore(opened.value, bob)).toEqual({ ok: true, value: ada.phone });
  expect(await claimStore(opened.value, ada)).toEqual({ ok: true, value: null });
  expect(await claimStore(opened.value, { ...ada, phone: '' })).toEqual({ ok: true, value: null });
});
