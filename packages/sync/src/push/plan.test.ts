import { storedName } from '../store/stored-names.ts';
import { utf8Bytes } from '@foray/domain';
import fc from 'fast-check';
import { entryOf, planDeferred, planPush, planResend } from './plan.ts';
import type { QueuedRequest, RequestState } from '../store/queued-request.ts';
import { queueFacts } from '../testing/queue-facts.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';

const blocked: RequestState = {
  kind: storedName.blocked,
  why: { kind: 'verdict', code: 'limit', status: 422 },
  since: '2026-01-01T00:00:00.000Z',
};
const create = { method: 'POST', url: '/api/items' } as const;
const seqs = (requests: readonly QueuedRequest[]): number[] => requests.map(({ seq }) => seq);

test('[I4] a blocked parent holds back only its dependents', () => {
  const queue = [
    queuedRequest(1, 1, { ...create, state: blocked }),
    queuedRequest(2, 2, { ...create, needs: [uuidOf(1)] }),
    queuedRequest(3, 3, { ...create, needs: [uuidOf(2)] }),
    queuedRequest(4, 2),
    queuedRequest(5, 4),
  ];
  const plan = planPush(queueFacts(queue));
  expect(seqs(plan)).toEqual([5]);
});

test('an item in conflict, or with a buffered change, holds back only its own changes', () => {
  const queue = [
    queuedRequest(1, 1),
    queuedRequest(2, 2, { ...create, needs: [uuidOf(1)] }),
    queuedRequest(3, 3, { method: 'DELETE', touches: [uuidOf(3), uuidOf(1)] }),
    queuedRequest(4, 3),
  ];
  for (const held of ['conflictUuids', 'bufferedUuids'] as const) {
    const plan = planPush(queueFacts(queue, { [held]: new Set([uuidOf(1)]) }));
    expect(seqs(plan)).toEqual([2]);
  }
});

test('an item in conflict, or with a buffered change, holds back a delete that includes it', () => {
  const queue = [
    queuedRequest(1, 3, { method: 'DELETE', touches: [uuidOf(3), uuidOf(1)] }),
    queuedRequest(2, 2),
  ];
  for (const held of ['conflictUuids', 'bufferedUuids'] as const) {
    const plan = planPush(queueFacts(queue, { [held]: new Set([uuidOf(1)]) }));
    expect(seqs(plan)).toEqual([2]);
  }
});

test('resending covers exactly the requests that were sent and not answered', () => {
  const queue = [
    queuedRequest(1, 1, { sent: true }),
    queuedRequest(2, 2),
    queuedRequest(3, 3, { sent: true }),
    queuedRequest(4, 4, { sent: true, state: blocked }),
  ];
  // A conflict found while saving is about the later changes.
  const plan = planResend(queueFacts(queue, { conflictUuids: new Set([uuidOf(3)]) }));
  expect(seqs(plan)).toEqual([1, 3]);
});

test('[I12] a request that failed by itself is sent again even if a conflict was found while it was blocked', () => {
  const delivery = { most: 1, isApart: true, alone: 0, triedAt: null } as const;
  const queue = [queuedRequest(1, 1, { sent: true, delivery }), queuedRequest(2, 1)];
  const plan = planDeferred(queueFacts(queue, { conflictUuids: new Set([uuidOf(1)]) }));
  expect(seqs(plan)).toEqual([1]);
});

const apart = (tries: number): Pick<QueuedRequest, 'delivery'> => ({
  delivery: { most: 1, isApart: true, alone: 0, triedAt: null, tries },
});

test('[SYNC-08] requests that failed by themselves are sent one at a time: those that are due, the least failed first', () => {
  const queue = [
    queuedRequest(1, 1, apart(2)),
    queuedRequest(2, 2, apart(3)),
    queuedRequest(3, 3, apart(1)),
    queuedRequest(4, 4, apart(0)),
    queuedRequest(5, 5, { ...apart(0), state: blocked }),
    queuedRequest(6, 3, apart(0)),
    queuedRequest(7, 6, apart(0)),
    queuedRequest(8, 7),
    queuedRequest(9, 5, apart(0)),
    queuedRequest(10, 6, apart(0)),
  ];
  const isDue = ({ seq }: QueuedRequest): boolean => seq !== 4;
  const failedIds = new Set(['request-7']);
  expect(seqs(planDeferred(queueFacts(queue, { isDue, failedIds })))).toEqual([3]);
  expect(seqs(planDeferred(queueFacts(queue, { isDue: () => false })))).toEqual([]);
});

test('[SYNC-08] a request that failed by itself is not sent with the rest, and holds back its dependents', () => {
  const queue = [
    queuedRequest(1, 1, { sent: true, ...apart(1) }),
    queuedRequest(2, 1, { sent: true }),
    queuedRequest(3, 2, { sent: true }),
  ];
  expect(seqs(planPush(queueFacts(queue)))).toEqual([3]);
  expect(seqs(planResend(queueFacts(queue)))).toEqual([3]);
});

test('a request that concerns no item is in no batch', () => {
  const about = {
    itemUuid: null,
    touches: [],
    method: 'POST',
    url: '/api/notifications/read',
  } as const;
  const queue = [
    queuedRequest(1, 1, { ...about, sent: true }),
    queuedRequest(2, 1, { sent: true }),
  ];
  expect(seqs(planPush(queueFacts(queue)))).toEqual([2]);
  expect(seqs(planResend(queueFacts(queue)))).toEqual([2]);
});

test('an entry has only the fields that its request has', () => {
  const method = 'DELETE';
  const bare = queuedRequest(1, 1, { method, data: null });
  expect(Object.keys(entryOf(bare))).toEqual(['id', 'method', 'url']);
  const full = queuedRequest(1, 1, { method, basis: { after: 'request-0' }, isImport: true });
  expect(entryOf(full)).toMatchObject({ data: full.data, after: 'request-0', import: true });
});

test('a batch is filled to its last byte, including a byte between two entries', () => {
  const queue = [queuedRequest(1, 1), queuedRequest(2, 2)];
  const bytes = queue.reduce((sum, one) => sum + utf8Bytes(JSON.stringify(entryOf(one))) + 1, 0);
  expect(seqs(planPush(queueFacts(queue, { limits: { requests: 9, bytes } })))).toEqual([1, 2]);
  expect(seqs(planPush(queueFacts(queue, { limits: { requests: 9, bytes: bytes - 1 } })))).toEqual([
    1,
  ]);
});

test('a batch keeps the order and its limits, but always has at least one request', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 1500 }),
      (sizes, requests, bytes) => {
        const queue = sizes.map((size, at) =>
          queuedRequest(at + 1, at + 1, { data: { title: 'é'.repeat(size) } }),
        );
        const send = planPush(queueFacts(queue, { limits: { requests, bytes } }));
        expect(seqs(send)).toEqual(seqs(queue.slice(0, send.length)));
        expect(send.length).toBeGreaterThan(0);
        expect(send.length).toBeLessThanOrEqual(requests);
        const size = send.reduce((sum, { data }) => sum + utf8Bytes(JSON.stringify(data)), 0);
        return send.length === 1 || size <= bytes;
      },
    ),
  );
});
