import type { ItemChange } from '@foray/domain';
import { changeWithServerValues, labelsWithServerValues } from './server-values.ts';
import { blockedFor } from '../testing/queued.ts';
import { queuedRequest } from '../testing/rows.ts';
import { serverRow } from '../testing/server-row.ts';
import type { QueuedRequest } from '../store/queued-request.ts';

const server = { title: 'old', status: 'pending', assigned_to: 1, due_date: null } as const;
const made = { before: server, after: { title: 'mine' }, server, completedAt: null };
const refused = blockedFor({ kind: 'verdict', code: 'invalid', status: 422 });
const own = queuedRequest(9, 1);

/**
 * The fields of the server's row that are known, while the change waits behind a request and the row has
 * `values`.
 */
function known(before: QueuedRequest, values: Partial<Parameters<typeof serverRow>[1]>) {
  const base = serverRow(1, { ...server, ...values });
  const change = { uuid: own.touches[0] ?? '', requests: [before, own], made };
  return Object.keys(changeWithServerValues(change, base, [before, own]).server ?? {});
}

function patch(data: ItemChange): QueuedRequest {
  return queuedRequest(1, 1, { data, sent: true });
}

function post(act: string, user_id: number | null): QueuedRequest {
  const url = `/api/items/1/${act}`;
  return queuedRequest(1, 1, { method: 'POST', url, data: { user_id }, sent: true });
}

describe('a different value on the server', () => {
  test.each([
    ['title', patch({ title: 'first' }), { title: 'first' }],
    ['due_date', patch({ due_date: '2026-03-04' }), { due_date: '2026-03-04' }],
    ['assigned_to', post('assign', 2), { assigned_to: 2 }],
    ['assigned_to', post('remove', 1), { assigned_to: null }],
    // A move ends the assignment to a person who is not known there.
    ['assigned_to', { ...patch({}), data: { parent_id: 'above' } }, { assigned_to: null }],
    // A completion moves a repeating item to its next date.
    ['due_date', patch({ status: 'completed' }), { due_date: '2026-03-04' }],
    ['status', patch({ status: 'completed' }), { status: 'in_progress' }],
  ] as const)(
    '[UNDO-03] may come from an earlier change by this device: %s',
    (field, before, values) => {
      expect(known(before, values)).not.toContain(field);
      expect(known({ ...before, sent: false }, values)).toContain(field);
      expect(known({ ...before, state: refused }, values)).toContain(field);
    },
  );

  test.each([
    ['title', patch({ title: 'first' }), { title: 'theirs' }],
    ['title', patch({ due_date: '2026-03-04' }), { title: 'theirs' }],
    [
      'due_date',
      patch({ due_date: '2026-03-04', due_time: null }),
      { due_date: '2026-03-04', due_time: '09:30' },
    ],
    ['due_date', patch({ status: 'pending' }), { due_date: '2026-03-04' }],
    ['assigned_to', post('assign', 2), { assigned_to: 3 }],
    ['assigned_to', post('remove', 1), { assigned_to: 3 }],
    ['assigned_to', patch({ title: 'first' }), { assigned_to: null }],
  ] as const)(
    '[UNDO-04] comes from others if no request of this device sets it: %s',
    (field, before, values) => {
      expect(known(before, values)).toContain(field);
    },
  );

  test('[UNDO-03] may come from the change itself once the change was sent or has left the queue', () => {
    const base = serverRow(1, { title: 'theirs' });
    const change = { uuid: '', requests: [own], made };
    expect(changeWithServerValues(change, base, [{ ...own, sent: true }]).server).toBeNull();
    expect(changeWithServerValues(change, base, []).server).toBeNull();
    expect(changeWithServerValues(change, base, [own]).server).toEqual(server);
    const again = { ...own, id: 'of a refused one' };
    expect(changeWithServerValues(change, base, [again]).server).toEqual(server);
    expect(changeWithServerValues({ ...change, requests: [] }, base, [own]).server).toBeNull();
  });
});

test('[UNDO-03] labels added by others are told from the device’s own only until those are sent', () => {
  const labels = { add: ['home'], remove: [], server: ['work'] };
  const change = { uuid: '', requests: [own], made: labels };
  expect(labelsWithServerValues(change, [own])).toEqual(labels);
  expect(labelsWithServerValues(change, [{ ...own, sent: true }]).server).toBeNull();
  expect(labelsWithServerValues({ ...change, requests: [] }, [own]).server).toBeNull();
});
