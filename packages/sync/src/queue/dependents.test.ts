import { storedName } from '../store/stored-names.ts';
import { planDeferred, planPush } from '../push/plan.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { queueFacts } from '../testing/queue-facts.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';

const create = { method: 'POST', url: '/api/items' } as const;
const blocked = {
  kind: storedName.blocked,
  why: { kind: 'verdict', code: 'limit', status: 422 },
  since: '2026-01-01T00:00:00.000Z',
} as const;

test('[I4] a plan visits each of 5,000 descendants of a blocked request only a few times', () => {
  let looks = 0;
  const counted = (request: QueuedRequest): QueuedRequest => {
    const { touches } = request;
    return Object.defineProperty({ ...request }, 'touches', {
      get: () => {
        looks += 1;
        return touches;
      },
    });
  };
  const queue = Array.from({ length: 5000 }, (_, at) =>
    counted(
      queuedRequest(at + 1, at + 1, {
        ...create,
        needs: at === 0 ? [] : [uuidOf(Math.ceil(at / 10))],
        // Several requests that hold those below them, also within each other.
        ...(at % 50 === 0 && { state: blocked }),
      }),
    ),
  );
  const plan = planPush(queueFacts(queue));
  expect(plan).toEqual([]);
  expect(looks).toBeLessThan(5 * queue.length);
});

test('[I4] a request queued before the parent it needs waits with it, and so does a request that only comes after it', () => {
  const queue = [
    queuedRequest(1, 2, { ...create, needs: [uuidOf(1)] }),
    queuedRequest(2, 1, { ...create, state: blocked }),
    queuedRequest(3, 2),
    queuedRequest(4, 3, { method: 'DELETE', touches: [uuidOf(3), uuidOf(2)] }),
    queuedRequest(5, 3),
    queuedRequest(6, 4),
  ];
  const plan = planPush(queueFacts(queue));
  expect(plan.map(({ seq }) => seq)).toEqual([6]);
});

test('[I12] the create of a lost item waits for no earlier request about it', () => {
  const [parent, child] = [uuidOf(1), uuidOf(2)];
  const queue = [
    queuedRequest(1, 2, { ...create, isAgain: true, needs: [parent] }),
    // Its base is in the response to the create, for which the request waits.
    queuedRequest(2, 2),
    queuedRequest(3, 3, { method: 'POST', touches: [uuidOf(3), parent, child] }),
    queuedRequest(4, 1, { ...create, isAgain: true }),
  ];
  const plan = planPush(queueFacts(queue, { failedIds: new Set([queue[1]?.id ?? '']) }));
  expect(plan.map(({ seq }) => seq)).toEqual([1, 4]);
});

test('[I4] a create in an item waits for the item’s restore', () => {
  const url = `/api/items/${uuidOf(1)}/restore`;
  const queue = [
    queuedRequest(1, 1, { method: 'POST', url, data: null, state: blocked }),
    queuedRequest(2, 2, { ...create, needs: [uuidOf(1)] }),
  ];
  const plan = planPush(queueFacts(queue));
  expect(plan).toEqual([]);
});

test('[I4] a create in an item before the item’s restore waits for nothing', () => {
  const url = `/api/items/${uuidOf(1)}/restore`;
  const queue = [
    queuedRequest(1, 2, { ...create, needs: [uuidOf(1)] }),
    queuedRequest(2, 1, { method: 'DELETE', state: blocked }),
    queuedRequest(3, 1, { method: 'POST', url, data: null }),
    queuedRequest(4, 3, { ...create, needs: [uuidOf(1)] }),
  ];
  const plan = planPush(queueFacts(queue));
  expect(plan.map(({ seq }) => seq)).toEqual([1]);
});

test('[I4] all requests about an item after a held one wait, and none before it', () => {
  const queue = [
    queuedRequest(1, 1),
    ...[2, 3, 4, 5].map((seq) => queuedRequest(seq, 1)),
    queuedRequest(6, 2),
  ];
  const plan = planPush(queueFacts(queue, { failedIds: new Set(['request-2']) }));
  expect(plan.map(({ seq }) => seq)).toEqual([1, 6]);
});

test('[I12] a request that failed by itself does not wait for a restore that waits for it', () => {
  const [parent, child] = [uuidOf(1), uuidOf(2)];
  const delivery = { most: 1, isApart: true, alone: 0, triedAt: null };
  const restore = { method: 'POST', url: `/api/items/${parent}/restore`, data: null } as const;
  const queue = [
    queuedRequest(1, 2, { ...create, isAgain: true, needs: [parent], delivery }),
    queuedRequest(2, 1, { ...restore, touches: [parent, child] }),
  ];
  const plan = planDeferred(queueFacts(queue));
  expect(plan.map(({ seq }) => seq)).toEqual([1]);
});

test('[LABEL-02] labels wait until their item exists, and nothing waits for labels', () => {
  const labels = { method: 'POST', url: `/api/items/${uuidOf(1)}/labels` } as const;
  const planned = (...queue: QueuedRequest[]) => planPush(queueFacts(queue)).map(({ seq }) => seq);
  // A patch that is refused holds no labels, and labels hold nothing.
  expect(planned(queuedRequest(1, 1, { state: blocked }), queuedRequest(2, 1, labels))).toEqual([
    2,
  ]);
  expect(planned(queuedRequest(1, 1, { ...labels, state: blocked }), queuedRequest(2, 1))).toEqual([
    2,
  ]);
  const refused = queuedRequest(1, 1, { ...create, state: blocked });
  expect(planned(refused, queuedRequest(2, 1, labels))).toEqual([]);
  const restore = queuedRequest(1, 2, { method: 'POST', url: `/api/items/${uuidOf(2)}/restore` });
  const taken = { ...restore, touches: [uuidOf(2), uuidOf(1)], state: blocked };
  expect(planned(taken, queuedRequest(2, 1, labels))).toEqual([]);
  // The create of an item that may exist already is sent first; its response contains the row.
  expect(
    planned(queuedRequest(1, 1, { ...create, isAgain: true }), queuedRequest(2, 1, labels)),
  ).toEqual([1]);
});
