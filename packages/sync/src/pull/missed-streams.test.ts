import { maxBackoffMs } from '@foray/domain';
import { streams as allStreams, type Stream } from '../store/meta.ts';
import { endsInStep, expectInStep, inStep, make } from '../testing/in-step.ts';
import { refusal, type ProvokedFailure } from '../testing/poison.ts';
import { uuidOf } from '../testing/rows.ts';
import type { TestDevice } from '../testing/test-world.ts';

const failures: readonly (readonly [string, ProvokedFailure])[] = [
  ['500', refusal(500)],
  ['502', refusal(502)],
  ["a proxy's 404", refusal(404)],
  ['a page in place of its answer', { kind: 'garbled', status: 200 }],
];
const streams = ['task', 'changes'] as const;
const matrix = streams.flatMap((stream) =>
  failures.map(([what, failure]) => ({ stream, what, failure })),
);

test.each(matrix)(
  '[SYNC-03] [I23] while only $stream gets $what, the other types arrive and everything is sent',
  async ({ stream, failure }) => {
    const { world, one } = await inStep();
    const mine = await make(one, 'mine');
    await one.engine.run('action');
    const mended = missing(one, stream, failure);
    await one.edit(mine.uuid, { title: 'edited' });
    await one.create({ type: 'campaign', title: 'made' });
    await world.server.seed({ uuid: uuidOf(1), type: 'campaign', title: 'campaign of others' });
    await world.server.seed({ uuid: uuidOf(2), type: 'task', title: 'task of others' });
    expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed' });
    expect(one.engine.state()).toMatchObject({ pending: 0, blocked: 0 });
    expect(one.engine.state().lastError).not.toBeNull();
    expect(world.server.living().map(({ title }) => title)).toContain('edited');
    expect(world.server.living().map(({ title }) => title)).toContain('made');
    const titles = (await one.shown()).map(({ title }) => title);
    expect(titles).toContain('campaign of others');
    expect(titles.includes('task of others')).toBe(stream !== 'task');
    mended();
    await endsInStep(world, one, 'sync_now');
  },
);

test('[SYNC-03] a failure that no other call of the cycle contradicts ends the cycle', async () => {
  const { one } = await inStep();
  await make(one, 'mine');
  one.transport.fault = (call) => (call === 'batch' ? 'none' : { status: 500 });
  one.transport.calls.length = 0;
  expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed' });
  expect(one.transport.calls).not.toContain('batch');
});

test('[SYNC-03] nothing is sent after a response that ends the cycle, whatever the others are', async () => {
  const { one } = await inStep();
  await make(one, 'mine');
  one.transport.fault = (call) =>
    call === 'changes' ? { status: 429, code: 'rate_limited' } : 'none';
  one.transport.calls.length = 0;
  expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed' });
  expect(one.transport.calls).not.toContain('batch');
});

test('[SYNC-03] [I7] another history is detected even if the other streams fail', async () => {
  const { world, one } = await inStep();
  await make(one, 'mine');
  await one.engine.run('action');
  world.server.epoch = 'another';
  const mended = ['campaign', 'task', 'todo'].map((type) =>
    missing(one, type as Stream, refusal(500)),
  );
  expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed' });
  expect(await one.read((tx) => tx.meta('epoch', 'server'))).toMatchObject({ epoch: 'another' });
  for (const mend of mended.toReversed()) mend();
  await endsInStep(world, one, 'sync_now');
});

test.each(streams)(
  '[SYNC-03] [I23] while only %s fails, changes are sent and the others arrive at once, and only the failing stream is requested at growing intervals',
  async (stream) => {
    const { world, one } = await inStep();
    const mine = await make(one, 'mine');
    await one.engine.run('action');
    const asked = { count: 0 };
    const mended = missing(one, stream, refusal(500), asked);
    for (let n = 0; n < 120; n += 1) {
      await one.edit(mine.uuid, { title: `edited ${n}` });
      await world.server.seed({ uuid: uuidOf(100 + n), type: 'campaign', title: `of others ${n}` });
      expect(await one.engine.run('action')).toMatchObject({ kind: 'failed' });
      expect(world.server.items.get(mine.uuid)?.title).toBe(`edited ${n}`);
      expect((await one.row(uuidOf(100 + n))).title).toBe(`of others ${n}`);
      expect(one.engine.state()).toMatchObject({ pending: 0, lastError: { status: 500 } });
      await world.time.pass(30_000);
    }
    // An hour of pauses that double up to five minutes.
    expect(asked.count).toBeGreaterThan(10);
    expect(asked.count).toBeLessThan(40);
    asked.count = 0;
    expect(await one.engine.run('sync_now')).toMatchObject({ kind: 'failed' });
    expect(asked.count).toBe(1);
    mended();
    expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
    expect(one.engine.state().lastError).toBeNull();
    await expectInStep(world, one);
  },
);

test('[SYNC-03] a stream that works again ends the pause of another that failed', async () => {
  const { one } = await inStep();
  const mended = missing(one, 'task', refusal(500), { count: 0 });
  await one.engine.run('timer');
  mended();
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  const asked = { count: 0 };
  missing(one, 'task', refusal(500), asked);
  await one.runs('timer', 'timer');
  expect(asked.count).toBe(1);
});

test('[SYNC-03] a cycle requests every stream if all have failed, since nothing else shows that the server works', async () => {
  const { world, one } = await inStep();
  const mine = await make(one, 'mine');
  // A sent request without an answer is resent first.
  await one.runsWith((call) => (call === 'batch' ? 'answer_lost' : 'none'), 'action');
  await world.time.pass(maxBackoffMs);
  const asked = { count: 0 };
  for (const stream of allStreams) missing(one, stream, refusal(500), asked);
  expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed', hasPulled: true });
  expect(world.server.items.get(mine.uuid)?.title).toBe('mine');
  expect(asked.count).toBe(4);
  expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed' });
  expect(asked.count).toBe(8);
});

test("[SYNC-03] a roll-up stays while the stream that carries the server's result fails", async () => {
  const { world, one } = await inStep();
  const task = await make(one, 'task');
  const todo = await make(one, 'todo', task.uuid);
  await one.engine.run('action');
  await one.setStatus(todo.uuid, 'completed');
  const mended = missing(one, 'task', refusal(500));
  for (const trigger of ['action', 'sync_now'] as const) {
    expect(await one.engine.run(trigger)).toMatchObject({ kind: 'failed' });
    expect(world.server.items.get(task.uuid)?.status).toBe('completed');
    expect(await one.row(task.uuid)).toMatchObject({ status: 'completed', rolled: {} });
  }
  mended();
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect((await one.row(task.uuid)).rolled).toBeNull();
  await expectInStep(world, one);
});

/**
 * Makes each fetch of a stream fail, and counts the fetches in `asked`. Returns a function that ends the
 * failures.
 */
function missing(
  { transport }: TestDevice,
  stream: Stream,
  failure: ProvokedFailure,
  asked = { count: 0 },
): () => void {
  const fetchItems = transport.fetchItems.bind(transport);
  const fetchChanges = transport.fetchChanges.bind(transport);
  const fail = (): ProvokedFailure => {
    asked.count += 1;
    return failure;
  };
  transport.fetchItems = async (type, ...rest) =>
    type === stream ? fail() : fetchItems(type, ...rest);
  transport.fetchChanges = async (...call) =>
    stream === 'changes' ? fail() : fetchChanges(...call);
  const fetchStreams = transport.fetchStreams.bind(transport);
  const sendBatch = transport.sendBatch.bind(transport);
  transport.fetchStreams = async (query, context) =>
    stream in query ? failure : fetchStreams(query, context);
  // The changes of a batch cannot be read either.
  transport.sendBatch = ({ requests, pull }, context) =>
    sendBatch({ requests, ...(pull && !(stream in pull) && { pull }) }, context);
  return () => Object.assign(transport, { fetchItems, fetchChanges, fetchStreams, sendBatch });
}
