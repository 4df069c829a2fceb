import { queuedCreate, queuedDelete } from '../testing/queued.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import { operationOf, patchData, shiftInstant } from './operation.ts';
import { kindOf } from './queued-request.ts';

const context = { localId: 5, userId: 7 };
const at = '2026-01-01T00:00:00.000Z';
const minuteLater = '2026-01-01T00:01:00.000Z';
const minute = 60_000;

test('a request that concerns no item has no operation', () => {
  const read = { method: 'POST', url: '/api/notifications/read', itemUuid: null } as const;
  expect(kindOf(read)).toBeNull();
});

test('a change has the server’s time if it is known', () => {
  const timeOf = (offsetMs: number | null) => {
    return operationOf(queuedRequest(1, 1, { offsetMs, timestamp: at }), context).at;
  };
  expect(timeOf(minute)).toBe(minuteLater);
  expect(timeOf(-minute)).toBe('2025-12-31T23:59:00.000Z');
  expect(timeOf(null)).toBe(at);
});

test('a request about several items changes all of them, and its own item once', () => {
  const touches = [1, 2, 3].map(uuidOf);
  const also = touches.slice(1);
  const url = `/api/items/${uuidOf(1)}`;
  const deleted = operationOf(queuedDelete(1, 1, 2, 3), context);
  expect(deleted).toEqual({ kind: 'delete', uuid: uuidOf(1), at, also });
  const restore = { method: 'POST', url: `${url}/restore`, data: null, touches } as const;
  const restored = operationOf(queuedRequest(1, 1, restore), context);
  expect(restored).toEqual({ kind: 'restore', uuid: uuidOf(1), at, also });
  const removal = { method: 'POST', url: `${url}/remove`, data: { user_id: 8 }, touches } as const;
  const removed = operationOf(queuedRequest(1, 1, removal), context);
  expect(removed).toEqual({ kind: 'remove', uuid: uuidOf(1), at, also, user_id: 8 });
});

test('a completed item keeps its time of completion', () => {
  const data = { status: 'completed', completed_at: minuteLater };
  expect(operationOf(queuedRequest(1, 1, { data }), context)).toMatchObject({
    kind: 'patch',
    change: { status: 'completed' },
    completedAt: minuteLater,
  });
  const made = { ...queuedCreate(1, 1), data: { ...queuedCreate(1, 1).data, ...data } };
  expect(operationOf(made, context)).toMatchObject({
    kind: 'create',
    item: { status: 'completed', completed_at: minuteLater },
  });
});

test('only a completing change has a time of completion', () => {
  expect(patchData({ status: 'completed' }, at)).toEqual({ status: 'completed', completed_at: at });
  expect(patchData({ status: 'completed' }, null)).toEqual({ status: 'completed' });
  expect(patchData({ status: 'pending' }, at)).toEqual({ status: 'pending' });
  expect(patchData({ title: 'a', parent_uuid: null }, at)).toEqual({ title: 'a', parent_id: null });
});

test.each([
  ['by its offset', at, minute, minuteLater],
  ['to the last possible time', '+275760-09-12T23:59:59.999Z', 1, '+275760-09-13T00:00:00.000Z'],
  ['not beyond the last possible time', at, 1e300, at],
  ['not beyond the year 9999', '9999-12-31T23:59:59.999Z', 1, '9999-12-31T23:59:59.999Z'],
  ['not if it cannot be understood', 'yesterday', minute, 'yesterday'],
  ['not without an offset, whatever its form', '2026-01-01T01:00:00+0100', 0],
] as const)('a time is corrected %s', (_, instant, offsetMs, moved: string = instant) => {
  expect(shiftInstant(instant, offsetMs)).toBe(moved);
});
