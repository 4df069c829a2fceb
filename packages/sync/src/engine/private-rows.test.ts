import { privateRowsIn } from '../queue/private-queue.ts';
import { discardRequest, retryRequest } from '../actions/attention.ts';
import { putPrivateRows, readPrivateRows } from '../actions/private-rows.ts';
import { streams } from '../store/meta.ts';
import { inStep, make } from '../testing/in-step.ts';
import { userId } from '../testing/test-server.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';

type Value = Readonly<Record<string, unknown>> | null;

/** A device that is up to date, and another one of the same person. */
async function twoDevices() {
  const { world, one, restore } = await inStep();
  const two = world.newDevice();
  await two.engine.run('start');
  return { world, one, two, restore };
}

const put = (one: TestDevice, id: string, value: Value) =>
  putPrivateRows(one.device, [{ kind: 'setting', id, value }]);

/** The shown rows, as their ids with their values. */
async function shown(one: TestDevice) {
  const read = await readPrivateRows(one.device);
  if (!read.ok) throw new Error(read.error.code);
  return Object.fromEntries(read.value.map(({ id, value }) => [id, value]));
}

/** The rows that the server has. */
function atServer({ server }: TestWorld) {
  const rows = [...server.store.rows('private_rows')].filter(({ value }) => value !== null);
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value ?? '')]));
}

/** Another client changes a row. */
const change = ({ server }: TestWorld, id: string, value: Value) =>
  server.authority.putPrivateRows({ userId }, [{ kind: 'setting', id, value }]);

/** All devices and the server have these rows, and nothing waits. */
async function expectAll(world: TestWorld, rows: object, ...devices: TestDevice[]) {
  for (const one of devices) {
    expect(await shown(one)).toEqual(rows);
    expect(await one.queue()).toEqual([]);
  }
  expect(atServer(world)).toEqual(rows);
}

test('[PRIV-05] a change or removal reaches the server and the other devices', async () => {
  const { world, one, two } = await twoDevices();
  await put(one, 'start', { path: '/today' });
  await one.engine.run('action');
  await two.runs('event');
  await expectAll(world, { start: { path: '/today' } }, one, two);
  expect(two.published.some(({ inboxChanged }) => inboxChanged)).toBe(true);
  await put(two, 'start', null);
  await two.engine.run('action');
  await one.runs('event');
  await expectAll(world, {}, one, two);
});

test('[PRIV-05] the last change that is sent wins, and a device keeps its own until then', async () => {
  const { world, one, two } = await twoDevices();
  await put(one, 'start', { path: '/today' });
  await put(two, 'start', { path: '/queue' });
  await two.engine.run('action');
  await one.runsWith((call) => (call === 'private' ? 'request_lost' : 'none'), 'sync_now');
  expect(await shown(one)).toEqual({ start: { path: '/today' } });
  expect(atServer(world)).toEqual({ start: { path: '/queue' } });
  await one.engine.run('sync_now');
  await two.engine.run('sync_now');
  await expectAll(world, { start: { path: '/today' } }, one, two);
});

test('[PRIV-05] an earlier change that failed is never sent after a later one', async () => {
  const { world, one, two } = await twoDevices();
  await put(one, 'start', { path: '/today' });
  await one.runsWith((call) => (call === 'private' ? 'answer_lost' : 'none'), 'action');
  await put(one, 'start', { path: '/queue' });
  const fails = [{ status: 500 }, 'none' as const];
  await one.runsWith(
    (call) => (call === 'private' ? (fails.shift() ?? 'none') : 'none'),
    'sync_now',
  );
  await one.runs('sync_now');
  await two.runs('sync_now');
  await expectAll(world, { start: { path: '/queue' } }, one, two);
});

test('[PRIV-05] a change made while an earlier one is sent is sent after it', async () => {
  const { world, one, two } = await twoDevices();
  await put(one, 'start', { path: '/today' });
  one.transport.once('beforeAnswer', 'private', () => put(one, 'start', { path: '/queue' }));
  await one.runs('action', 'action');
  await two.runs('sync_now');
  await expectAll(world, { start: { path: '/queue' } }, one, two);
});

test('[PRIV-08] rows wait while a node of an earlier release answers, and it is not asked all the time', async () => {
  const { world, one } = await twoDevices();
  const asked = () => one.transport.calls.filter((call) => call === 'private').length;
  one.transport.isEarlierNode = true;
  await put(one, 'start', { path: '/today' });
  expect(await one.engine.run('action')).toEqual({ kind: 'complete' });
  await put(one, 'start', { path: '/queue' });
  for (let cycle = 0; cycle < 10; cycle += 1) {
    await world.time.pass(30_000);
    expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  }
  expect(asked()).toBe(1);
  expect((await one.queue()).map(privateRowsIn)).toMatchObject([[{ value: { path: '/queue' } }]]);
  expect(one.engine.state()).toMatchObject({ pending: 1, blocked: 0, lastError: null });
  one.transport.isEarlierNode = false;
  await world.time.pass(600_000);
  await one.engine.run('timer');
  await one.engine.run('timer');
  await expectAll(world, { start: { path: '/queue' } }, one);
});

test('[PRIV-08] a device that an earlier release has synced reads the changes from their start once', async () => {
  const { world, one } = await twoDevices();
  await change(world, 'start', { path: '/today' });
  await change(world, 'old', { a: 1 });
  await change(world, 'old', null);
  // The cursor as an earlier release leaves it, past rows that it dropped.
  const passOver = async () => {
    await one.store.write((tx) =>
      tx.putMeta('cursor', 'changes', {
        cursor: world.server.head(),
        fullSince: null,
        isComplete: true,
      }),
    );
    await world.time.pass(1000);
  };
  await passOver();
  await one.engine.run('timer');
  await expectAll(world, { start: { path: '/today' } }, one);
  one.transport.calls.length = 0;
  const since: number[] = [];
  const fetch = one.transport.fetchChanges.bind(one.transport);
  one.transport.fetchChanges = (...call) => {
    since.push(call[0]);
    return fetch(...call);
  };
  await one.runs('sync_now', 'timer');
  expect(since).not.toContain(0);
  await change(world, 'start', null);
  await passOver();
  await one.engine.run('timer');
  expect(since.filter((cursor) => cursor === 0)).toHaveLength(1);
  await expectAll(world, {}, one);
});

test('[PRIV-08] a full fetch of several pages removes no row before its end', async () => {
  const { world, one } = await twoDevices();
  for (const id of ['a', 'b', 'c']) await change(world, id, { id });
  await one.engine.run('timer');
  await one.store.write((tx) =>
    tx.putMeta('private', 'setting/gone', {
      value: { id: 'gone' },
      base: { value: { id: 'gone' }, rev: 1 },
    }),
  );
  const seen: string[][] = [];
  const fetch = one.transport.fetchChanges.bind(one.transport);
  one.transport.fetchChanges = async (since, _limit, context) => {
    seen.push(Object.keys(await shown(one)));
    return fetch(since, 1, context);
  };
  await one.engine.run('sync_now');
  expect(seen.length).toBeGreaterThan(3);
  for (const ids of seen.slice(0, 3)) expect(ids).toEqual(['a', 'b', 'c', 'gone']);
  await expectAll(world, { a: { id: 'a' }, b: { id: 'b' }, c: { id: 'c' } }, one);
});

test.each([
  ['lost', { start: null }],
  ['changed', { start: { value: { path: '/' }, base: { value: { path: '/' }, rev: 0 } } }],
  ['invented', { more: { value: {}, base: { value: {}, rev: 1 } } }],
] as const)(
  '[PRIV-07] a private row that was %s is found by its kind, and repaired',
  async (_how, damage) => {
    const { world, one } = await twoDevices();
    await change(world, 'start', { path: '/today' });
    await one.engine.run('timer');
    await one.store.write(async (tx) => {
      for (const [id, row] of Object.entries(damage)) {
        const key = `setting/${id}`;
        await (row === null ? tx.deleteMeta('private', key) : tx.putMeta('private', key, row));
      }
    });
    await one.engine.run('sync_now');
    expect(one.transport.differences).toEqual([['private_rows']]);
    await expectAll(world, { start: { path: '/today' } }, one);
    expect(one.engine.state().inStepAt).toBe(world.server.now());
  },
);

test('[PRIV-07] rows that wait are no difference, nor is a server that does not count them', async () => {
  const { world, one } = await twoDevices();
  await put(one, 'start', { path: '/today' });
  await change(world, 'start', { path: '/queue' });
  await one.runsWith((call) => (call === 'private' ? 'request_lost' : 'none'), 'sync_now');
  expect(one.engine.state().inStepAt).toBe(world.server.now());
  const honest = world.server.selfCheck.bind(world.server);
  world.server.selfCheck = async (caller) => {
    const { private_rows: _, ...earlier } = await honest(caller);
    return earlier;
  };
  await one.engine.run('sync_now');
  expect(one.transport.differences).toEqual([]);
});

test('[PRIV-07] rows, changes and removals that a restored backup has lost are sent again', async () => {
  const { world, one, two } = await twoDevices();
  await change(world, 'kept', { at: 0 });
  await change(world, 'changed', { at: 0 });
  await change(world, 'removed', { at: 0 });
  await one.engine.run('sync_now');
  const restore = world.server.backup();
  await put(one, 'made', { at: 1 });
  await put(one, 'changed', { at: 1 });
  await put(one, 'removed', null);
  await one.runs('sync_now');
  await two.runs('sync_now');
  restore();
  await two.runs('sync_now', 'sync_now');
  await one.runs('sync_now', 'sync_now');
  await two.runs('sync_now');
  await expectAll(world, { kept: { at: 0 }, changed: { at: 1 }, made: { at: 1 } }, one, two);
});

test('[PRIV-07] a change that the server has answered but not returned is sent again if a backup lost it', async () => {
  const { world, one } = await twoDevices();
  await change(world, 'start', { at: 0 });
  await one.engine.run('sync_now');
  const restore = world.server.backup();
  await put(one, 'start', { at: 1 });
  await put(one, 'made', { at: 1 });
  await one.engine.run('action');
  expect(await one.queue()).toEqual([]);
  restore();
  await one.runs('sync_now', 'sync_now');
  await expectAll(world, { start: { at: 1 }, made: { at: 1 } }, one);
});

test('[PRIV-07] a change of a later history is not replaced by one that a backup lost', async () => {
  const { world, one, two } = await twoDevices();
  await change(world, 'start', { at: 0 });
  await one.runs('sync_now');
  await two.runs('sync_now');
  const restore = world.server.backup();
  await put(one, 'start', { at: 1 });
  await put(one, 'made', { at: 1 });
  await one.runs('sync_now');
  restore();
  await put(two, 'start', { at: 2 });
  await put(two, 'made', { at: 2 });
  await two.runs('sync_now');
  await one.runs('sync_now', 'sync_now');
  await expectAll(world, { start: { at: 2 }, made: { at: 2 } }, one, two);
});

test('[PRIV-07] a change that waits at the end of a history is sent in the next', async () => {
  const { world, one } = await twoDevices();
  await change(world, 'before', { at: 0 });
  const restore = world.server.backup();
  await one.runsAfter(change(world, 'start', { at: 0 }), 'sync_now');
  await put(one, 'start', { at: 1 });
  await put(one, 'gone', { at: 1 });
  await put(one, 'gone', null);
  restore();
  await one.runs('sync_now', 'sync_now');
  await expectAll(world, { before: { at: 0 }, start: { at: 1 } }, one);
});

test('[PRIV-08] a change that a tab of an earlier release dropped with its history is queued again', async () => {
  const { world, one } = await twoDevices();
  await change(world, 'start', { at: 0 });
  await one.engine.run('sync_now');
  await put(one, 'start', { at: 1 });
  await put(one, 'made', { at: 1 });
  await one.store.write(async (tx) => {
    for (const { id } of await tx.queue()) await tx.deleteRequest(id);
    const { protocol: _, ...cursor } = (await tx.meta('cursor', 'changes')) ?? {
      cursor: 0,
      fullSince: null,
      isComplete: true,
    };
    await tx.putMeta('cursor', 'changes', cursor);
  });
  await one.runs('sync_now', 'sync_now');
  await expectAll(world, { start: { at: 1 }, made: { at: 1 } }, one);
});

test('[PRIV-05] refused rows need attention; discarded, the server’s are shown again', async () => {
  const { world, one } = await twoDevices();
  await change(world, 'start', { at: 0 });
  await one.engine.run('sync_now');
  await put(one, 'start', { at: 1 });
  await put(one, 'made', { at: 1 });
  await one.runsWith(
    (call) => (call === 'private' ? { status: 422, code: 'limit' } : 'none'),
    'sync_now',
  );
  expect(one.engine.state().blocked).toBe(1);
  const [blocked] = await one.queue();
  await put(one, 'made', { at: 2 });
  await discardRequest(one.device, blocked?.id ?? '');
  expect(await shown(one)).toEqual({ start: { at: 0 }, made: { at: 2 } });
  await one.runs('sync_now', 'sync_now');
  await expectAll(world, { start: { at: 0 }, made: { at: 2 } }, one);
});

test('[PRIV-05] refused rows are sent again by Retry, without values that were changed since', async () => {
  const { world, one } = await twoDevices();
  await put(one, 'start', { at: 1 });
  await put(one, 'made', { at: 1 });
  const refuse = (call: string) =>
    call === 'private' ? ({ status: 422, code: 'limit' } as const) : ('none' as const);
  await one.runsWith(refuse, 'sync_now');
  const [blocked] = await one.queue();
  await put(one, 'made', { at: 2 });
  await one.engine.run('sync_now');
  await retryRequest(one.device, blocked?.id ?? '');
  await one.runs('sync_now', 'sync_now');
  await expectAll(world, { start: { at: 1 }, made: { at: 2 } }, one);
});

test('[PRIV-05] rows that wait leave changes of items and the other streams alone', async () => {
  const { world, one } = await twoDevices();
  await put(one, 'start', { at: 1 });
  await make(one, 'a task');
  await one.runsWith((call) => (call === 'private' ? { status: 500 } : 'none'), 'sync_now');
  expect(world.server.living()).toMatchObject([{ title: 'a task' }]);
  for (const stream of streams) {
    expect((await one.read((tx) => tx.meta('cursor', stream)))?.isComplete).toBe(true);
  }
});
