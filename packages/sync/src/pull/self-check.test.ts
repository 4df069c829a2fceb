import { checkedNotifications, protocol, type Notification, type SelfCheck } from '@foray/contract';
import { compareWith } from './self-check.ts';
import { streams } from '../store/meta.ts';
import { uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { TestWorld, newWorld, type TestDevice } from '../testing/test-world.ts';

const day = 86_400_000;

/** A device that has three tasks as on the server. */
async function inStep(): Promise<{ world: TestWorld; one: TestDevice }> {
  const { world, one } = newWorld();
  for (const n of [1, 2, 3]) {
    await world.server.seed({ uuid: uuidOf(n), type: 'task', title: `secret ${n}` });
  }
  await one.engine.run('start');
  return { world, one };
}

test('’in step with the server’ is the server’s answer at Sync Now, and stays after a reload', async () => {
  const { world, one } = await inStep();
  const first = one.engine.state().inStepAt;
  expect(first).toBe(world.server.now());
  await world.time.pass(60_000);
  one.transport.calls.length = 0;
  await one.engine.run('timer');
  expect(one.transport.calls).not.toContain('selfCheck');
  expect(one.engine.state().inStepAt).toBe(first);
  await one.engine.run('sync_now');
  expect(one.engine.state().inStepAt).toBe(world.server.now());
  const reloaded = world.newTab(one);
  await reloaded.engine.refresh();
  expect(reloaded.engine.state().inStepAt).toBe(one.engine.state().inStepAt);
});

test('the self-check runs by itself once a day', async () => {
  const { world, one } = await inStep();
  await world.time.pass(day);
  one.transport.calls.length = 0;
  await one.runs('timer', 'timer');
  expect(one.transport.calls.filter((call) => call === 'selfCheck').length).toBe(1);
});

test('rows that changed during the self-check’s call are fetched before the comparison', async () => {
  const { world, one } = await inStep();
  await one.edit(uuidOf(1), { title: 'mine' });
  let isFirst = true;
  one.transport.beforeAnswer = async (call) => {
    if (call !== 'batch' || !isFirst) return;
    isFirst = false;
    await world.server.change(uuidOf(2), { title: 'theirs' });
  };
  await one.engine.run('sync_now');
  expect(one.engine.state().inStepAt).toBe(world.server.now());
  expect(one.transport.differences).toEqual([]);
  expect((await one.row(uuidOf(2))).title).toBe('theirs');
});

test('a row that waits for a decision counts as received, so that a conflict is not a difference', async () => {
  const { world, one } = await inStep();
  await one.edit(uuidOf(1), { title: 'mine' });
  await one.edit(uuidOf(2), { title: 'mine too' });
  await world.changes(uuidOf(1), { title: 'theirs' });
  await one.runsAfter(world.server.remove(uuidOf(2)), 'sync_now');
  expect((await one.engine.conflicts()).length).toBe(2);
  expect(one.transport.differences).toEqual([]);
  expect(one.engine.state().inStepAt).toBe(world.server.now());
});

test.each([
  ['a row that was lost', 'lost'],
  ['a row that should have been removed', 'extra'],
  ['a row that is older than the cursor says', 'old'],
] as const)('[I6] [I7] %s is found, logged and repaired', async (_title, how) => {
  const { world, one } = await inStep();
  const row = await one.row(uuidOf(1));
  if (row.base === null) throw new Error('no base');
  const { base } = row;
  await one.store.write(async (tx) => {
    if (how === 'lost') return tx.deleteItem(row.id);
    if (how === 'old') return tx.putItems([{ ...row, title: 'old', base: { ...base, rev: 0.5 } }]);
    const extra = { ...base, id: 99, uuid: uuidOf(99) };
    return tx.putItems([{ ...row, id: 99, uuid: uuidOf(99), base: extra }]);
  });
  await one.engine.run('sync_now');
  expect(one.transport.differences).toEqual([['task']]);
  const shown = (await one.shown()).map(({ uuid, title }) => [uuid, title]);
  expect(shown).toEqual([1, 2, 3].map((n) => [uuidOf(n), `secret ${n}`]));
  expect(one.engine.state().inStepAt).toBe(world.server.now());
  const log = one.engine.log();
  for (const entry of [
    { event: 'called', what: 'self_check' },
    { event: 'self_check', outcome: 'different', what: 'task' },
    { event: 'full_fetch', why: 'self_check' },
  ]) {
    expect(log).toContainEqual(expect.objectContaining(entry));
  }
});

test('a difference that stays is not fetched forever, and the device does not count as up to date', async () => {
  const { world, one } = await inStep();
  const honest = world.server.selfCheck.bind(world.server);
  world.server.selfCheck = async (caller) => ({
    ...(await honest(caller)),
    todo: { count: 7, sum: 7 },
  });
  one.transport.calls.length = 0;
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect(one.transport.calls.length).toBeLessThanOrEqual(10);
  expect(one.engine.state().inStepAt).toBeNull();
});

test('a device that keeps falling behind checks at most four times in a cycle', async () => {
  const { world, one } = await inStep();
  let changes = 0;
  one.transport.beforeServer = async (call) => {
    if (call !== 'selfCheck') return;
    changes += 1;
    await world.server.change(uuidOf(1), { title: `change ${changes}` });
  };
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect(changes).toBe(4);
  expect((await one.row(uuidOf(1))).title).toBe('change 4');
});

test('a check without a response still leaves the cycle complete', async () => {
  const { one } = await inStep();
  const before = one.engine.state().inStepAt;
  one.transport.fault = (call) => (call === 'selfCheck' ? { status: 500 } : 'none');
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect(one.engine.state().inStepAt).toBe(before);
});

test('the sync log contains reasons, and never an item’s text or a user’s identity', async () => {
  const { world, one } = await inStep();
  const { item } = await one.create({
    type: 'task',
    title: 'secret plan',
    description: 'secret words',
  });
  await one.setStatus(uuidOf(1), 'completed');
  await one.edit(uuidOf(2), { title: 'secret mine' });
  await world.changes(uuidOf(2), { title: 'secret theirs' });
  world.server.refuses = ({ data }) => JSON.stringify(data).includes('plan');
  await one.engine.run('sync_now');
  await one.engine.resolve(uuidOf(2), 'local');
  one.transport.fault = () => 'garbled';
  await one.runs('timer', 'timer');
  const log = one.engine.log();
  const events = new Set(log.map(({ event }) => event));
  for (const event of ['run', 'called', 'fetched', 'decided', 'answered', 'resolved'] as const) {
    expect(events).toContain(event);
  }
  expect(events).toContain('backing_off');
  expect(events).toContain('skipped');
  expect(log.some((entry) => entry.item === item.uuid && entry.why === 'verdict')).toBe(true);
  const text = JSON.stringify(log);
  expect(text).not.toMatch(/secret|Person|\+49/);
  for (const entry of log) expect(allowed).toEqual(expect.arrayContaining(Object.keys(entry)));
});

test('the flight recorder drops the oldest entries beyond 500', async () => {
  const { world, one } = await inStep();
  for (let n = 0; n < 100; n += 1) await one.engine.run('timer');
  const log = one.engine.log();
  expect(log.length).toBe(500);
  expect(log.at(-1)).toMatchObject({ event: 'ended', outcome: 'complete' });
  expect(log.at(-1)?.at).toBe(world.server.now());
  expect(log.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))).toEqual(log);
});

const allowed =
  'at event trigger why outcome what request item status code count cursor delayMs'.split(' ');

test('nothing is compared in the middle of a full fetch, even if its cursor is at the head', async () => {
  const { world, one } = await inStep();
  const check = await world.server.selfCheck({ userId: world.user.id });
  const comparison = () => one.read((tx) => compareWith(tx, check));
  expect(await comparison()).toEqual({ kind: 'equal' });
  const state = { cursor: check.cursor, fullSince: 1, isComplete: true };
  await one.store.write((tx) => tx.putMeta('cursor', 'task', state));
  expect(await comparison()).toEqual({ kind: 'behind' });
});

const nowMs = Date.UTC(2026, 6, 1);

/** A notification changed this long before the self-check, created in the order of its position. */
function notification(id: number, rev: number, ageMs: number): Notification {
  const about = { item_id: null, item_uuid: null, item_type: null, count: 1, read_at: null };
  const created_at = new Date(nowMs - 1000 * day + rev * 1000).toISOString();
  const updated_at = new Date(nowMs - ageMs).toISOString();
  return { id, kind: 'mutual', actor_id: 1002, ...about, created_at, updated_at, rev };
}

/** The differences found by a device that has one row of each kind, and these notifications. */
async function foundWith(
  told: Partial<SelfCheck>,
  notifications: readonly Notification[] = [notification(1, 14, day)],
) {
  const one = new TestWorld().newDevice();
  await one.store.write(async (tx) => {
    for (const stream of streams) {
      await tx.putMeta('cursor', stream, {
        cursor: 20,
        fullSince: null,
        isComplete: true,
        protocol,
      });
    }
    await tx.putItems([
      heldRow(serverRow(1, { type: 'campaign', rev: 11 })),
      heldRow(serverRow(2, { type: 'task', rev: 12 })),
      heldRow(serverRow(3, { type: 'todo', rev: 13 })),
    ]);
    await tx.put('contacts', { id: 1002, user_id: 1001, name: 'Ann', contact_phone: '' });
    for (const held of notifications) await tx.put('notifications', held);
  });
  const check: SelfCheck = {
    cursor: 20,
    campaign: { count: 1, sum: 11 },
    task: { count: 1, sum: 12 },
    todo: { count: 1, sum: 13 },
    mutuals: { count: 1, sum: 1002 },
    notifications: { count: 1, sum: 14 },
    epoch: 'e1',
    now: new Date(nowMs).toISOString(),
    ...told,
  };
  const found = await one.read((tx) => compareWith(tx, check));
  return found.kind === 'different' ? found.differs : found.kind;
}

test('each kind of rows is compared by count and by sum of revs', async () => {
  expect(await foundWith({})).toBe('equal');
  expect(await foundWith({ cursor: 21 })).toBe('behind');
  const kinds = ['campaign', 'task', 'todo', 'mutuals', 'notifications'] as const;
  const held = { campaign: 11, task: 12, todo: 13, mutuals: 1002, notifications: 14 };
  for (const kind of kinds) {
    expect(await foundWith({ [kind]: { count: 2, sum: held[kind] } })).toEqual([kind]);
    expect(await foundWith({ [kind]: { count: 1, sum: held[kind] + 1 } })).toEqual([kind]);
  }
});

test('no stream is compared before it was fetched', async () => {
  const { world, one } = await inStep();
  const check = await world.server.selfCheck({ userId: world.user.id });
  await one.store.write((tx) => tx.deleteMeta('cursor', 'changes'));
  expect(await one.read((tx) => compareWith(tx, check))).toEqual({ kind: 'behind' });
});

test('only the newest notifications are compared, however many older ones a device stores', async () => {
  const most = checkedNotifications;
  // The later its id, the earlier its position.
  const held = Array.from({ length: most + 9 }, (_, at) => notification(at + 1, 500 - at, day));
  const newest = held.slice(-most).reduce((sum, { rev }) => sum + rev, 0);
  expect(await foundWith({ notifications: { count: most, sum: newest } }, held)).toBe('equal');
});

test('notifications are compared until the server is about to delete the oldest for its age', async () => {
  const other = { notifications: { count: 5, sum: 5 } };
  const aged = (ageMs: number) => [notification(1, 14, ageMs), notification(2, 15, day)];
  expect(await foundWith(other, aged(89 * day))).toEqual(['notifications']);
  expect(await foundWith(other, aged(89 * day + 1))).toBe('equal');
  const both = { ...other, mutuals: { count: 0, sum: 0 } };
  expect(await foundWith(both, aged(90 * day))).toEqual(['mutuals']);
});
