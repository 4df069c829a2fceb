import type { Removal } from '@foray/contract';
import type { LocalTrashItem } from '../store/meta.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { heldRow } from '../testing/server-row.ts';
import type { TestDevice } from '../testing/test-world.ts';
import { storedName } from '../store/stored-names.ts';
import { writeOn } from '../testing/write-on.ts';
import { eraseItem } from './apply-remote.ts';
import { deviceWith, pending, pull, removalOf, row, task } from '../testing/remote-rows.ts';

/** The trash's entry of an item that has left the device. */
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

test('items deleted here stay in the trash with their history, and others do not', async () => {
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
  trashed: Partial<LocalTrashItem>,
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
  const changed = { rev: 6, version: 3, title: 'changed since' };
  for (const [trashed, fields] of [
    [{}, { rev: 4 }],
    // People have changed the item since, and changed it back.
    [{ isLost: true }, { rev: 6, version: 3 }],
    [{ isLost: false }, { rev: 6, version: 3 }],
    [
      { isLost: true, sharedUpTo: 3 },
      { rev: 4, version: 3 },
    ],
    [{ isLost: true, isKnown: true }, changed],
    // The server's trash listed it.
    [{ isLost: false, sharedUpTo: 0, requestId: `trash:${uuidOf(1)}` }, changed],
  ] as const) {
    const one = await withTrash(trashed);
    await pull(one, [row(task(1, fields))]);
    expect(await trash(one)).toEqual([]);
    expect(await one.shown()).toHaveLength(1);
    expect(await one.queue()).toEqual([]);
  }
});

test('[I8] an item is deleted again if the server lost only its delete', async () => {
  for (const [trashed, fields] of [
    [{ isLost: false }, { rev: 4 }],
    // A rolled-up status, and labels, raise only the rev.
    [{ isLost: false }, { rev: 6 }],
    // Another device has created it again.
    [
      { isLost: true, item: task(1, { rev: 7, version: 4 }) },
      { rev: 9, version: 1 },
    ],
  ] as const) {
    const one = await withTrash(trashed);
    await pull(one, [row(task(1, fields))]);
    expect(await one.queue()).toMatchObject([{ method: 'DELETE', itemUuid: uuidOf(1) }]);
    expect(await one.shown()).toEqual([]);
    expect(await trash(one)).toEqual([]);
  }
});

test('[I8] an item is asked about if the server lost its delete and others have changed it', async () => {
  for (const isLost of [true, false]) {
    const one = await withTrash({ isLost });
    const changed = task(1, { rev: 6, version: 2, title: 'changed since' });
    await pull(one, [row(changed)]);
    expect(await one.queue()).toMatchObject([{ method: 'DELETE', itemUuid: uuidOf(1) }]);
    expect(await one.row(uuidOf(1))).toMatchObject({ _deleted: true, former: { isLost: true } });
    expect(await one.read((tx) => tx.metaOf(storedName.buffered))).toMatchObject([
      { id: uuidOf(1), value: { row: { title: 'changed since' } } },
    ]);
  }
});

test('a removal says that the current history contains the delete', async () => {
  const one = await withTrash({ isLost: true });
  await pull(one, [removalOf(1, 6)]);
  expect(await trash(one)).toMatchObject([{ value: { isLost: true, isKnown: true } }]);
});

/** A task that repeats, and the copy of its first occurrence. */
const series = { repeat: 'FREQ=DAILY', due_date: '2026-01-02', occurrence: 2 } as const;
const copy = { ...series, occurrence: 1, occurrence_of: uuidOf(1), status: 'completed' } as const;

/** A device with that task, its copy and a task in the trash, each by the given delete. */
async function withFamily(ofItem: string, ofCopy: string, ofChild: string): Promise<TestDevice> {
  const one = await withTrash({ isLost: false, item: task(1, series), requestId: ofItem });
  const others = [
    [task(2, copy), ofCopy],
    [task(3, { parent_uuid: uuidOf(1) }), ofChild],
  ] as const;
  await one.store.write(async (tx) => {
    for (const [item, requestId] of others) {
      const value = { item, requestId, deletedAt: item.updated_at, isLost: false };
      await tx.putMeta('trash', item.uuid, value);
    }
  });
  return one;
}

const rows = {
  item: row(task(1, series)),
  copy: row(task(2, copy)),
  child: row(task(3, { parent_uuid: uuidOf(1) })),
};
const orders = [
  ['item', 'copy', 'child'],
  ['copy', 'child', 'item'],
  ['child', 'item', 'copy'],
] as const;

test.each(orders)(
  '[I3] a lost delete of a family is queued as one delete again: %s, %s, %s',
  async (...order) => {
    const one = await withFamily('delete', 'delete', 'delete');
    for (const name of order) await pull(one, [rows[name]]);
    const [again, ...others] = await one.queue();
    expect(others).toEqual([]);
    const [item, copied, child] = [uuidOf(1), uuidOf(2), uuidOf(3)];
    expect(again).toMatchObject({ method: 'DELETE', itemUuid: item, data: { children: [child] } });
    expect(again?.touches.toSorted()).toEqual([item, copied, child]);
    expect(await one.shown()).toEqual([]);
    expect(await trash(one)).toEqual([]);
  },
);

test.each(orders)(
  '[I3] a copy stays with an item that another person restored: %s, %s, %s',
  async (...order) => {
    const one = await withFamily('delete', 'delete', 'another');
    for (const name of order) {
      await pull(one, [
        name === 'item' ? row(task(1, { ...series, rev: 6, version: 3 })) : rows[name],
      ]);
    }
    expect(await one.queue()).toMatchObject([{ method: 'DELETE', touches: [uuidOf(3)] }]);
    expect((await one.shown()).map(({ uuid }) => uuid).toSorted()).toEqual([uuidOf(1), uuidOf(2)]);
    expect(await trash(one)).toEqual([]);
  },
);

test('[I8] a copy that was deleted by itself is deleted again by itself', async () => {
  const one = await withFamily('delete', 'of the copy', 'delete');
  await pull(one, [rows.copy]);
  expect(await one.queue()).toMatchObject([{ method: 'DELETE', touches: [uuidOf(2)] }]);
});

test('[I19] an item that this user may no longer delete is not deleted again', async () => {
  const one = await withTrash({ isLost: false });
  await pull(one, [row(task(1, { rev: 4, permission: 'contribute' }))]);
  expect(await one.queue()).toEqual([]);
  expect(await one.shown()).toHaveLength(1);
});

test('an item that comes back under a waiting delete is not deleted twice', async () => {
  const family = [uuidOf(2), uuidOf(1)];
  const waiting = queuedRequest(1, 2, { method: 'DELETE', data: null, touches: family });
  const one = await withTrash({ isLost: false }, [], [waiting]);
  await pull(one, [row(task(1, { rev: 4 }))]);
  expect(await one.queue()).toEqual([waiting]);
  expect(await one.shown()).toEqual([]);
});

test('an item stays in the trash while the server has sent no visible row of it', async () => {
  const one = await withTrash({ isLost: false }, [localItem(1, { type: 'task', ...pending })]);
  await pull(one, [row(task(1, { rev: 4 }))]);
  expect(await trash(one)).toHaveLength(1);
});

test('[I6] an item that becomes hidden leaves the trash', async () => {
  const one = await withTrash({});
  await pull(one, [removalOf(1, 6)]);
  expect(await trash(one)).toHaveLength(1);
  await pull(one, [removalOf(1, 6, 'hidden')]);
  expect(await trash(one)).toEqual([]);
});
