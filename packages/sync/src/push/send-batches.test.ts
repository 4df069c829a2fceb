import { notRun, wireError } from '@foray/contract';
import type { Delivery, QueuedRequest } from '../store/queued-request.ts';
import { storedName } from '../store/stored-names.ts';
import { endsInStep, inStep, make } from '../testing/in-step.ts';
import { poison, refusal, type ProvokedFailure } from '../testing/poison.ts';
import { edited as editedItems } from '../testing/queued-edits.ts';
import { fails } from '../testing/server-fails.ts';
import { uuidOf } from '../testing/rows.ts';
import type { TestDevice } from '../testing/test-world.ts';

const undivided: Delivery = { most: 200, isApart: false, alone: 0, triedAt: null };
const apart: Delivery = { ...undivided, most: 1, isApart: true };
const inFlight = { sent: true } as const;

/** A device with an edit of each of these items, in order, sent in this way. */
async function edited(...requests: readonly Partial<QueuedRequest>[]) {
  const { world, one } = await editedItems(0, requests.length);
  await one.store.write(async (tx) => {
    for (const [at, request] of (await tx.queue()).entries()) {
      await tx.putRequest({ ...request, ...requests[at] });
    }
  });
  one.transport.batches.length = 0;
  return { world, one };
}

/** The numbers of the items that each batch was about. */
function batchesOf(one: TestDevice): number[][] {
  return one.transport.batches.map(({ requests }) =>
    requests.map(({ url }) => Number.parseInt(url.slice(-12), 16)),
  );
}

/** The number of times that each request failed by itself and was held responsible. */
async function blamed(one: TestDevice): Promise<(number | undefined)[]> {
  return (await one.queue()).map(({ delivery }) => delivery?.alone);
}

const putOff = refusal(503);
const noAnswer: ProvokedFailure = { kind: 'noAnswer', why: 'network' };

test('[SYNC-08] the search for the request at fault in a resent batch begins once the server has answered the pull', async () => {
  const { world, one } = await edited(inFlight, inFlight);
  poison(one, [uuidOf(1)], refusal(500));
  await one.engine.run('timer');
  expect(batchesOf(one)).toEqual([[1, 2], [1], [2]]);
  expect(world.server.items.get(uuidOf(2))?.title).toBe('edited');

  const other = await edited(inFlight, inFlight);
  other.one.transport.fault = (call) => (call === 'batch' ? { status: 500 } : 'none');
  const outcome = await other.one.engine.run('timer');
  expect(outcome).toMatchObject({ kind: 'failed', hasPulled: true });
  expect(other.one.transport.calls.indexOf('items')).toBe(1);
  const empty = other.one.transport.batches.filter(({ requests }) => requests.length === 0);
  expect(empty).toHaveLength(1);
});

test('[SYNC-08] a resent batch that is too large is halved at once', async () => {
  const { one } = await edited(inFlight, inFlight);
  one.transport.fault = (call) => {
    const isWhole = one.transport.batches.at(-1)?.requests.length === 2;
    return call === 'batch' && isWhole ? { status: 413, code: 'too_large' } : 'none';
  };
  await one.engine.run('timer');
  expect(one.transport.calls.slice(0, 4)).toEqual(['batch', 'batch', 'batch', 'items']);
  expect(batchesOf(one)).toEqual([[1, 2], [1], [2]]);
});

test('[SYNC-08] a resent batch whose response is unreadable is divided in the same cycle', async () => {
  const { world, one } = await edited(inFlight, inFlight);
  poison(one, [uuidOf(1)], { kind: 'garbled', status: 200 });
  await one.engine.run('timer');
  expect(world.server.items.get(uuidOf(2))?.title).toBe('edited');
});

test.each([
  ['gets no answer', noAnswer],
  ['is put off', putOff],
] as const)(
  '[SYNC-08] a batch that %s is divided, and sent in another cycle',
  async (_, failure) => {
    const { one } = await edited(inFlight, inFlight);
    poison(one, [uuidOf(1)], failure);
    expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed', hasPulled: true });
    expect(batchesOf(one)).toEqual([[1, 2]]);
    expect((await one.queue()).map(({ delivery }) => delivery?.most)).toEqual([1, 1]);
  },
);

test('[SYNC-08] requests that failed by themselves are sent one by one, each with its dependents', async () => {
  const { one } = await edited(
    { ...inFlight, delivery: { ...apart, alone: 1 } },
    { ...inFlight, delivery: { ...apart, alone: 1 } },
  );
  await one.edit(uuidOf(1), { description: 'more' });
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(batchesOf(one)).toEqual([[1], [1], [2]]);
});

test('[SYNC-08] a request that fails by itself is at fault if others arrive, and each is tried', async () => {
  const { world, one } = await edited(
    { ...inFlight, delivery: apart },
    { ...inFlight, delivery: apart },
    {},
  );
  poison(one, [uuidOf(1), uuidOf(2)], refusal(500));
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(batchesOf(one)).toEqual([[3], [1], [2]]);
  expect(await blamed(one)).toEqual([1, 1]);
  expect(world.server.items.get(uuidOf(3))?.title).toBe('edited');
});

test('[SYNC-08] after one call without a response, no other request is tried in the cycle', async () => {
  const { one } = await edited({ ...inFlight, delivery: apart }, { ...inFlight, delivery: apart });
  poison(one, [uuidOf(1), uuidOf(2)], noAnswer);
  expect(await one.engine.run('timer')).toMatchObject({ problem: { code: 'no_answer' } });
  expect(batchesOf(one)).toEqual([[1]]);
});

test('[SYNC-08] a request deferred by itself is at fault only if others arrived since it was sent by itself', async () => {
  const passed = await edited(
    { ...inFlight, delivery: apart },
    { ...inFlight, delivery: apart },
    {},
  );
  poison(passed.one, [uuidOf(1), uuidOf(2)], putOff);
  expect(await passed.one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(batchesOf(passed.one)).toEqual([[3], [1]]);
  expect(await blamed(passed.one)).toEqual([3, 0]);

  const alone = await edited({ ...inFlight, delivery: apart });
  poison(alone.one, [uuidOf(1)], putOff);
  expect(await alone.one.engine.run('timer')).toMatchObject({ problem: { status: 503 } });
  expect(await blamed(alone.one)).toEqual([0]);

  // The answer to the other says that it failed as well.
  const unlucky = await edited({ ...inFlight, delivery: apart }, {});
  poison(unlucky.one, [uuidOf(1)], putOff);
  fails(unlucky.world, 'internal', () => true);
  await unlucky.one.engine.run('timer');
  expect(batchesOf(unlucky.one)).toEqual([[2], [1]]);
  expect(await blamed(unlucky.one)).toEqual([0, undefined]);

  const first = await edited({ ...inFlight, delivery: { ...undivided, most: 1 } }, inFlight);
  poison(first.one, [uuidOf(2)], putOff);
  expect(await first.one.engine.run('timer')).toMatchObject({ problem: { status: 503 } });
  expect(batchesOf(first.one)).toEqual([[1], [2]]);
  expect(await blamed(first.one)).toEqual([0]);
});

test('[SYNC-08] the last try of a request that is deferred again and again moves it to Needs attention', async () => {
  const { one } = await edited({ ...inFlight, delivery: { ...apart, alone: 5 } });
  poison(one, [uuidOf(1)], putOff);
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  const why = { kind: 'server_errors', status: 503 };
  expect(await one.queue()).toMatchObject([{ state: { kind: storedName.blocked, why } }]);
});

test('[SYNC-08] a failure concerns the whole cycle unless the request is known to fail', async () => {
  const known = await edited({ ...inFlight, delivery: { ...apart, alone: 3 } });
  poison(known.one, [uuidOf(1)], refusal(500));
  expect(await known.one.engine.run('timer')).toEqual({ kind: 'complete' });
  const unknown = await edited({ ...inFlight, delivery: apart });
  poison(unknown.one, [uuidOf(1)], refusal(500));
  expect(await unknown.one.engine.run('timer')).toMatchObject({ problem: { status: 500 } });
});

test('[SYNC-07] a cycle whose only request moves to Needs attention is complete', async () => {
  const { one } = await edited({ ...inFlight, retries: 2, delivery: apart });
  poison(one, [uuidOf(1)], refusal(500));
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(one.engine.state()).toMatchObject({ blocked: 1, pending: 0 });
});

test('[SYNC-07] a blocked request does not hide that another cannot be sent', async () => {
  const limit = { kind: 'verdict', code: 'limit', status: 422 } as const;
  const since = '2026-01-05T08:00:00.000Z';
  const { one } = await edited({ state: { kind: storedName.blocked, why: limit, since } }, {});
  poison(one, [uuidOf(2)], putOff);
  expect(await one.engine.run('timer')).toMatchObject({ problem: { status: 503 } });
});

test.each([
  ['answers', null],
  ['refuses in its own words', { ...refusal(400), error: wireError('invalid') } as ProvokedFailure],
])(
  '[SYNC-08] [I12] requests that all fail by themselves are at fault if the server %s an empty batch',
  async (_, reply) => {
    const { one } = await edited(inFlight, inFlight);
    const send = one.transport.sendBatch.bind(one.transport);
    one.transport.sendBatch = async (batch, context) => {
      if (batch.requests.length > 0) return refusal(500);
      return reply ?? send(batch, context);
    };
    await one.engine.run('timer');
    expect(await blamed(one)).toEqual([1, 1]);
  },
);

test('[SYNC-08] if all sending is refused no request is held responsible, and no further call is made', async () => {
  const { one } = await edited({}, {});
  one.transport.fault = (call) => (call === 'batch' ? { status: 403, code: 'forbidden' } : 'none');
  const sent: unknown[] = [];
  one.transport.sendOne = async (...asked: unknown[]) => {
    sent.push(asked);
    return noAnswer;
  };
  await one.store.write(async (tx) => {
    const [first] = await tx.queue();
    if (first === undefined) throw new Error('nothing is queued');
    await tx.putRequest({ ...first, id: 'request', seq: 50, itemUuid: null, touches: [] });
  });
  expect(await one.engine.run('timer')).toMatchObject({ problem: { status: 403 } });
  expect(batchesOf(one)).toEqual([[1, 2]]);
  expect(await blamed(one)).toEqual([undefined, undefined, undefined]);
  expect(sent).toEqual([]);
  const single = await edited({});
  single.one.transport.fault = one.transport.fault;
  await single.one.engine.run('timer');
  expect(batchesOf(single.one)).toEqual([[1]]);
  expect(await blamed(single.one)).toEqual([undefined]);
});

test('an entry that says that the session has ended ends the cycle', async () => {
  const { world, one } = await edited({});
  fails(world, 'unauthenticated', () => true);
  expect(await one.engine.run('timer')).toMatchObject({ problem: { code: 'signed_out' } });
});

test('[I12] a server that has no time for any request of a batch is called again in another cycle', async () => {
  const { world, one } = await edited({}, {});
  const run = world.server.run.bind(world.server);
  world.server.run = async ({ id }) => {
    if (one.transport.batches.length > 3) throw new Error('it is asked for ever');
    return { id, status: 0, code: notRun };
  };
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(batchesOf(one)).toEqual([[1, 2]]);
  world.server.run = run;
  await endsInStep(world, one, 'timer');
});

test('[I12] batches of children queued before their parent, and of a failing request, end once everything that can be sent is sent', async () => {
  const { world, one } = await inStep();
  const parent = await make(one, 'parent');
  const children = [];
  for (const title of ['first', 'second']) children.push(await make(one, title, parent.uuid));
  const unlucky = await make(one, 'unlucky');
  await one.store.write(async (tx) => {
    const [above, ...rest] = await tx.queue();
    if (above === undefined) throw new Error('nothing is queued');
    // A batch for each child, of which the second also contains the failing request.
    const [first, second, failing] = rest;
    for (const [request, most, seq] of [
      [first, 1, 11],
      [second, 2, 12],
      [failing, 2, 13],
    ] as const) {
      if (request === undefined) throw new Error('not queued');
      await tx.putRequest({ ...request, seq, delivery: { ...undivided, most } });
    }
    await tx.putRequest({ ...above, seq: 14 });
  });
  fails(world, 'internal', ({ data }) => {
    if (one.transport.batches.length > 8) throw new Error('it is asked for ever');
    return (data as { title?: string }).title === 'unlucky';
  });
  one.transport.batches.length = 0;
  expect(await one.engine.run('action')).toEqual({ kind: 'complete' });
  expect(one.transport.batches.map(({ requests }) => requests.length)).toEqual([1, 2, 1, 2]);
  expect((await one.queue()).map(({ itemUuid }) => itemUuid)).toEqual([unlucky.uuid]);
  const made = children.map(({ uuid }) => world.server.items.get(uuid)?.parent_uuid);
  expect(made).toEqual([parent.uuid, parent.uuid]);
});

test('[I18] a request refused for good no longer delays the decision about changes by others', async () => {
  const { world, one } = await edited({ ...inFlight, delivery: apart });
  await world.changes(uuidOf(1), { title: 'theirs' }, 60_000);
  one.transport.fault = (call) => (call === 'batch' ? { status: 413, code: 'too_large' } : 'none');
  await one.engine.run('timer');
  expect(one.engine.state().blocked).toBe(1);
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
});
