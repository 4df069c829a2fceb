import { storedName } from '../store/stored-names.ts';
import { rebaseItem, newItem, type ItemChange } from '@foray/domain';
import fc from 'fast-check';
import { coalesce, type QueuedChange } from './coalesce.ts';
import { createData, operationOf, patchData } from '../store/operation.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';

const uuid = uuidOf(1);
const context = { localId: 5, userId: 1001 };
const early = '2026-01-02T00:00:00.000Z';
const late = '2026-01-03T00:00:00.000Z';
const item = newItem({ id: 5, uuid, userId: 1001, at: '2026-01-01T00:00:00.000Z' }, { title: 'a' });
const base = { ...item, deleted: false };

const change: fc.Arbitrary<ItemChange> = fc.record(
  {
    title: fc.constantFrom('a', 'b', 'c'),
    description: fc.constantFrom(null, 'd'),
    status: fc.constantFrom('pending', 'in_progress', 'completed'),
    due_date: fc.constantFrom(null, '2026-02-01'),
  },
  { requiredKeys: [] },
);

const requestOf = (data: QueuedRequest['data'], timestamp: string): QueuedRequest =>
  queuedRequest(1, 1, { data, timestamp });

const change2: fc.Arbitrary<QueuedChange> = fc.oneof(
  change.map((one) => ({ kind: 'patch', uuid, change: one, completedAt: late }) as const),
  fc.constantFrom(null, 2, 3).map((assignedTo) => ({ kind: 'assign', uuid, assignedTo }) as const),
);

/** All fields except the times of change, which the newer request has for both. */
function shown(requests: readonly QueuedRequest[], start: typeof base | null) {
  const optimistic = rebaseItem(
    start,
    requests.map((request) => operationOf(request, context)),
  );
  if (optimistic === null) throw new Error('nothing');
  const { completed_at: _, updated_at: __, ...rest } = optimistic;
  return rest;
}

function separately(next: QueuedChange): QueuedRequest {
  if (next.kind === 'assign') {
    const route = { method: 'POST', url: `/api/items/${uuid}/assign` } as const;
    return queuedRequest(2, 1, { ...route, data: { user_id: next.assignedTo }, timestamp: late });
  }
  if (next.kind !== 'patch') throw new Error('only these are made here');
  return queuedRequest(2, 1, { data: patchData(next.change, next.completedAt), timestamp: late });
}

test('a merged request has the effect of both', () => {
  fc.assert(
    fc.property(fc.boolean(), change, change2, (isCreate, before, next) => {
      const first = isCreate
        ? {
            ...requestOf(createData({ ...item, ...before }), early),
            method: 'POST' as const,
            url: '/api/items',
          }
        : requestOf(patchData(before, early), early);
      const joined = coalesce(first, next, true);
      if (joined?.kind !== 'merged') return next.kind === 'assign' && !isCreate;
      const merged = { ...first, data: joined.data, timestamp: late };
      const start = isCreate ? null : base;
      expect(shown([merged], start)).toEqual(shown([first, separately(next)], start));
      const { status, completed_at } = joined.data;
      return completed_at == null || status === 'completed';
    }),
  );
});

test.each([
  ['sent', { sent: true }],
  [
    'blocked',
    {
      state: {
        kind: storedName.blocked,
        why: { kind: 'server_errors', status: 500 },
        since: early,
      },
    },
  ],
  ['an import', { isImport: true }],
  ['a create that may repeat another', { isAgain: true }],
] as const)('no request is merged into a request that is %s', (_, fields) => {
  const next = { kind: 'patch', uuid, change: { title: 'b' }, completedAt: null } as const;
  expect(coalesce(queuedRequest(1, 1, fields), next, true)).toBeNull();
});

test.each([
  ['patch', queuedRequest(1, 1)],
  ['create', { ...queuedRequest(1, 1), method: 'POST', url: '/api/items' }],
] as const)(
  'a status is merged into a %s only if nothing was queued since, and a move never',
  (_, last) => {
    const status = {
      kind: 'patch',
      uuid,
      change: { status: 'pending' },
      completedAt: null,
    } as const;
    expect(coalesce(last, status, false)).toBeNull();
    const title = { ...status, change: { title: 'b' } };
    expect(coalesce(last, title, false)).toMatchObject({ kind: 'merged' });
    expect(coalesce(last, status, true)).toMatchObject({ kind: 'merged' });
    const move = { ...status, change: { parent_uuid: null } };
    expect(coalesce(last, move, true)).toBeNull();
  },
);

test('an edit merged into a completion keeps the completion’s time', () => {
  const completion = requestOf(patchData({ status: 'completed' }, early), early);
  const edit = { kind: 'patch', uuid, change: { title: 'b' }, completedAt: null } as const;
  expect(coalesce(completion, edit, true)).toEqual({
    kind: 'merged',
    data: { title: 'b', status: 'completed', completed_at: early },
  });
});

test('a completion merged into an edit contributes its time, if it has one', () => {
  const completion = { kind: 'patch', uuid, change: { status: 'completed' } } as const;
  const edit = queuedRequest(1, 1, { data: { title: 'b' } });
  expect(coalesce(edit, { ...completion, completedAt: late }, true)).toEqual({
    kind: 'merged',
    data: { title: 'b', status: 'completed', completed_at: late },
  });
  expect(coalesce(edit, { ...completion, completedAt: null }, true)).toEqual({
    kind: 'merged',
    data: { title: 'b', status: 'completed' },
  });
});

test('only the last of several assignments is sent', () => {
  const change = { kind: 'assign', uuid, assignedTo: 2 } as const;
  const joined = coalesce(separately({ ...change, assignedTo: 3 }), change, true);
  expect(joined).toEqual({ kind: 'merged', data: { user_id: 2 } });
});

test('a restore cancels the delete before it, and no other request', () => {
  const restore = { kind: 'restore', uuid, also: [] } as const;
  const remove = queuedRequest(1, 1, { method: 'DELETE', data: null });
  expect(coalesce(remove, restore, true)).toEqual({ kind: 'cancelled' });
  expect(coalesce(queuedRequest(1, 1), restore, true)).toBeNull();
  expect(coalesce(remove, { kind: 'delete', uuid, children: [], copies: [] }, true)).toBeNull();
});

test('[LABEL-02] labels are merged into a create, and into each other as one change of sets', () => {
  const label = (add: string[], remove: string[]) =>
    ({ kind: 'label', uuid, add, remove }) as const;
  const create = queuedRequest(1, 1, {
    method: 'POST',
    url: '/api/items',
    data: createData({ ...item, labels: ['home'] }),
  });
  expect(coalesce(create, label(['work'], ['Home']), false)).toMatchObject({
    kind: 'merged',
    data: { title: 'a', labels: ['work'] },
  });
  const url = `/api/items/${uuid}/labels`;
  const data = { add: ['home', 'later'], remove: ['work'] };
  const queued = queuedRequest(1, 1, { method: 'POST', url, data });
  expect(coalesce(queued, label(['WORK'], ['HOME']), false)).toEqual({
    kind: 'merged',
    data: { add: ['later', 'WORK'], remove: ['HOME'] },
  });
  expect(coalesce({ ...queued, sent: true }, label(['WORK'], []), false)).toBeNull();
  expect(coalesce(queuedRequest(1, 1), label(['WORK'], []), false)).toBeNull();
});
