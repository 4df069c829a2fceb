import { deviceWith } from '../testing/device-with.ts';
import { pending, queuedDelete } from '../testing/queued.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { writeOn } from '../testing/write-on.ts';
import { recomputeRow, startStateOf, updateChildLinks } from './recompute-row.ts';
import { recomputeRollUps, rollUpParents } from './roll-up.ts';

const elsewhere = { parent_id: 900, parent_uuid: uuidOf(9) };

test("an item below a missing parent keeps the parent's number until it is moved", async () => {
  const row = pending(1, elsewhere, elsewhere);
  const one = await deviceWith([row], queuedRequest(1, 1));
  expect(await writeOn(one, (unit) => recomputeRow(unit, row))).toMatchObject(elsewhere);
  // A move to another parent that is not here, whose number is unknown.
  const move = queuedRequest(2, 1, { data: { parent_id: uuidOf(8) } });
  await one.store.write((tx) => tx.putRequest(move));
  expect(await writeOn(one, (unit) => recomputeRow(unit, row))).toMatchObject({
    parent_id: null,
    parent_uuid: uuidOf(8),
    top: 1,
  });
});

test('an item that was created here has no number of a missing parent', async () => {
  const row = localItem(1, elsewhere);
  const one = await deviceWith([row]);
  const shown = await writeOn(one, (unit) => recomputeRow(unit, row));
  expect(shown).toMatchObject({ parent_id: null, parent_uuid: uuidOf(9), top: 1 });
});

test('an item counts as deleted once its delete has left the queue, whatever else is queued', () => {
  const row = heldRow(serverRow(1), { _deleted: true, deletedBy: 'request-1' });
  expect(startStateOf(row, [])?.deleted).toBe(true);
  expect(startStateOf(row, [queuedRequest(2, 1)])?.deleted).toBe(true);
  expect(startStateOf(row, [queuedDelete(1, 1), queuedRequest(2, 1)])?.deleted).toBe(false);
  expect(startStateOf(heldRow(serverRow(1)), [queuedRequest(2, 1)])?.deleted).toBe(false);
});

test('a deleted item has its delete as its last change', async () => {
  const timestamp = '2026-01-05T00:00:00.000Z';
  const row = pending(1, {}, { _deleted: true, deletedBy: 'request-1' });
  const one = await deviceWith([row], { ...queuedDelete(1, 1), timestamp });
  const shown = await writeOn(one, (unit) => recomputeRow(unit, row));
  expect(shown).toMatchObject({ _deleted: true, updated_at: timestamp });
});

test('an item is deleted by the last delete that names it, whatever is queued after it', async () => {
  const row = pending(1);
  const remove = queuedRequest(3, 2, {
    method: 'POST',
    url: `/api/items/${uuidOf(2)}/remove`,
    data: { user_id: 7 },
    touches: [uuidOf(2), uuidOf(1)],
  });
  const one = await deviceWith([row], queuedDelete(1, 1), queuedDelete(2, 2, 1), remove);
  const shown = await writeOn(one, (unit) => recomputeRow(unit, row));
  expect(shown).toMatchObject({ _deleted: true, deletedBy: 'request-2' });
});

test('only the children that move are written when their parent appears or disappears', async () => {
  const task = heldRow(serverRow(1, { type: 'task' }));
  const linked = { parent_id: 1, parent_uuid: uuidOf(1) };
  const [placed, apart] = [serverRow(2, linked), serverRow(3, linked)];
  const one = await deviceWith([task, heldRow(placed, { top: 0 }), heldRow(apart, { top: 1 })]);
  await writeOn(one, (unit) => updateChildLinks(unit, task));
  expect(one.published.map(({ rows }) => rows.map(({ uuid }) => uuid))).toEqual([[uuidOf(3)]]);
  expect(await one.row(uuidOf(3))).toMatchObject({ ...linked, top: 0 });
});

test('no lookup is made above the top level, which a browser would refuse', async () => {
  const row = heldRow(serverRow(1));
  const one = await deviceWith([row]);
  const asked = await writeOn(one, async (unit) => {
    const { mock } = vi.spyOn(unit.tx, 'itemByUuid');
    const shown = await recomputeRow(unit, row);
    await rollUpParents(unit, row, { ...shown, status: 'completed' }, unit.serverNow());
    await recomputeRollUps(unit, [shown.uuid, shown.parent_uuid]);
    return mock.calls.flat();
  });
  expect(asked).toEqual([row.uuid]);
});
