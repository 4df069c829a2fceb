import type { LocalItem } from '../store/local-item.ts';
import { storedName } from '../store/stored-names.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { TestWorld, type TestDevice } from '../testing/test-world.ts';
import { writeOn } from '../testing/write-on.ts';
import { dropUnconfirmed, readUnconfirmed, type UnconfirmedRow } from './unconfirmed.ts';

const at = '2026-01-05T08:00:00.000Z';
const rolled = { status: 'completed', completed_at: at } as const;
const pending = { _syncStatus: 'pending' } as const;

/** A row that the server has below this parent. */
function below(parent: number, number: number, fields: Partial<LocalItem> = {}): LocalItem {
  const type = fields.type ?? 'todo';
  const place = { type, parent_id: parent, parent_uuid: uuidOf(parent) };
  return heldRow(serverRow(number, place), { top: 0, ...fields });
}

const task = (number: number, fields: Partial<LocalItem> = {}): LocalItem =>
  heldRow(serverRow(number, { type: 'task' }), fields);

const isRolled = { rolled, ...rolled } as const;

/** A device that displays these rows, and the roll-up of the given ones. */
async function deviceWith(
  items: readonly LocalItem[],
  rolledUp: readonly number[] = [],
): Promise<TestDevice> {
  const one = new TestWorld().newDevice();
  await one.store.write(async (tx) => {
    await tx.putItems(items);
    for (const uuid of rolledUp.map(uuidOf)) await tx.putMeta('rolled', uuid, { uuid });
  });
  return one;
}

const read = (one: TestDevice) => one.read(readUnconfirmed);
const drop = (one: TestDevice, found: readonly UnconfirmedRow[]) =>
  writeOn(one, (unit) => dropUnconfirmed(unit, found));
const rolledUp = (number: number, type: UnconfirmedRow['type'] = 'task') =>
  ({ kind: 'rolled', uuid: uuidOf(number), type }) as const;

test('a device that is up to date shows nothing ahead of the server', async () => {
  expect(await read(await deviceWith([task(1), below(1, 2)]))).toEqual([]);
});

test('[I9] a roll-up may end once the server has all its items, on each level that rolls up', async () => {
  const campaign = heldRow(serverRow(1, { type: 'campaign' }), isRolled);
  const inTask = (fields: Partial<LocalItem>, leaf: Partial<LocalItem>) =>
    deviceWith([campaign, below(1, 2, { type: 'task', ...fields }), below(2, 3, leaf)], [1]);
  expect(await read(await inTask(isRolled, {}))).toEqual([rolledUp(1, 'campaign')]);
  expect(await read(await inTask(isRolled, pending))).toEqual([]);
  expect(await read(await inTask(pending, {}))).toEqual([]);
  // Requests below a task on which nothing rolls up do not concern the campaign.
  expect(await read(await inTask({}, pending))).toEqual([rolledUp(1, 'campaign')]);
});

test('rows that contain each other do not stop a pull', async () => {
  const one = await deviceWith(
    [below(2, 1, { type: 'task', ...isRolled }), below(1, 2, { type: 'task', ...isRolled })],
    [1],
  );
  expect(await read(one)).toEqual([rolledUp(1)]);
});

test('a roll-up ends with the pull that returns it, and the item gets the server’s status', async () => {
  for (const children of [[], [below(1, 2)]]) {
    const one = await deviceWith([task(1, isRolled), ...children], [1]);
    await drop(one, [rolledUp(1)]);
    expect(await one.row(uuidOf(1))).toMatchObject({ rolled: null, status: 'pending' });
    expect(await one.read((tx) => tx.metaOf('rolled'))).toEqual([]);
  }
});

test('[I9] a roll-up stays while a change below it waits that was made during the pull', async () => {
  const one = await deviceWith([task(1, isRolled), below(1, 2), below(1, 3, pending)], [1]);
  await drop(one, [rolledUp(1)]);
  expect(await one.row(uuidOf(1))).toMatchObject(isRolled);
  expect(await one.read((tx) => tx.metaOf('rolled'))).toHaveLength(1);
});

test('[I9] a roll-up stays while a move that it depends on waits', async () => {
  const moved = { parent_id: 2, parent_uuid: uuidOf(2), ...pending };
  const campaign = heldRow(serverRow(4, { type: 'campaign' }), isRolled);
  const rows = [
    campaign,
    below(4, 1, { type: 'task', ...isRolled }),
    task(2, isRolled),
    task(5, isRolled),
    below(1, 3, moved),
  ];
  const one = await deviceWith(rows, [1, 2, 4, 5]);
  const move = queuedRequest(1, 3, { data: { parent_id: uuidOf(2) } });
  await one.store.write((tx) => tx.putRequest(move));
  expect(await read(one)).toEqual([rolledUp(5)]);
  // Roll-ups set during the pull, in which all of them may have ended.
  await drop(one, [rolledUp(1), rolledUp(2), rolledUp(4, 'campaign'), rolledUp(5)]);
  const marked = await one.read((tx) => tx.metaOf('rolled'));
  expect(marked.map(({ id }) => id)).toEqual([1, 2].map(uuidOf));
});

test('[I9] a roll-up stays while the move of an item that was created there waits', async () => {
  const made = localItem(3, { parent_id: null, ...pending });
  const one = await deviceWith([task(1, isRolled), made], [1]);
  const create = { method: 'POST', url: '/api/items' } as const;
  const requests = [
    queuedRequest(1, 3, { ...create, data: { uuid: uuidOf(3), parent_id: uuidOf(1) } }),
    queuedRequest(2, 3, { data: { parent_id: null } }),
    // A request about items that are not on the device, and one about no item.
    queuedRequest(3, 9, { data: { parent_id: uuidOf(8) } }),
    queuedRequest(4, 9, { itemUuid: null, data: null }),
  ];
  for (const request of requests) await one.store.write((tx) => tx.putRequest(request));
  expect(await read(one)).toEqual([]);
  await one.store.write((tx) => tx.deleteRequest('request-1'));
  expect(await read(one)).toEqual([rolledUp(1)]);
});

test('the roll-up of an item that has left the device ends', async () => {
  const one = await deviceWith([], [1]);
  expect(await read(one)).toEqual([rolledUp(1, null)]);
  await drop(one, [rolledUp(1, null)]);
  expect(await one.read((tx) => tx.metaOf('rolled'))).toEqual([]);
});

/** The item is deleted by a confirmed delete. */
async function deletedBy(requestId: string, row: LocalItem): Promise<TestDevice> {
  const one = await deviceWith([{ ...row, _deleted: true, deletedBy: requestId }]);
  await one.store.write((tx) => tx.putMeta('deleting', row.uuid, { requestId, deletedAt: at }));
  return one;
}

const deleting = { kind: 'deleting', uuid: uuidOf(1), type: 'task', requestId: 'delete' } as const;

test('[I7] an item whose delete the pull did not return is shown again', async () => {
  const one = await deletedBy('delete', task(1));
  expect(await read(one)).toEqual([deleting]);
  await drop(one, [deleting]);
  expect(await one.row(uuidOf(1))).toMatchObject({ _deleted: false, deletedBy: null });
  expect(await one.read((tx) => tx.metaOf('deleting'))).toEqual([]);
});

test('[I8] a pull ends only a delete that was confirmed before it', async () => {
  const again = await deletedBy('another', task(1));
  await drop(again, [deleting]);
  expect(await again.row(uuidOf(1))).toMatchObject({ _deleted: true, deletedBy: 'another' });
  expect(await again.read((tx) => tx.metaOf('deleting'))).toHaveLength(1);

  // The delete was undone, and the item is deleted by a waiting request.
  const waiting = await deletedBy('delete', task(1));
  const request = queuedRequest(1, 1, { id: 'another', method: 'DELETE', data: null });
  const row = { ...task(1), ...pending, _deleted: true, deletedBy: request.id };
  await waiting.store.write(async (tx) => {
    await tx.putItems([row]);
    await tx.putRequest(request);
  });
  await drop(waiting, [deleting]);
  expect(await waiting.row(uuidOf(1))).toEqual(row);

  const ended = await deletedBy('delete', task(1));
  await ended.store.write((tx) => tx.deleteMeta('deleting', uuidOf(1)));
  await drop(ended, [deleting]);
  expect(await ended.row(uuidOf(1))).toMatchObject({ _deleted: true, deletedBy: 'delete' });
});

test('[I10] a deleted item without a server row is removed, and a row received since is compared', async () => {
  const one = await deletedBy('delete', { ...task(1), base: null });
  const entry = { kind: 'row', row: serverRow(1, { type: 'task', rev: 9 }) } as const;
  await one.store.write((tx) => tx.putMeta(storedName.buffered, uuidOf(1), entry));
  await drop(one, [deleting]);
  expect(await one.read((tx) => tx.allItems())).toEqual([]);
  expect(await one.read((tx) => tx.meta(storedName.buffered, uuidOf(1)))).toEqual(entry);
});

test('the record of a delete is dropped if its item has left the device', async () => {
  const one = await deletedBy('delete', task(1));
  await one.store.write((tx) => tx.deleteItem(1));
  expect(await read(one)).toEqual([{ ...deleting, type: null }]);
  await drop(one, [{ ...deleting, type: null }]);
  expect(await one.read((tx) => tx.metaOf('deleting'))).toEqual([]);
});

const restoring = { kind: 'restoring', uuid: uuidOf(1), type: 'task' } as const;

/** The server has removed the item at that position; a restore of it was sent. */
async function restoredFrom(rev: number, row: LocalItem): Promise<TestDevice> {
  const one = await deviceWith([row]);
  const removal = { id: row.id, uuid: row.uuid, reason: 'deleted', rev } as const;
  await one.store.write((tx) => tx.putMeta('restoring', row.uuid, removal));
  return one;
}

const restore = queuedRequest(1, 1, {
  method: 'POST',
  url: `/api/items/${uuidOf(1)}/restore`,
  data: null,
});

test('[I7] items that a restore did not bring back are removed, and those that came back stay', async () => {
  for (const [base, isBack] of [
    [1, false],
    [7, true],
  ] as const) {
    const one = await restoredFrom(5, heldRow(serverRow(1, { type: 'task', rev: base })));
    expect(await read(one)).toEqual([restoring]);
    await drop(one, [restoring]);
    expect(await one.shown()).toHaveLength(isBack ? 1 : 0);
    expect(await one.read((tx) => tx.metaOf('restoring'))).toEqual([]);
  }
});

test('[I9] the items of a restore stay on the device while the restore waits, and once its mark is gone', async () => {
  const one = await restoredFrom(5, task(1, pending));
  await one.store.write((tx) => tx.putRequest(restore));
  expect(await read(one)).toEqual([]);
  // The restore was queued during the pull.
  await drop(one, [restoring]);
  expect(await one.shown()).toHaveLength(1);
  expect(await one.read((tx) => tx.metaOf('restoring'))).toHaveLength(1);
  await one.store.write((tx) => tx.deleteMeta('restoring', uuidOf(1)));
  await one.store.write((tx) => tx.deleteRequest(restore.id));
  await drop(one, [restoring]);
  expect(await one.shown()).toHaveLength(1);
});
