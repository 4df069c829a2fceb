import { expect, test } from 'vitest';
import { createItem, editItem, setStatus } from '../actions/actions.ts';
import { compareWith } from './self-check.ts';
import { done } from '../testing/done.ts';
import { uuidOf } from '../testing/rows.ts';
import { TestWorld } from '../testing/test-world.ts';
import type { TestDevice } from '../testing/test-world.ts';

const day = 86_400_000;

/** A device that holds three tasks as the server has them. */
async function inStep(): Promise<{ world: TestWorld; one: TestDevice }> {
  const world = new TestWorld();
  const one = world.newDevice();
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

test('it is checked once a day without being asked for', async () => {
  const { world, one } = await inStep();
  await world.time.pass(day);
  one.transport.calls.length = 0;
  await one.engine.run('timer');
  await one.engine.run('timer');
  expect(one.transport.calls.filter((call) => call === 'selfCheck').length).toBe(1);
});

test('what changed while it was asked for is fetched before anything is compared', async () => {
  const { world, one } = await inStep();
  await done(editItem(one.device, uuidOf(1), { title: 'mine' }));
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

test('what waits for a decision counts as held, so that a conflict is no difference', async () => {
  const { world, one } = await inStep();
  await done(editItem(one.device, uuidOf(1), { title: 'mine' }));
  await done(editItem(one.device, uuidOf(2), { title: 'mine too' }));
  await world.time.pass(5000);
  await world.server.change(uuidOf(1), { title: 'theirs' });
  await world.server.remove(uuidOf(2));
  await one.engine.run('sync_now');
  expect((await one.engine.conflicts()).length).toBe(2);
  expect(one.transport.differences).toEqual([]);
  expect(one.engine.state().inStepAt).toBe(world.server.now());
});

test.each([
  ['a row that was lost', 'lost'],
  ['a row that should have gone', 'extra'],
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

test('a difference that stays is not fetched for ever, and nothing says in step', async () => {
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

test('a device that others keep behind checks four times at most in a cycle', async () => {
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

test('a check without an answer leaves the cycle complete', async () => {
  const { one } = await inStep();
  const before = one.engine.state().inStepAt;
  one.transport.fault = (call) => (call === 'selfCheck' ? { status: 500 } : 'none');
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect(one.engine.state().inStepAt).toBe(before);
});

test('the sync log contains reasons, and never an item’s text or a user’s identity', async () => {
  const { world, one } = await inStep();
  const { item } = await done(
    createItem(one.device, { type: 'task', title: 'secret plan', description: 'secret words' }),
  );
  await done(setStatus(one.device, uuidOf(1), 'completed'));
  await done(editItem(one.device, uuidOf(2), { title: 'secret mine' }));
  await world.time.pass(5000);
  await world.server.change(uuidOf(2), { title: 'secret theirs' });
  world.server.refuses = ({ data }) => JSON.stringify(data).includes('plan');
  await one.engine.run('sync_now');
  await one.engine.resolve(uuidOf(2), 'local');
  one.transport.fault = () => 'garbled';
  await one.engine.run('timer');
  await one.engine.run('timer');
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

test('the flight recorder forgets the oldest beyond 500', async () => {
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

test('nothing is compared in the middle of a full fetch, though its cursor may stand at the head', async () => {
  const { world, one } = await inStep();
  const check = await world.server.selfCheck({ userId: world.user.id });
  const comparison = () => one.read((tx) => compareWith(tx, check));
  expect(await comparison()).toEqual({ kind: 'equal' });
  const state = { cursor: check.cursor, fullSince: 1, isComplete: true };
  await one.store.write((tx) => tx.putMeta('cursor', 'task', state));
  expect(await comparison()).toEqual({ kind: 'behind' });
});
