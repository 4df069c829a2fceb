import { syncIntervalMs } from '@foray/domain';
import { expectInStep, inStep, make } from '../testing/in-step.ts';
import { poison, refusal } from '../testing/poison.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import type { CallFault, CallName } from '../testing/test-transport.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';
import { editItem } from '../actions/edit-items.ts';
import { isBlocked } from '../store/queued-request.ts';

/** A device that has this number of tasks as on the server, and has made no calls yet. */
async function holding(tasks: number): Promise<{ world: TestWorld; one: TestDevice }> {
  const { world, one } = await inStep();
  // Otherwise the responses bring most of the changes that rounds pull.
  one.transport.isEarlierNode = true;
  for (let n = 1; n <= tasks; n += 1) {
    await world.server.seed({ uuid: uuidOf(n), type: 'task', title: `task ${n}` });
  }
  await one.engine.run('timer');
  one.transport.calls.length = 0;
  return { world, one };
}

const countOf = ({ transport }: TestDevice, name: CallName): number =>
  transport.calls.filter((call) => call === name).length;

/** Does something once, when the first batch was accepted and its response is in transit. */
function duringBatch({ transport }: TestDevice, work: () => Promise<unknown>): void {
  transport.once('beforeAnswer', 'batch', () => work());
}

test('a cycle has at most four rounds, and leaves the rest to the next one', async () => {
  const { world, one } = await holding(8);
  const { transport } = one;
  const fetchItems = transport.fetchItems.bind(transport);
  let deleted = 0;
  // A delete is fetched again once it is confirmed, and each time the user deletes another item.
  transport.fetchItems = async (type, ...rest) => {
    if (type === 'task' && deleted < 8) await one.delete(uuidOf((deleted += 1)));
    return fetchItems(type, ...rest);
  };
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(countOf(one, 'batch')).toBe(4);
  expect(deleted).toBe(4);
  transport.fetchItems = fetchItems;
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(world.server.living()).toHaveLength(4);
  await expectInStep(world, one);
});

test('[SYNC-07] a request that fails by itself counts once in a cycle, whatever the number of rounds', async () => {
  const { one } = await holding(2);
  await one.edit(uuidOf(1), { title: 'bad' });
  await one.delete(uuidOf(2));
  poison(one, [uuidOf(1)], refusal(500));
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  // The delete was fetched in a second round.
  expect(countOf(one, 'items')).toBe(4);
  expect(await one.queue()).toMatchObject([{ retries: 1, delivery: { alone: 1 } }]);
});

test('a cycle whose sending has failed fetches nothing more', async () => {
  const { one } = await holding(1);
  await one.delete(uuidOf(1));
  duringBatch(one, () => make(one, 'later'));
  let batches = 0;
  one.transport.fault = (call) =>
    call === 'batch' && (batches += 1) > 1 ? 'request_lost' : 'none';
  expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed', hasPulled: true });
  expect(batches).toBe(2);
  expect(countOf(one, 'items')).toBe(3);
});

test('the unconfirmed state of a missing item causes no further fetch', async () => {
  const { one } = await holding(0);
  await make(one, 'mine');
  const mark = { requestId: 'gone', deletedAt: '2026-01-01T00:00:00.000Z' };
  duringBatch(one, () => one.store.write((tx) => tx.putMeta('deleting', uuidOf(9), mark)));
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(countOf(one, 'items')).toBe(3);
});

test('[CONF-04] a new conflict is set aside even if an earlier one already is', async () => {
  const { world, one } = await holding(2);
  for (const uuid of [uuidOf(1), uuidOf(2)]) {
    await one.edit(uuid, { title: 'mine' });
    await one.runsAfter(world.changes(uuid, { title: 'theirs' }), 'timer');
  }
  const conflicts = await one.engine.conflicts();
  expect(conflicts.map(({ isAside }) => isAside)).toEqual([true, true]);
});

test('items that the last complete cycle moved to the top level are still reported while a conflict is open', async () => {
  const { world, one } = await holding(1);
  const { item: task } = await one.create({ type: 'task', title: 'task' });
  const todo = await make(one, 'todo', task.uuid);
  const [create] = await one.queue();
  await one.store.write((tx) => tx.deleteRequest(create?.id ?? ''));
  await one.engine.run('action');
  expect(one.engine.state().orphanedUuids).toEqual([todo.uuid]);
  await one.edit(uuidOf(1), { title: 'mine' });
  await world.changes(uuidOf(1), { title: 'theirs' });
  one.isResolving = true;
  expect(await one.engine.run('timer')).toEqual({ kind: 'conflicts', count: 1 });
  expect(one.engine.state().orphanedUuids).toEqual([todo.uuid]);
});

const endings: readonly (readonly [string, CallFault, object])[] = [
  ['the session is over', { status: 401, code: 'unauthenticated' }, { code: 'signed_out' }],
  ["the session is another user's", { status: 409, code: 'wrong_actor' }, { code: 'wrong_actor' }],
  ['the app is too old', { status: 426, code: 'too_old' }, { code: 'too_old' }],
  ['a captive portal answers', 'garbled', { code: 'garbled' }],
  ['the server is away', { status: 503 }, { code: 'unavailable', status: 503 }],
  ['nothing comes back', 'answer_lost', { code: 'no_answer' }],
];

test.each(endings)(
  '[I1] [I5] waiting requests are kept and sent once later if %s in the middle of a push',
  async (_name, fault, problem) => {
    const { world, one } = await inStep();
    await one.create({ type: 'task', title: 'mine' });
    one.transport.fault = (call) => (call === 'batch' ? fault : 'none');
    expect(await one.engine.run('action')).toMatchObject({ kind: 'failed', problem });
    expect(one.engine.state()).toMatchObject({ lastError: problem, pending: 1, blocked: 0 });
    expect((await one.queue()).length).toBe(1);
    one.transport.fault = () => 'none';
    expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
    expect(one.engine.state()).toMatchObject({ lastError: null, pending: 0 });
    expect(world.server.living().map(({ title }) => title)).toEqual(['mine']);
    expect(world.server.applied).toHaveLength(1);
  },
);

test("[I1] [I10] a full disk refuses an action, ends a cycle's pull with a report, and loses nothing", async () => {
  const { world, one } = await inStep();
  const { item } = await one.create({ type: 'task', title: 'kept' });
  await world.server.seed({ uuid: uuidOf(1), type: 'todo', title: 'too much' });
  one.store.faults.beforeCommit = () => ({ code: 'quota', detail: 'full' });
  expect(await editItem(one.device, item.uuid, { title: 'refused' })).toMatchObject({
    ok: false,
    error: { code: 'store', failure: { code: 'quota' } },
  });
  expect(await one.engine.run('sync_now')).toEqual({
    kind: 'failed',
    problem: { code: 'store', detail: 'quota' },
  });
  expect((await one.row(item.uuid)).title).toBe('kept');
  expect((await one.queue()).length).toBe(1);
  one.store.faults.beforeCommit = () => null;
  await one.engine.run('sync_now');
  expect((await one.shown()).map(({ title }) => title).toSorted()).toEqual(['kept', 'too much']);
  expect(await one.queue()).toEqual([]);
});

test('[SYNC-11] a device with a queued request of a newer app sends nothing, does not touch its item, and loses nothing', async () => {
  const { world, one } = await inStep();
  const { item } = await one.create({ type: 'task', title: 'mine' });
  const made = await one.row(item.uuid);
  const [create] = await one.queue();
  const newer = { ...queuedRequest(9, 9, { touches: [item.uuid] }), shape: 3, url: '/api/later' };
  one.tables.putRaw('syncQueue', newer as never);

  const problem = { code: 'store', detail: 'newer' };
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'failed', problem });
  expect(world.server.applied).toEqual([]);
  expect(await editItem(one.device, item.uuid, { title: 'other' })).toMatchObject({
    ok: false,
    error: { code: 'store', failure: { code: 'newer' } },
  });
  expect(await one.row(item.uuid)).toEqual(made);

  // The newer app has sent its own request.
  await one.store.write((tx) => tx.deleteRequest(newer.id));
  expect(await one.queue()).toEqual([create]);
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect(world.server.living().map(({ title }) => title)).toEqual(['mine']);
});

const unavailable: CallFault = { status: 503, code: 'unavailable', retryAfterMs: 2_000 };

/** Runs the timer of a visible device for this long; it starts at once. */
async function passes(world: TestWorld, one: TestDevice, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += syncIntervalMs) {
    await one.engine.run('timer');
    await world.time.pass(syncIntervalMs);
  }
}

test.each([
  ['the database accepts no writes', (call: CallName) => call === 'batch'],
  ['the database answers nothing', () => true],
])(
  '[OPS-02] after an hour in which %s, everything is sent within a minute, and nothing is blocked',
  async (_what, fails) => {
    const { world, one } = await inStep();
    for (let n = 0; n < 30; n += 1) await make(one, `Task ${n}`);
    one.transport.fault = (call) => (fails(call) ? unavailable : 'none');
    await passes(world, one, 3_600_000);
    expect(world.server.living()).toEqual([]);
    expect((await one.queue()).filter((request) => isBlocked(request.state))).toEqual([]);

    one.transport.fault = () => 'none';
    await passes(world, one, 60_000);
    expect(await one.queue()).toEqual([]);
    expect(world.server.living().length).toBe(30);
  },
);
