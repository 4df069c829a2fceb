import type { DeltaItem } from '@foray/contract';
import type { ItemStatus } from '@foray/domain';
import type { LocalItem } from '../store/local-item.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { deviceWith } from '../testing/device-with.ts';
import { queuedCreate, queuedDelete } from '../testing/queued.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { writeOn } from '../testing/write-on.ts';
import { recomputeRollUps } from './roll-up.ts';

/** The time of the change at that place in the queue. */
function timeOf(seq: number): string {
  return `2026-02-0${seq}T00:00:00.000Z`;
}

/** A status that the user has set and that was not sent. */
function set(seq: number, number: number, status: ItemStatus): QueuedRequest {
  const timestamp = timeOf(seq);
  const completed = status === 'completed' ? { completed_at: timestamp } : {};
  return queuedRequest(seq, number, { data: { status, ...completed }, timestamp });
}

/** The server's fields of a todo below the task of that number, which is on the device. */
function below(parent: number, base: Partial<DeltaItem> = {}) {
  return { type: 'todo', parent_id: parent, parent_uuid: uuidOf(parent), ...base } as const;
}

function task(number: number, base: Partial<DeltaItem> = {}, shown: Partial<LocalItem> = {}) {
  return heldRow(serverRow(number, { type: 'task', ...base }), shown);
}

function todo(number: number, parent: number, base: Partial<DeltaItem> = {}): LocalItem {
  return heldRow(serverRow(number, below(parent, base)), { top: 0 });
}

/** A device that has recomputed the roll-ups of some families, and the numbers of the rows that it wrote. */
async function recomputed(
  numbers: readonly number[],
  rows: readonly LocalItem[],
  ...queue: readonly QueuedRequest[]
) {
  const one = await deviceWith(rows, ...queue);
  await writeOn(one, (unit) => recomputeRollUps(unit, numbers.map(uuidOf)));
  const written = one.published.flatMap((change) => change.rows.map(({ id }) => id));
  const marked = await one.read((tx) => tx.metaOf('rolled'));
  return {
    row: (number: number) => one.row(uuidOf(number)),
    written: written.toSorted((a, b) => a - b),
    marked: marked.map(({ id }) => id).toSorted(),
  };
}

test('a queued change rolls up to the top, and affects no other items', async () => {
  const inCampaign = { parent_id: 1, parent_uuid: uuidOf(1) };
  const completed = { status: 'completed', completed_at: timeOf(1) } as const;
  const rows = [
    task(1, { type: 'campaign' }),
    task(2, inCampaign, { top: 0 }),
    { ...todo(3, 2), status: 'completed', completed_at: timeOf(2) } as const,
    // Completed by hand.
    task(4, inCampaign, { ...completed, top: 0 }),
  ];
  const requests = [set(1, 4, 'completed'), set(2, 3, 'completed')];
  const { row, written, marked } = await recomputed([3], rows, ...requests);
  const rolled = { status: 'completed', completed_at: timeOf(2) };
  expect(await row(1)).toMatchObject({ ...rolled, rolled });
  expect(await row(2)).toMatchObject({ ...rolled, rolled });
  expect(written).toEqual([1, 2]);
  expect(marked).toEqual([uuidOf(1), uuidOf(2)]);
});

test('a started child is reflected in a parent that was pending', async () => {
  const rows = [task(1), { ...todo(2, 1), status: 'in_progress' } as const];
  const { row } = await recomputed([1], rows, set(1, 2, 'in_progress'));
  const rolled = { status: 'in_progress', completed_at: null };
  expect(await row(1)).toMatchObject({ ...rolled, rolled });
});

test('a parent of which only some children are on this device keeps the server’s status', async () => {
  const rows = [task(1, { permission: 'view' }), todo(2, 1)];
  const { row, written } = await recomputed([1], rows, set(1, 2, 'completed'));
  expect(await row(1)).toMatchObject({ status: 'pending', rolled: null });
  expect(written).toEqual([]);
});

test('a deleted item keeps its status', async () => {
  const deleted = { _deleted: true, deletedBy: 'request-2' };
  const rows = [task(1, {}, deleted), todo(2, 1)];
  const requests = [set(1, 2, 'completed'), queuedDelete(2, 1)];
  const { row, written } = await recomputed([1], rows, ...requests);
  expect(await row(1)).toMatchObject({ status: 'pending', rolled: null });
  expect(written).toEqual([]);
});

test('a parent that the server has brought to the same status is no longer rolled up', async () => {
  const status = 'in_progress';
  const rolled = { status, completed_at: null } as const;
  const rows = [task(1, { status }, { rolled }), todo(2, 1, { status })];
  const { row } = await recomputed([1], rows);
  expect(await row(1)).toMatchObject({ status, rolled: null });
});

test('a status that a person set and then discarded can still be rolled up', async () => {
  const rows = [task(1, {}, { status: 'in_progress' }), todo(2, 1)];
  const { row } = await recomputed([1], rows, set(1, 2, 'in_progress'));
  const rolled = { status: 'in_progress', completed_at: null };
  expect(await row(1)).toMatchObject({ ...rolled, rolled });
});

test('a roll-up that is already shown is not written again', async () => {
  const rolled = { status: 'completed', completed_at: timeOf(1) } as const;
  const rows = [task(1, {}, { ...rolled, rolled }), todo(2, 1)];
  const { written } = await recomputed([1], rows, set(1, 2, 'completed'));
  expect(written).toEqual([]);
});

test('a parent is completed with the last of its children, by the current queue', async () => {
  const before = { status: 'completed', completed_at: timeOf(1) } as const;
  const later = { status: 'completed', completed_at: timeOf(2) };
  // The change that completed it before has left the queue.
  const shown = { ...before, rolled: before };
  const { row } = await recomputed([1], [task(1, {}, shown), todo(2, 1)], set(2, 2, 'completed'));
  expect(await row(1)).toMatchObject({ ...later, rolled: later });
});

test('a parent that its child reopened and completed again has the time of the second completion', async () => {
  const done = { status: 'completed', completed_at: timeOf(1) } as const;
  const rows = [task(1, done), todo(2, 1, done)];
  const requests = [set(2, 2, 'pending'), set(3, 2, 'completed')];
  const { row } = await recomputed([1], rows, ...requests);
  const later = { status: 'completed', completed_at: timeOf(3) };
  expect(await row(1)).toMatchObject({ ...later, rolled: later });
});

test('a delete counts even if an item that it includes is missing', async () => {
  const gone = { _deleted: true, deletedBy: 'request-1' };
  const rows = [task(1), { ...todo(2, 1), ...gone }, todo(3, 1, { status: 'completed' })];
  const { row } = await recomputed([1], rows, queuedDelete(1, 2, 99));
  expect((await row(1)).status).toBe('completed');
});

test('an item that was moved out counts as no longer a child', async () => {
  const moved = { parent_id: 2, parent_uuid: uuidOf(2) };
  const rows = [task(1), task(2), { ...todo(3, 1), ...moved }, todo(4, 1, { status: 'completed' })];
  const move = queuedRequest(1, 3, { data: { parent_id: uuidOf(2) } });
  const { row } = await recomputed([1], rows, move);
  expect((await row(1)).status).toBe('completed');
  expect((await row(2)).status).toBe('pending');
});

test('a child that was created here counts below a parent without a server row', async () => {
  const own = localItem(1, { type: 'task', _syncStatus: 'pending' });
  const child = localItem(2, below(1));
  const data = { uuid: uuidOf(2), type: 'todo', title: 'x', parent_id: uuidOf(1) };
  const requests = [
    queuedRequest(1, 1),
    queuedCreate(2, 2, { data }),
    set(3, 2, 'completed'),
  ] as const;
  const { row } = await recomputed([1], [own, child], ...requests);
  expect((await row(1)).status).toBe('completed');
});

test('a roll-up without queued requests stays when other families are recomputed', async () => {
  const completed = { status: 'completed', completed_at: timeOf(1) } as const;
  const rolled = { ...completed, rolled: completed };
  // The todos are confirmed, and their tasks not pulled yet.
  const rows = [
    task(1),
    task(2, {}, rolled),
    todo(3, 2, completed),
    task(4, {}, rolled),
    todo(5, 4, completed),
    localItem(6, { ...below(4), ...completed }),
  ];
  const data = { uuid: uuidOf(6), type: 'todo', title: 'x', parent_id: uuidOf(4), ...completed };
  const requests = [queuedRequest(1, 3), queuedCreate(2, 6, { data, isImport: true })];
  const { row, written } = await recomputed([1], rows, ...requests);
  for (const number of [2, 4]) expect(await row(number)).toMatchObject(rolled);
  expect(written).toEqual([]);
});
