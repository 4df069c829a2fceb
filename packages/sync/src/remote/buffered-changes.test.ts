import { formatEtag, type DeltaItem } from '@foray/contract';
import type { Conflict } from '../store/meta.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { TestWorld, type TestDevice } from '../testing/test-world.ts';
import { writeOn } from '../testing/write-on.ts';
import {
  endIdleConflict,
  rebase,
  recomputeOthersTouched,
  storeConflict,
} from './buffered-changes.ts';

const pending = { _syncStatus: 'pending' } as const;
const task = (number: number, fields: Partial<DeltaItem> = {}): DeltaItem =>
  serverRow(number, { type: 'task', ...fields });

/** A device of epoch e1 that has these rows, requests and conflicts. */
async function deviceWith(
  items: readonly LocalItem[],
  queue: readonly QueuedRequest[] = [],
  conflicts: readonly Conflict[] = [],
): Promise<TestDevice> {
  const one = new TestWorld().newDevice();
  await one.store.write(async (tx) => {
    await tx.putMeta('epoch', 'server', { epoch: 'e1', knownHead: 0 });
    await tx.putItems(items);
    for (const request of queue) await tx.putRequest(request);
    for (const conflict of conflicts) await tx.putMeta('conflict', conflict.uuid, conflict);
  });
  return one;
}

/** A conflict about the item of that number, whose server side has that position. */
function conflictAt(number: number, rev: number, fields: Partial<Conflict> = {}): Conflict {
  const server = task(number, { rev, title: 'theirs' });
  const kind = fields.server === null ? 'removed' : 'update';
  const removal = fields.server === null ? 'deleted' : null;
  const rest = { canKeepBoth: false, isAside: true, foundAt: server.updated_at };
  return {
    uuid: uuidOf(number),
    kind,
    base: task(number),
    server,
    removal,
    rev,
    ...rest,
    ...fields,
  };
}

const conflicts = (one: TestDevice) => one.read((tx) => tx.metaOf('conflict'));
const inConflict = { ...pending, _conflictType: 'update' } as const;

test('[I13] a newer row becomes the server’s side of a conflict about the item, which stays open', async () => {
  const held = heldRow(task(1), inConflict);
  const one = await deviceWith([held], [], [conflictAt(1, 5)]);
  const newer = task(1, { rev: 7, title: 'theirs, later' });
  await writeOn(one, (unit) => rebase(unit, held, newer));
  expect((await conflicts(one)).map(({ value }) => value)).toEqual([
    conflictAt(1, 7, { server: newer }),
  ]);
  expect(await one.row(uuidOf(1))).toMatchObject({ base: newer, _conflictType: 'update' });
  expect(one.published.at(-1)).toMatchObject({ hasQueueChanged: true });
});

test('a row that is not newer than a conflict’s side does not change it', async () => {
  const isRemoved = conflictAt(1, 5, { server: null });
  for (const [conflict, rev] of [
    [conflictAt(1, 5), 4],
    [isRemoved, 5],
  ] as const) {
    const held = heldRow(task(1), inConflict);
    const one = await deviceWith([held], [], [conflict]);
    await writeOn(one, (unit) => rebase(unit, held, task(1, { rev })));
    expect((await conflicts(one)).map(({ value }) => value)).toEqual([conflict]);
    expect(await one.row(uuidOf(1))).toMatchObject({ _conflictType: 'update' });
    expect(one.published.at(-1)).toMatchObject({ hasQueueChanged: false });
  }
});

test('a conflict about a removal ends once the item is back', async () => {
  const held = heldRow(task(1), inConflict);
  const one = await deviceWith([held], [], [conflictAt(1, 5, { server: null })]);
  await writeOn(one, (unit) => rebase(unit, held, task(1, { rev: 7 })));
  expect(await conflicts(one)).toEqual([]);
  expect(await one.row(uuidOf(1))).not.toHaveProperty('_conflictType');
});

test('[I20] a conflict ends if the others revert the change that caused it', async () => {
  const held = heldRow(task(1), inConflict);
  const one = await deviceWith([held], [queuedRequest(1, 1)], [conflictAt(1, 5)]);
  const again = task(1, { rev: 7, version: 3 });
  await writeOn(one, (unit) => rebase(unit, held, again));
  expect(await conflicts(one)).toEqual([]);
  expect(await one.row(uuidOf(1))).not.toHaveProperty('_conflictType');
  expect(await one.queue()).toMatchObject([
    { basis: { ifMatch: formatEtag({ epoch: 'e1', version: 3 }) } },
  ]);
});

test('[I20] a conflict ends if its sides have become equal', async () => {
  const held = heldRow(task(1), inConflict);
  const one = await deviceWith(
    [held],
    [queuedRequest(1, 1, { data: { title: 'mine' } })],
    [conflictAt(1, 5)],
  );
  const alike = task(1, { rev: 7, version: 3, title: 'mine' });
  await writeOn(one, (unit) => rebase(unit, held, alike));
  expect(await conflicts(one)).toEqual([]);
  expect(await one.row(uuidOf(1))).not.toHaveProperty('_conflictType');
});

test('queued requests, sent or not, are based on the new row, unless it is being asked about', async () => {
  const basis = { ifMatch: formatEtag({ epoch: 'e1', version: 1 }) };
  const next = { ifMatch: formatEtag({ epoch: 'e1', version: 2 }) };
  const held = heldRow(task(1), pending);
  const newer = task(1, { rev: 7, version: 2 });
  for (const sent of [true, false]) {
    const one = await deviceWith([held], [queuedRequest(1, 1, { sent, basis })]);
    await writeOn(one, (unit) => rebase(unit, held, newer));
    expect(await one.queue()).toMatchObject([{ basis: next }]);
  }
  const asked = await deviceWith([held], [queuedRequest(1, 1, { sent: true, basis })]);
  await writeOn(asked, (unit) => rebase(unit, held, newer, true));
  expect(await asked.queue()).toMatchObject([{ basis }]);
});

test('the items below an item follow it to the number that the server assigns', async () => {
  const held = { ...localItem(900, { type: 'task', ...pending }), uuid: uuidOf(1) };
  const child = localItem(901, { parent_id: 900, parent_uuid: uuidOf(1), top: 0 });
  const one = await deviceWith([held, child]);
  await writeOn(one, (unit) => rebase(unit, held, task(1)));
  expect((await one.row(uuidOf(1))).id).toBe(1);
  expect((await one.row(child.uuid)).parent_id).toBe(1);
});

test('[I10] an item gets a local number if the server assigns its number to another item', async () => {
  const held = { ...localItem(900, { type: 'task', ...pending }), uuid: uuidOf(1) };
  const holder = { ...localItem(1, { type: 'task', title: 'holder' }), uuid: uuidOf(2) };
  const one = await deviceWith([held, holder]);
  await writeOn(one, (unit) => rebase(unit, held, task(1)));
  const [first, second] = await one.shown();
  expect(first?.id).toBe(1);
  expect(second).toMatchObject({ uuid: uuidOf(2), title: 'holder' });
});

/** A delete of the item of that number that includes the others. */
const deleteOf = (seq: number, ...numbers: number[]): QueuedRequest =>
  queuedRequest(seq, numbers[0] ?? 0, {
    method: 'DELETE',
    data: null,
    touches: numbers.map(uuidOf),
  });

test('[I8] the items of a discarded delete are shown again, unless another request deletes them', async () => {
  const gone = (deletedBy: string) => ({ ...pending, _deleted: true, deletedBy });
  const below = { parent_id: 1, parent_uuid: uuidOf(1) };
  const edit = queuedRequest(1, 1);
  const dropped = deleteOf(2, 1, 2, 3, 4, 5);
  const own = deleteOf(3, 4);
  const one = await deviceWith(
    [
      heldRow(task(1)),
      heldRow(serverRow(2, below), gone(dropped.id)),
      // The item's delete was confirmed before.
      heldRow(serverRow(3, below), gone('earlier')),
      heldRow(serverRow(4, below), gone(own.id)),
    ],
    [own],
  );
  // The fifth item has left the device since.
  await writeOn(one, (unit) => recomputeOthersTouched(unit, uuidOf(1), [edit, dropped]));
  const rows = await one.read((tx) => tx.allItems());
  expect(rows.map(({ deletedBy, _syncStatus }) => [deletedBy, _syncStatus])).toEqual([
    [null, 'synced'],
    [null, 'synced'],
    ['earlier', 'synced'],
    [own.id, 'pending'],
  ]);
  expect((await one.shown()).map(({ uuid }) => uuid)).toEqual([uuidOf(1), uuidOf(2)]);
});

test('[I13] a conflict without queued requests ends with the server’s side', async () => {
  const held = heldRow(task(1), { _conflictType: 'update' });
  const end = (one: TestDevice) => writeOn(one, (unit) => endIdleConflict(unit, uuidOf(1)));

  const changed = await deviceWith([held], [], [conflictAt(1, 5)]);
  await end(changed);
  expect(await changed.shown()).toMatchObject([{ title: 'theirs', base: { rev: 5 } }]);
  expect(await changed.row(uuidOf(1))).not.toHaveProperty('_conflictType');

  const removed = await deviceWith([held], [], [conflictAt(1, 5, { server: null })]);
  await end(removed);
  expect(await removed.shown()).toEqual([]);

  const waiting = await deviceWith([held], [queuedRequest(1, 1)], [conflictAt(1, 5)]);
  await end(waiting);
  expect(await conflicts(waiting)).toHaveLength(1);

  for (const one of [changed, removed]) expect(await conflicts(one)).toEqual([]);
});

test('[I24] a conflict about a row that cannot be read is left as it is', async () => {
  const one = await deviceWith([], [], [conflictAt(1, 5)]);
  await writeOn(one, (unit) => endIdleConflict(unit, uuidOf(1)));
  expect(await conflicts(one)).toHaveLength(1);
});

test('[CONF-07] a stored conflict marks its item, and states whether both changes can be kept', async () => {
  const held = heldRow(task(1), { ...pending, title: 'mine' });
  const row = task(1, { rev: 7, title: 'theirs', description: 'theirs' });
  const entry = { kind: 'row', row } as const;
  const { id, uuid } = held;
  const removal = { kind: 'removal', removal: { id, uuid, reason: 'deleted', rev: 7 } } as const;
  for (const [remote, found, mark] of [
    [entry, { kind: 'update', canKeepBoth: true }, 'update'],
    [entry, { kind: 'delete' }, 'delete'],
    [removal, { kind: 'removed' }, 'update'],
  ] as const) {
    const one = await deviceWith([held]);
    await writeOn(one, (unit) => storeConflict(unit, held, remote, found.kind));
    const [stored] = await conflicts(one);
    expect(stored?.value).toMatchObject({ canKeepBoth: false, rev: 7, isAside: false, ...found });
    expect((await one.row(uuid))._conflictType).toBe(mark);
  }
});

test('[I13] a newer state of a conflict keeps its place in the list, and stays set aside if it was', async () => {
  const held = heldRow(task(1), inConflict);
  const entry = { kind: 'row', row: task(1, { rev: 7 }) } as const;
  const foundAt = '2026-01-02T00:00:00.000Z';
  for (const isAside of [true, false]) {
    const one = await deviceWith([held], [], [conflictAt(1, 5, { isAside, foundAt })]);
    await writeOn(one, (unit) => storeConflict(unit, held, entry, 'update'));
    const [stored] = await conflicts(one);
    expect(stored?.value).toMatchObject({ rev: 7, isAside, foundAt });
  }
});
