import type { DeltaItem, Removal } from '@foray/contract';
import { expect, test } from 'vitest';
import type { BufferedRow, TrashedItem } from '../store/meta.ts';
import { storedName } from '../store/stored-names.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { TestWorld } from '../testing/test-world.ts';
import type { TestDevice } from '../testing/test-world.ts';
import { writeOn } from '../testing/write-on.ts';
import {
  applyRemote,
  bufferChange,
  dropBuffered,
  eraseItem,
  resolveIdCollision,
} from './apply-remote.ts';

/** A device that has written before, and holds these rows and requests. */
async function deviceWith(
  items: readonly LocalItem[],
  queue: readonly QueuedRequest[] = [],
): Promise<TestDevice> {
  const one = new TestWorld().newDevice();
  await one.store.write(async (tx) => {
    await tx.putMeta('counters', 'device', { localSeq: 4, queueSeq: 9, lastLocalId: 1000 });
    await tx.putItems(items);
    for (const request of queue) await tx.putRequest(request);
  });
  return one;
}

const row = (fields: DeltaItem): BufferedRow => ({ kind: 'row', row: fields });
const removalOf = (number: number, rev: number, reason: Removal['reason'] = 'deleted') =>
  ({ kind: 'removal', removal: { id: number, uuid: uuidOf(number), reason, rev } }) as const;

const pull = (one: TestDevice, entries: readonly BufferedRow[], fullSince: number | null = null) =>
  writeOn(one, (unit) => applyRemote(unit, entries, fullSince));
const buffered = (one: TestDevice, number: number) =>
  one.read((tx) => tx.meta(storedName.buffered, uuidOf(number)));

const task = (number: number, fields: Partial<DeltaItem> = {}): DeltaItem =>
  serverRow(number, { type: 'task', ...fields });
/** A todo in the task of that number. */
const todoIn = (parent: number, number: number): DeltaItem =>
  serverRow(number, { type: 'todo', parent_id: parent, parent_uuid: uuidOf(parent) });
const pending = { _syncStatus: 'pending' } as const;

test('a page that says nothing new is written nowhere', async () => {
  const [second, third] = [heldRow(task(2), pending), heldRow(task(3), pending)];
  const one = await deviceWith([heldRow(task(1)), second, third, heldRow(task(4))]);
  await pull(one, [row(task(1)), removalOf(4, 3), removalOf(5, 9)]);
  const waiting = [row(task(2, { rev: 9 })), removalOf(3, 9)];
  await pull(one, waiting);
  expect(one.published).toEqual([]);
  expect([await buffered(one, 2), await buffered(one, 3)]).toEqual(waiting);
});

test('in a full fetch each row that the server mentions is stamped, also where it waits for a decision', async () => {
  const one = await deviceWith([
    heldRow(task(1)),
    heldRow(task(2), pending),
    heldRow(task(3), pending),
    heldRow(task(4)),
  ]);
  await pull(one, [row(task(1)), row(task(2, { rev: 9 })), removalOf(3, 9)], 3);
  const rows = await one.shown();
  expect(rows.map(({ _localVersion }) => _localVersion)).toEqual([5, 5, 5, 1]);
  expect(await buffered(one, 3)).toEqual(removalOf(3, 9));
});

test('[I17] in a full fetch a row that came during it is not replaced by an older one', async () => {
  const newer = heldRow(task(1, { rev: 9, title: 'newer' }), { _localVersion: 4 });
  const one = await deviceWith([newer]);
  await pull(one, [row(task(1))], 3);
  expect(await one.row(uuidOf(1))).toMatchObject({ title: 'newer', base: { rev: 9 } });
});

test('a row that is newer than all that the server has belongs to no history of it', async () => {
  const base = task(1, { rev: 9 });
  const same = task(2, { rev: 5 });
  const one = await deviceWith([heldRow(base, pending), heldRow(same, pending)]);
  await pull(one, [row(task(1, { rev: 5 })), row(same)], 3);
  const [over, present] = await one.shown();
  expect(over).toMatchObject({ base: null, former: { base, isLost: false } });
  expect(present).toMatchObject({ base: same });
  expect(present).not.toHaveProperty('former');
});

test('an item is shown below its parent where that is here, and at the top where it is not', async () => {
  const one = await deviceWith([heldRow(task(1))]);
  await pull(one, [row(todoIn(1, 2)), row(todoIn(9, 3)), row(task(4))]);
  expect((await one.shown()).map(({ top }) => top)).toEqual([1, 0, 1, 1]);
  // The parent comes with another page.
  await pull(one, [row(task(9))]);
  expect((await one.row(uuidOf(3))).top).toBe(0);
});

test('while nothing is queued the rights are the server’s, also below what was deleted here', async () => {
  const campaign = heldRow(serverRow(1, { type: 'campaign' }), {
    _deleted: true,
    deletedBy: 'delete',
  });
  const theirs = { user_id: 7, permission: 'contribute' } as const;
  const todo = { ...todoIn(2, 3), ...theirs };
  const one = await deviceWith([campaign, heldRow(todo)]);
  const inCampaign = { parent_id: 1, parent_uuid: uuidOf(1), ...theirs };
  await pull(one, [row(task(2, inCampaign))]);
  const rights = (await one.shown()).map(({ permission }) => permission);
  expect(rights).toEqual(['contribute', 'contribute']);
});

test('an item is shown at the top while its parent is deleted here', async () => {
  const one = await deviceWith([heldRow(task(1), { _deleted: true, deletedBy: 'delete' })]);
  await pull(one, [row(todoIn(1, 2))]);
  expect((await one.row(uuidOf(2))).top).toBe(1);
});

test('an item is shown below its parent that is here under a number of its own yet', async () => {
  const made = localItem(900, { type: 'task', uuid: uuidOf(1), ...pending });
  const one = await deviceWith([made], [queuedRequest(1, 1)]);
  await pull(one, [row(todoIn(1, 2))]);
  expect((await one.row(uuidOf(2))).top).toBe(0);
});

test.each([[['restoring']], [['deleting', 'restoring', storedName.buffered]]] as const)(
  'an item takes the number that the server gives it, and what is below follows it, with %s',
  async (marks) => {
    const former = { base: task(1), isLost: false };
    const held = { ...localItem(900, { type: 'task', former }), uuid: uuidOf(1) };
    const child = heldRow(todoIn(900, 3), { parent_uuid: uuidOf(1), top: 0 });
    const one = await deviceWith([held, child]);
    await one.store.write(async (tx) => {
      for (const kind of marks) {
        const { removal } = removalOf(8, 1);
        const mark = { requestId: 'delete', deletedAt: held.updated_at };
        if (kind === 'deleting') await tx.putMeta(kind, uuidOf(8), mark);
        else if (kind === 'restoring') await tx.putMeta(kind, uuidOf(8), removal);
        else await tx.putMeta(kind, uuidOf(8), removalOf(8, 1));
      }
    });
    await pull(one, [row(task(1, { rev: 9 }))]);
    const rows = await one.shown();
    expect(rows.map(({ id, parent_id }) => [id, parent_id])).toEqual([
      [1, null],
      [3, 1],
    ]);
  },
);

test('[I10] of the changes of an item that wait the newest is kept', async () => {
  const one = await deviceWith([]);
  const keep = (entry: BufferedRow) => writeOn(one, (unit) => bufferChange(unit, entry));
  await keep(row(task(1, { rev: 5 })));
  await keep(removalOf(1, 4));
  expect(await buffered(one, 1)).toMatchObject({ kind: 'row' });
  await keep(removalOf(1, 5));
  expect(await buffered(one, 1)).toEqual(removalOf(1, 5));
  await keep(row(task(1, { rev: 6 })));
  expect(await buffered(one, 1)).toMatchObject({ kind: 'row', row: { rev: 6 } });
  const drop = (rev: number) => writeOn(one, (unit) => dropBuffered(unit, uuidOf(1), rev));
  await drop(5);
  expect(await buffered(one, 1)).toBeDefined();
  await drop(6);
  expect(await buffered(one, 1)).toBeUndefined();
  await drop(6);
});

test('[I8] the removal of an item that is not here ends a row of it that waits, unless that is newer', async () => {
  const one = await deviceWith([]);
  await one.store.write((tx) =>
    tx.putMeta(storedName.buffered, uuidOf(1), row(task(1, { rev: 5 }))),
  );
  await pull(one, [removalOf(1, 4)]);
  expect(await buffered(one, 1)).toBeDefined();
  await pull(one, [removalOf(1, 6)]);
  expect(await buffered(one, 1)).toBeUndefined();
});

test('[I17] a removal that is no newer than the row removes nothing', async () => {
  const one = await deviceWith([heldRow(task(1, { rev: 5 }))]);
  await pull(one, [removalOf(1, 5)]);
  expect(await one.shown()).toHaveLength(1);
  await pull(one, [removalOf(1, 6)]);
  expect(await one.shown()).toEqual([]);
});

/** What the trash keeps of an item after it has left the device. */
async function trashAfter(of: LocalItem, reason: Removal['reason'] = 'deleted') {
  const one = await deviceWith([of]);
  const mark = { requestId: 'delete', deletedAt: of.updated_at };
  const { removal } = removalOf(1, 9);
  await one.store.write(async (tx) => {
    await tx.putMeta('deleting', of.uuid, mark);
    await tx.putMeta('rolled', of.uuid, { uuid: of.uuid });
    await tx.putMeta('restoring', of.uuid, removal);
  });
  await writeOn(one, (unit) => eraseItem(unit, of, { ...removal, reason }));
  for (const kind of ['deleting', 'rolled', 'restoring'] as const) {
    expect(await one.read((tx) => tx.metaOf(kind))).toEqual([]);
  }
  expect(await one.read((tx) => tx.allItems())).toEqual([]);
  expect(await one.store.unreadable(['meta'])).toEqual({ ok: true, value: [] });
  return one.read((tx) => tx.meta('trash', of.uuid));
}

test('what was deleted here stays in the trash with its history, and nothing else does', async () => {
  const base = task(1);
  const gone = { _deleted: true, deletedBy: 'delete' };
  const former = { base: task(1, { rev: 7 }), isLost: true, sharedUpTo: 4 };
  const deletedAt = base.updated_at;
  const kept = { requestId: 'delete', deletedAt };
  expect(await trashAfter(heldRow(base, gone))).toEqual({ item: base, ...kept });
  const answered = heldRow(base, { ...gone, former });
  expect(await trashAfter(answered)).toEqual({ item: base, ...kept });
  const { base: item, ...history } = former;
  const ofFormer = localItem(1, { type: 'task', former, ...gone });
  expect(await trashAfter(ofFormer)).toEqual({ item, ...kept, deletedAt, ...history });
  expect(await trashAfter(heldRow(base, gone), 'hidden')).toBeUndefined();
  expect(await trashAfter(heldRow(base))).toBeUndefined();
  expect(await trashAfter(localItem(1, gone))).toBeUndefined();
});

/** A device with an item in its trash; the history has changed since position 5. */
async function withTrash(
  trashed: Partial<TrashedItem>,
  items: readonly LocalItem[] = [],
  queue: readonly QueuedRequest[] = [],
): Promise<TestDevice> {
  const one = await deviceWith(items, queue);
  const item = task(1, { rev: 3 });
  const value = { item, requestId: 'delete', deletedAt: item.updated_at, ...trashed };
  await one.store.write(async (tx) => {
    await tx.putMeta('epoch', 'server', { epoch: 'e1', knownHead: 5 });
    await tx.putMeta('trash', item.uuid, value);
  });
  return one;
}

const trash = (one: TestDevice) => one.read((tx) => tx.metaOf('trash'));

test('an item that the server restored leaves the trash', async () => {
  for (const [trashed, rev] of [
    // The last two come from a history that is over, and have changed since.
    [{}, 4],
    [{ isLost: true }, 6],
    [{ isLost: true, sharedUpTo: 3 }, 4],
  ] as const) {
    const one = await withTrash(trashed);
    await pull(one, [row(task(1, { rev }))]);
    expect(await trash(one)).toEqual([]);
    expect(await one.shown()).toHaveLength(1);
    expect(await one.queue()).toEqual([]);
  }
});

test('[I8] an item of which the server lost the delete, and nothing else, is deleted again', async () => {
  const one = await withTrash({ isLost: false });
  await pull(one, [row(task(1, { rev: 4 }))]);
  expect(await one.queue()).toMatchObject([{ method: 'DELETE', itemUuid: uuidOf(1) }]);
  expect(await one.shown()).toEqual([]);
  expect(await trash(one)).toEqual([]);
});

test('[I19] an item that this user may not delete any more is not deleted again', async () => {
  const one = await withTrash({ isLost: false });
  await pull(one, [row(task(1, { rev: 4, permission: 'contribute' }))]);
  expect(await one.queue()).toEqual([]);
  expect(await one.shown()).toHaveLength(1);
});

test('an item that comes back under a delete that waits is not deleted twice', async () => {
  const family = [uuidOf(2), uuidOf(1)];
  const waiting = queuedRequest(1, 2, { method: 'DELETE', data: null, touches: family });
  const one = await withTrash({ isLost: false }, [], [waiting]);
  await pull(one, [row(task(1, { rev: 4 }))]);
  expect(await one.queue()).toEqual([waiting]);
  expect(await one.shown()).toEqual([]);
});

test('an item stays in the trash while the server has sent no row of it that is shown', async () => {
  const one = await withTrash({ isLost: false }, [localItem(1, { type: 'task', ...pending })]);
  await pull(one, [row(task(1, { rev: 4 }))]);
  expect(await trash(one)).toHaveLength(1);
});

test('[I6] an item that goes out of sight leaves the trash', async () => {
  const one = await withTrash({});
  await pull(one, [removalOf(1, 6)]);
  expect(await trash(one)).toHaveLength(1);
  await pull(one, [removalOf(1, 6, 'hidden')]);
  expect(await trash(one)).toEqual([]);
});

test('an item gives up its number to one that the server gave it to, once, if it has it still', async () => {
  const held = heldRow(task(1));
  const one = await deviceWith([held]);
  const rows = await writeOn(one, async (unit) => {
    await resolveIdCollision(unit, held);
    const moved = await unit.item(held.uuid);
    await resolveIdCollision(unit, held);
    return [moved, await unit.item(held.uuid)];
  });
  expect(rows[0]?.id).not.toBe(held.id);
  expect(rows[1]).toEqual(rows[0]);
  const two = await deviceWith([held]);
  await writeOn(two, async (unit) => {
    unit.remove(held);
    await resolveIdCollision(unit, held);
  });
  expect(await two.shown()).toEqual([]);
});
