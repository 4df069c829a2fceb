import { restoreFromServer, restoreItem } from './restore.ts';
import type { LocalTrashItem } from '../store/meta.ts';
import { deviceWith } from '../testing/device-with.ts';
import { done } from '../testing/done.ts';
import { endsInStep, inStep, make } from '../testing/in-step.ts';
import { pending, queuedDelete } from '../testing/queued.ts';
import { localItem, uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { TestWorld, type TestDevice } from '../testing/test-world.ts';

const at = '2026-01-05T08:00:00.000Z';

/** Puts items into the trash of a device, each as if one delete had included it. */
async function putTrash(one: TestDevice, ...trash: readonly LocalTrashItem[]): Promise<void> {
  await one.store.write(async (tx) => {
    for (const each of trash) await tx.putMeta('trash', each.item.uuid, each);
  });
}

/** The items in the trash, and those marked as deleted there and not pulled yet. */
async function marksOf(one: TestDevice) {
  const [trash, deleting] = await one.read((tx) =>
    Promise.all([tx.metaOf('trash'), tx.metaOf('deleting')]),
  );
  return { trash: trash.map(({ id }) => id), deleting: deleting.map(({ id }) => id) };
}

const unmarked = { trash: [], deleting: [] };

test('restoring a missing item is refused, and restoring an item that is not deleted changes nothing', async () => {
  const { one } = await inStep();
  const { uuid } = await make(one, 'task');
  const notFound = { ok: false, error: { code: 'not_found' } };
  expect(await restoreItem(one.device, uuidOf(404))).toEqual(notFound);
  const { item, change } = await one.restore(uuid);
  expect([item.uuid, change]).toEqual([uuid, null]);
});

test('[I19] restoring an item needs the right to delete it', async () => {
  const deleted = { _deleted: true, deletedBy: 'request-1', permission: 'contribute' } as const;
  const one = await deviceWith([pending(1, {}, deleted)], queuedDelete(1, 1));
  const outcome = await restoreItem(one.device, uuidOf(1));
  expect(outcome).toEqual({ ok: false, error: { code: 'forbidden' } });
  expect(await one.queue()).toHaveLength(1);
});

test.each([false, true])(
  'a restore clears the marks of the delete, its removal having arrived: %s',
  async (isPulled) => {
    const { world, one } = await inStep();
    const { uuid } = await make(one, 'task');
    await one.engine.run('action');
    await one.delete(uuid);
    one.transport.isEarlierNode = true;
    let isSent = false;
    one.transport.fault = (call) => {
      isSent ||= call === 'batch';
      return isPulled || !isSent || call === 'batch' ? 'none' : 'request_lost';
    };
    await one.engine.run('action');
    one.transport.fault = () => 'none';
    const marked = isPulled ? { trash: [uuid] } : { deleting: [uuid] };
    expect(await marksOf(one)).toMatchObject(marked);
    await one.restore(uuid);
    expect(await marksOf(one)).toEqual(unmarked);
    await world.time.pass(60_000);
    await endsInStep(world, one, 'sync_now');
  },
);

test('[I8] restoring an item that is not deleted does not restore items that the last release left in the trash with it', async () => {
  const one = await deviceWith([heldRow(serverRow(1))]);
  const requestId = 'request-1';
  const deleted = { requestId, deletedAt: at };
  await putTrash(one, { item: serverRow(1), ...deleted }, { item: serverRow(2), ...deleted });
  expect((await one.restore(uuidOf(1))).change).toBeNull();
  expect(await one.read((tx) => tx.allItems())).toHaveLength(1);
});

test('[I17] a restore does not change an item that has come back by itself', async () => {
  const one = await deviceWith([heldRow(serverRow(2, { title: 'newer', version: 3 }))]);
  const deleted = { requestId: 'request-1', deletedAt: at };
  await putTrash(one, { item: serverRow(1), ...deleted }, { item: serverRow(2), ...deleted });
  await one.restore(uuidOf(1));
  expect(await one.queue()).toMatchObject([{ itemUuid: uuidOf(1), touches: [uuidOf(1)] }]);
  expect(await one.row(uuidOf(2))).toMatchObject({ title: 'newer', _syncStatus: 'synced' });
});

test.each([{}, { sharedUpTo: 5 }])(
  '[RESTORE-03] a restore from the trash of a former history gets its own number: %o',
  async (shared) => {
    const one = await deviceWith([]);
    const item = serverRow(1);
    const former = { isLost: true, ...shared };
    await putTrash(one, { item, requestId: 'request-1', deletedAt: at, ...former });
    const { item: row } = await one.restore(uuidOf(1));
    expect(row).toMatchObject({ base: null, _deleted: false });
    expect(row.former).toStrictEqual({ base: item, ...former });
    expect(row.id).not.toBe(item.id);
  },
);

test('an item deleted before the server knew it is restored below its parent if the server has the parent, otherwise at the top level', async () => {
  const { world, one } = await inStep();
  const parent = await make(one, 'parent');
  await one.engine.run('action');
  const child = await make(one, 'child', parent.uuid);
  await one.delete(child.uuid);
  const { item } = await one.restore(child.uuid);
  expect(item).toMatchObject({ parent_uuid: parent.uuid, top: 0 });
  await endsInStep(world, one, 'action');

  const lone = localItem(1, { parent_uuid: uuidOf(404), _deleted: true });
  const two = await deviceWith([lone]);
  const restored = await two.restore(uuidOf(1));
  expect(restored.item).toMatchObject({ parent_uuid: null, _syncStatus: 'pending' });
  expect(await two.queue()).toMatchObject([{ data: { parent_id: null } }]);
});

test('[DAY-06] an item with the date and the rule of an earlier release, deleted before the server knew it, is restored with them', async () => {
  const { world, one } = await inStep();
  const stored = { due_date: '0026-05-01', repeat: 'FREQ=MONTHLY;BYDAY=53MO' };
  const row = localItem(9, { type: 'todo', title: 'kept', _deleted: true, ...stored });
  await one.store.write((tx) => tx.putItems([row]));
  await one.restore(row.uuid);
  await endsInStep(world, one, 'action');
  expect(world.server.items.get(row.uuid)).toMatchObject(stored);
});

test.each([1, 2, 3])(
  'an item deleted before the server knew it is restored with its family in place, parents first, through item %i',
  async (number) => {
    const deleted = { _deleted: true, deletedBy: 'upgrade' } as const;
    // In their stored order, in which the last is the first.
    const one = await deviceWith([
      localItem(1, { type: 'todo', parent_uuid: uuidOf(2), ...deleted }),
      localItem(2, { type: 'task', parent_uuid: uuidOf(3), ...deleted }),
      localItem(3, { type: 'campaign', ...deleted }),
    ]);
    const { item } = await one.restore(uuidOf(number));
    expect(item.uuid).toBe(uuidOf(number));
    expect((await one.queue()).map(({ itemUuid }) => itemUuid)).toEqual([3, 2, 1].map(uuidOf));
    expect((await one.shown()).map((row) => row.parent_uuid)).toEqual([uuidOf(2), uuidOf(3), null]);
  },
);

test('an item deleted before the server knew it is not created again once its delete was confirmed', async () => {
  const row = localItem(1, { _deleted: true, deletedBy: 'request-1' });
  const one = await deviceWith([row]);
  const mark = { requestId: 'request-1', deletedAt: at };
  await one.store.write((tx) => tx.putMeta('deleting', uuidOf(1), mark));
  await one.restore(uuidOf(1));
  expect(await one.queue()).toMatchObject([{ url: `/api/items/${uuidOf(1)}/restore` }]);
});

const people = { created_by: null, user: null, assignedUser: null, parent: null };

/** An item as the list of the server has it: with the number of its removal. */
function listedItem(number: number) {
  const listed = { ...serverRow(number, { rev: 7 }), ...people };
  return { ...listed, deleted_at: at, taken_along: 0 } as never;
}

test('an item from the server’s trash is shown without its number, since the list may belong to another history', async () => {
  const one = await deviceWith([]);
  const { item } = await done(restoreFromServer(one.device, listedItem(1)));
  expect(item).toMatchObject({ base: null, _deleted: false, _syncStatus: 'pending' });
  expect(item.former).toMatchObject({ base: { uuid: uuidOf(1) }, isLost: false, sharedUpTo: 0 });
  expect(item.id).not.toBe(serverRow(1).id);
  const restoring = await one.read((tx) => tx.meta('restoring', uuidOf(1)));
  expect(restoring).toMatchObject({ reason: 'deleted', rev: 0 });
});

test('[RESTORE-03] [I7] an item from the server’s trash does not take the number of another item after a restored backup', async () => {
  const world = new TestWorld();
  const restore = world.server.backup();
  const [gone, fresh] = [uuidOf(1), uuidOf(2)];
  const seed = (uuid: string) => world.server.seed({ uuid, type: 'task', title: 'seeded' });
  await seed(gone);
  const before = await world.server.view(gone);
  const one = world.newDevice();
  const trashed = { ...before, ...people, deleted_at: at, taken_along: 0 };
  await done(restoreFromServer(one.device, trashed as never));
  restore();
  await seed(fresh);
  await seed(gone);
  await one.runs('sync_now', 'sync_now');
  const numbers = { [fresh]: before.id, [gone]: (await world.server.view(gone)).id };
  expect(Object.fromEntries((await one.shown()).map(({ uuid, id }) => [uuid, id]))).toEqual(
    numbers,
  );
});

test('an item of the server’s trash is no longer listed if it is already on the device', async () => {
  const one = await deviceWith([heldRow(serverRow(1))]);
  const { change } = await done(restoreFromServer(one.device, listedItem(1)));
  expect(change).toBeNull();
  expect(await marksOf(one)).toEqual(unmarked);
});

test('an item from the server’s trash is restored with all items that the same delete removed from this device', async () => {
  const { world, one } = await inStep();
  const parent = await make(one, 'parent');
  const todo = { type: 'todo', title: 'child', parent_uuid: parent.uuid } as const;
  const { item: child } = await one.create(todo);
  await one.engine.run('action');
  await one.delete(parent.uuid, [child.uuid]);
  const living = await world.server.view(parent.uuid);
  await one.engine.run('sync_now');
  expect(await one.read((tx) => tx.allItems())).toEqual([]);
  const trashed = { ...living, ...people, deleted_at: world.server.now(), taken_along: 1 };
  await done(restoreFromServer(one.device, trashed as never));
  expect((await one.shown()).map(({ title }) => title).toSorted()).toEqual(['child', 'parent']);
});

test('an item from the server’s trash is not kept if there is no space, and brings back nothing that failed before', async () => {
  const one = await deviceWith([]);
  let commits = 0;
  const full = { code: 'quota', detail: 'full' } as const;
  const failed = { ok: false, error: { code: 'store', failure: full } };
  one.store.faults.beforeCommit = () => ((commits += 1) % 2 === 1 ? full : null);
  expect(await restoreFromServer(one.device, listedItem(1))).toEqual(failed);
  expect(commits).toBe(1);
  expect(await marksOf(one)).toEqual(unmarked);
  // The item is kept this time, but not restored.
  expect(await restoreFromServer(one.device, listedItem(1))).toEqual(failed);
  expect(await marksOf(one)).toMatchObject({ trash: [uuidOf(1)] });
  one.store.faults.beforeCommit = () => null;
  await done(restoreFromServer(one.device, listedItem(2)));
  expect((await one.shown()).map(({ uuid }) => uuid)).toEqual([uuidOf(2)]);
});
