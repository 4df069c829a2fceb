import type { DeltaItem } from '@foray/contract';
import type { RemoteChange } from '../store/meta.ts';
import { storedName } from '../store/stored-names.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import type { TestDevice } from '../testing/test-world.ts';
import { writeOn } from '../testing/write-on.ts';
import { bufferChange, dropBuffered, resolveIdCollision } from './apply-remote.ts';
import { deviceWith, pending, pull, removalOf, row, task } from '../testing/remote-rows.ts';

const buffered = (one: TestDevice, number: number) =>
  one.read((tx) => tx.meta(storedName.buffered, uuidOf(number)));

/** A todo in the task of that number. */
const todoIn = (parent: number, number: number): DeltaItem =>
  serverRow(number, { type: 'todo', parent_id: parent, parent_uuid: uuidOf(parent) });

test('a page without changes is not written', async () => {
  const [second, third] = [heldRow(task(2), pending), heldRow(task(3), pending)];
  const one = await deviceWith([heldRow(task(1)), second, third, heldRow(task(4))]);
  await pull(one, [row(task(1)), removalOf(4, 3), removalOf(5, 9)]);
  const waiting = [row(task(2, { rev: 9 })), removalOf(3, 9)];
  await pull(one, waiting);
  expect(one.published).toEqual([]);
  expect([await buffered(one, 2), await buffered(one, 3)]).toEqual(waiting);
});

test('a full fetch stamps each row that the server mentions, even one that waits for a decision', async () => {
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

test('[I17] a full fetch does not replace a row that arrived during it by an older one', async () => {
  const newer = heldRow(task(1, { rev: 9, title: 'newer' }), { _localVersion: 4 });
  const one = await deviceWith([newer]);
  await pull(one, [row(task(1))], 3);
  expect(await one.row(uuidOf(1))).toMatchObject({ title: 'newer', base: { rev: 9 } });
});

test("a row newer than everything on the server belongs to none of the server's histories", async () => {
  const base = task(1, { rev: 9 });
  const same = task(2, { rev: 5 });
  const one = await deviceWith([heldRow(base, pending), heldRow(same, pending)]);
  await pull(one, [row(task(1, { rev: 5 })), row(same)], 3);
  const [over, present] = await one.shown();
  expect(over).toMatchObject({ base: null, former: { base, isLost: false } });
  expect(present).toMatchObject({ base: same });
  expect(present).not.toHaveProperty('former');
});

test('an item is shown below its parent if the parent is on the device, and otherwise at the top', async () => {
  const one = await deviceWith([heldRow(task(1))]);
  await pull(one, [row(todoIn(1, 2)), row(todoIn(9, 3)), row(task(4))]);
  expect((await one.shown()).map(({ top }) => top)).toEqual([1, 0, 1, 1]);
  // The parent comes with another page.
  await pull(one, [row(task(9))]);
  expect((await one.row(uuidOf(3))).top).toBe(0);
});

test('the rights are those of the server while nothing is queued, even below an item deleted here', async () => {
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

test('an item is shown below a parent that still has a local number', async () => {
  const made = localItem(900, { type: 'task', uuid: uuidOf(1), ...pending });
  const one = await deviceWith([made], [queuedRequest(1, 1)]);
  await pull(one, [row(todoIn(1, 2))]);
  expect((await one.row(uuidOf(2))).top).toBe(0);
});

test.each([[['restoring']], [['deleting', 'restoring', storedName.buffered]]] as const)(
  'an item gets the number that the server assigns, and the items below follow, with %s',
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

test('[I10] only the newest buffered change of an item is kept', async () => {
  const one = await deviceWith([]);
  const keep = (entry: RemoteChange) => writeOn(one, (unit) => bufferChange(unit, entry));
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

test('[I8] the removal of a missing item drops its buffered row, unless that is newer', async () => {
  const one = await deviceWith([]);
  await one.store.write((tx) =>
    tx.putMeta(storedName.buffered, uuidOf(1), row(task(1, { rev: 5 }))),
  );
  await pull(one, [removalOf(1, 4)]);
  expect(await buffered(one, 1)).toBeDefined();
  await pull(one, [removalOf(1, 6)]);
  expect(await buffered(one, 1)).toBeUndefined();
});

test('[I17] a removal that is not newer than the row removes nothing', async () => {
  const one = await deviceWith([heldRow(task(1, { rev: 5 }))]);
  await pull(one, [removalOf(1, 5)]);
  expect(await one.shown()).toHaveLength(1);
  await pull(one, [removalOf(1, 6)]);
  expect(await one.shown()).toEqual([]);
});

test('an item gives up its number to the item to which the server assigned it, once, and only if it still has it', async () => {
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
