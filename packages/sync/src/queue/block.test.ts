import { countFailedAlone } from '../cycle/call-failure.ts';
import { storedName } from '../store/stored-names.ts';
import type { BlockReason, QueuedRequest, RequestState } from '../store/queued-request.ts';
import { deviceWith } from '../testing/device-with.ts';
import { writeOn } from '../testing/write-on.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import type { TestDevice } from '../testing/test-world.ts';
import { blockRequest, isLastTry, renewKey, unblockDependents, unblockRequests } from './block.ts';

const refused: BlockReason = { kind: 'verdict', code: 'limit', status: 422 };
const failed: BlockReason = { kind: 'server_errors', status: 500 };
const state = (why: BlockReason): { readonly state: RequestState } => ({
  state: { kind: storedName.blocked, why, since: '2026-01-01T00:00:00.000Z' },
});
const waitsFor = (seq: number) => state({ kind: 'dependency', on: `request-${seq}` });

/**
 * The reason why each request is blocked: the place of the one for which it waits, otherwise its own failure.
 */
async function reasons(one: TestDevice): Promise<(string | number | null)[]> {
  const queue = await one.queue();
  return queue.map((request) => {
    if (request.state.kind === 'queued') return null;
    const { why } = request.state;
    if (why.kind !== 'dependency') return why.kind;
    return queue.find(({ id }) => id === why.on)?.seq ?? why.on;
  });
}

test('[I20] a request blocked for its own reason keeps the reason when a request before it is blocked', async () => {
  const first = queuedRequest(1, 1);
  const second = queuedRequest(2, 1, state(failed));
  const one = await deviceWith([], first, second, queuedRequest(3, 1));
  await writeOn(one, (unit) => blockRequest(unit, first, refused));
  expect(await reasons(one)).toEqual(['verdict', 'server_errors', 1]);
});

test('[I12] a request is unblocked together with those that it waits for, and with their dependents', async () => {
  const one = await deviceWith(
    [],
    queuedRequest(1, 1, state(failed)),
    queuedRequest(2, 1, waitsFor(1)),
    queuedRequest(3, 1, waitsFor(1)),
    queuedRequest(4, 2, state(failed)),
  );
  await writeOn(one, (unit) => unblockRequests(unit, ['request-2']));
  expect(await reasons(one)).toEqual([null, null, null, 'server_errors']);
});

test('[I4] a dependent of a blocked request stays blocked when another dependent leaves the queue', async () => {
  const left = queuedRequest(2, 1, waitsFor(1));
  const one = await deviceWith(
    [],
    queuedRequest(1, 1, state(refused)),
    queuedRequest(3, 1, waitsFor(1)),
    queuedRequest(4, 2, waitsFor(1)),
  );
  await writeOn(one, (unit) => unblockDependents(unit, [left]));
  // The last request depended on it through the one that left the queue.
  expect(await reasons(one)).toEqual(['verdict', 1, null]);
});

test('[I12] a request that waits for two blocked ones stays blocked until both continue', async () => {
  const create = { method: 'POST', url: '/api/items' } as const;
  const requests = [
    queuedRequest(1, 1, state(refused)),
    queuedRequest(2, 2, { ...create, ...state(refused) }),
    // A move into the item that the blocked request would create.
    queuedRequest(3, 1, { needs: [uuidOf(2)], sent: true, ...waitsFor(1) }),
    queuedRequest(4, 1, { sent: true, ...waitsFor(1) }),
    queuedRequest(5, 3, waitsFor(1)),
  ];
  const retried = await deviceWith([], ...requests);
  await writeOn(retried, (unit) => unblockRequests(unit, ['request-1']));
  expect(await reasons(retried)).toEqual([null, 'verdict', 2, 2, null]);
  const [discarded, ...rest] = requests;
  if (discarded === undefined) throw new Error('there is a first one');
  const other = await deviceWith([], ...rest);
  await writeOn(other, (unit) => unblockDependents(unit, [discarded]));
  expect(await reasons(other)).toEqual(['verdict', 2, 2, null]);
});

test('[I20] a request gets a new key even if its item is not on the device', async () => {
  const sent = queuedRequest(1, 1, { sent: true });
  const one = await deviceWith([], sent);
  await writeOn(one, (unit) => renewKey(unit, sent));
  expect(await one.queue()).toEqual([
    { ...sent, id: expect.not.stringMatching(sent.id), sent: false },
  ]);
});

test('[SYNC-08] a request that fails by itself without being counted is blocked at the sixth time, and at each one after it', async () => {
  const one = await deviceWith([], queuedRequest(1, 1));
  const fail = (): Promise<void> =>
    writeOn(one, (unit) =>
      countFailedAlone(unit, 'request-1', { kind: 'noAnswer', why: 'timeout' }),
    );
  for (let time = 1; time <= 5; time += 1) {
    await fail();
    expect(await reasons(one)).toEqual([null]);
  }
  await fail();
  expect(await reasons(one)).toEqual(['server_errors']);
  await writeOn(one, (unit) => unblockRequests(unit, ['request-1']));
  expect(await one.queue()).toMatchObject([{ state: { kind: 'queued' }, delivery: { alone: 5 } }]);
  await fail();
  expect(await reasons(one)).toEqual(['server_errors']);
});

test('[SYNC-08] a request that was blocked for other failures gets all its tries again', async () => {
  const delivery = { most: 1, isApart: true, alone: 5, triedAt: '2026-01-01T00:00:00.000Z' };
  const one = await deviceWith([], queuedRequest(1, 1, { ...state(failed), retries: 3, delivery }));
  await writeOn(one, (unit) => unblockRequests(unit, ['request-1']));
  const unblocked = { ...delivery, alone: 0, triedAt: null };
  expect(await one.queue()).toMatchObject([{ retries: 0, delivery: unblocked }]);
});

test('[SYNC-08] a request that was at fault five times is blocked by one more failure', () => {
  const tried = (alone: number): QueuedRequest =>
    queuedRequest(1, 1, { delivery: { most: 1, isApart: true, alone, triedAt: null } });
  expect([tried(4), tried(5), tried(6)].map(isLastTry)).toEqual([false, true, true]);
  expect(isLastTry(queuedRequest(1, 1))).toBe(false);
});
