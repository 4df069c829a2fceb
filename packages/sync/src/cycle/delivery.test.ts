import { maxBackoffMs, maxRetries, maxRetryAfterMs } from '@foray/domain';
import {
  blockRefused,
  countFailedAlone,
  halveBatch,
  forgetFailures,
  isRetryDue,
  sendAlone,
} from './call-failure.ts';
import type { CallFailure } from './call-failure.ts';
import type { Delivery, QueuedRequest } from '../store/queued-request.ts';
import { storedName } from '../store/stored-names.ts';
import { deviceWith } from '../testing/device-with.ts';
import { refusal } from '../testing/poison.ts';
import { queuedRequest } from '../testing/rows.ts';
import type { TestDevice } from '../testing/test-world.ts';
import { writeOn } from '../testing/write-on.ts';

const silence: CallFailure = { kind: 'noAnswer', why: 'network' };
const apart: Delivery = { most: 1, isApart: true, alone: 0, triedAt: '2026-01-05T08:00:00.000Z' };

/** A refusal that asks for a wait of this length, or for none. */
function waitAsked(retryAfterMs: number | null): CallFailure {
  return { ...refusal(503), retryAfterMs } as CallFailure;
}

async function only(one: TestDevice): Promise<QueuedRequest> {
  const [request] = await one.queue();
  if (request === undefined) throw new Error('nothing is queued');
  return request;
}

test.each([
  [9, 4],
  [2, 1],
  [1, 1],
])('after a failed batch of %i, batches have at most %i requests', async (count, most) => {
  const queue = Array.from({ length: count }, (_, at) => queuedRequest(at + 1, at + 1));
  const one = await deviceWith([], ...queue);
  await writeOn(one, (unit) => halveBatch(unit, queue));
  expect((await one.queue()).map(({ delivery }) => delivery?.most)).toEqual(queue.map(() => most));
});

test('each failure of a request sent by itself counts as one more try', async () => {
  const request = queuedRequest(1, 1);
  const one = await deviceWith([], request);
  for (let tries = 1; tries <= 3; tries += 1) {
    await writeOn(one, (unit) => sendAlone(unit, [request], silence));
    expect((await only(one)).delivery).toMatchObject({ tries, isApart: true, alone: 0 });
  }
});

test('a request that failed by itself while others arrived has been tried at least as often', async () => {
  const request = queuedRequest(1, 1, { delivery: { ...apart, alone: 4, tries: 1 } });
  const one = await deviceWith([], request);
  await writeOn(one, (unit) => sendAlone(unit, [request], silence));
  expect((await only(one)).delivery).toMatchObject({ tries: 5 });
});

test('the wait that the server asked for is kept, up to an hour, until the request fails in another way', async () => {
  const request = queuedRequest(1, 1);
  const one = await deviceWith([], request);
  const pauseAfter = async (reply: CallFailure): Promise<object> => {
    await writeOn(one, (unit) => sendAlone(unit, [request], reply));
    const { delivery = {} } = await only(one);
    return 'pauseMs' in delivery ? { pauseMs: delivery.pauseMs } : {};
  };
  expect(await pauseAfter(waitAsked(90_000))).toEqual({ pauseMs: 90_000 });
  expect(await pauseAfter(waitAsked(null))).toEqual({});
  expect(await pauseAfter(waitAsked(2 * maxRetryAfterMs))).toEqual({ pauseMs: maxRetryAfterMs });
  expect(await pauseAfter(silence)).toEqual({});
});

test('a request that is known to fail is due after five minutes, or when the server said', () => {
  const nowMs = Date.parse('2026-01-05T08:00:00.000Z');
  const due = (agoMs: number, more: Partial<Delivery> = {}): boolean => {
    const triedAt = new Date(nowMs - agoMs).toISOString();
    const delivery = { ...apart, alone: maxRetries, triedAt, ...more };
    return isRetryDue(queuedRequest(1, 1, { delivery }), nowMs);
  };
  expect(due(maxBackoffMs - 1)).toBe(false);
  expect(due(maxBackoffMs)).toBe(true);
  expect(due(1 - maxBackoffMs)).toBe(false);
  // The clock was set back.
  expect(due(-maxBackoffMs)).toBe(true);
  expect(due(maxBackoffMs, { pauseMs: maxRetryAfterMs })).toBe(false);
  expect(due(maxRetryAfterMs, { pauseMs: maxRetryAfterMs })).toBe(true);
  expect(due(0, { alone: maxRetries - 1 })).toBe(true);
  expect(due(0, { triedAt: null })).toBe(true);
});

test('a refusal without a code is shown as invalid', async () => {
  const request = queuedRequest(1, 1);
  const one = await deviceWith([], request);
  const refused = refusal(422) as Extract<CallFailure, { kind: 'refusal' }>;
  await writeOn(one, (unit) => blockRefused(unit, [request], refused));
  const why = { kind: 'verdict', code: 'invalid', status: 422 };
  expect(await only(one)).toMatchObject({ state: { kind: storedName.blocked, why } });
});

test.each<readonly [string, CallFailure, number]>([
  ['no answer', silence, 0],
  ['a status that means an outage', refusal(502), 502],
])('[SYNC-08] a request is shown when it has got only %s six times', async (_, reply, status) => {
  const one = await deviceWith([], queuedRequest(1, 1, { delivery: { ...apart, alone: 4 } }));
  await writeOn(one, (unit) => countFailedAlone(unit, 'request-1', reply));
  expect(await only(one)).toMatchObject({ state: { kind: 'queued' }, delivery: { alone: 5 } });
  await writeOn(one, (unit) => countFailedAlone(unit, 'request-1', reply));
  const why = { kind: 'server_errors', status };
  const state = { kind: storedName.blocked, why };
  expect(await only(one)).toMatchObject({ state, retries: 0, delivery: { alone: 6 } });
});

test('a mark by another tab on a request in flight is kept', async () => {
  const sent = queuedRequest(1, 1);
  const noted = { ...sent, delivery: { ...apart, alone: 1 } };
  const one = await deviceWith([], noted);
  await writeOn(one, (unit) => forgetFailures(unit, [sent]));
  expect(await one.queue()).toEqual([noted]);
});

test('a response to a request that failed by itself clears others that failed while nothing arrived', async () => {
  const sent = [queuedRequest(1, 1, { delivery: apart }), queuedRequest(2, 2)];
  const blamed = queuedRequest(3, 3, { delivery: { ...apart, alone: 1 } });
  const one = await deviceWith([], ...sent, blamed, queuedRequest(4, 4, { delivery: apart }));
  await writeOn(one, (unit) => forgetFailures(unit, sent));
  const cleared = [1, 2, 4].map((number) => queuedRequest(number, number));
  expect(await one.queue()).toEqual([...cleared.slice(0, 2), blamed, ...cleared.slice(2)]);
});

test('a response to a divided batch says nothing about requests that failed by themselves', async () => {
  const sent = queuedRequest(1, 1, { delivery: { ...apart, isApart: false } });
  const failed = queuedRequest(2, 2, { delivery: apart });
  const one = await deviceWith([], sent, failed);
  await writeOn(one, (unit) => forgetFailures(unit, [sent]));
  expect(await one.queue()).toEqual([queuedRequest(1, 1), failed]);
});
