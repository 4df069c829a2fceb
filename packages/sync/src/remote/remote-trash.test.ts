import type { Removal } from '@foray/contract';
import { expect, test } from 'vitest';
import type { TrashedItem } from '../store/meta.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { heldRow } from '../testing/server-row.ts';
import type { TestDevice } from '../testing/test-world.ts';
import { writeOn } from '../testing/write-on.ts';
import { eraseItem } from './apply-remote.ts';
import { deviceWith, pending, pull, removalOf, row, task } from '../testing/remote-rows.ts';

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
