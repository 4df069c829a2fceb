import type { CycleOutcome, CycleTrigger } from './sync-state.ts';
import type { Ids, Visibility } from '../store/ports.ts';
import { inStep } from '../testing/in-step.ts';
import { TestConnectivity } from '../testing/test-ports.ts';
import { VirtualTime } from '../testing/virtual-time.ts';
import { startTriggers } from './triggers.ts';

function testVisibility() {
  let see: (isVisible: boolean) => void = () => undefined;
  const visibility: Visibility = {
    isVisible: () => true,
    subscribe: (listener) => {
      see = listener;
      return () => (see = () => undefined);
    },
  };
  return { visibility, see: (isVisible: boolean) => see(isVisible) };
}

/** `runs` lists all cycles that the engine is asked to run, offline too. */
function setUp(outcomes: CycleOutcome[] = [], ids: Pick<Ids, 'random'> = { random: () => 0.5 }) {
  const runs: CycleTrigger[] = [];
  const time = new VirtualTime();
  const connectivity = new TestConnectivity();
  const { visibility, see } = testVisibility();
  const engine = {
    run: async (trigger: CycleTrigger): Promise<CycleOutcome> => {
      runs.push(trigger);
      return outcomes.shift() ?? { kind: 'complete' };
    },
  };
  const triggers = startTriggers({ engine, connectivity, visibility, scheduler: time, ids });
  return { runs, outcomes, time, connectivity, triggers, see };
}

test('[SYNC-01] a cycle is requested at the start, and every 30 s', async () => {
  const { runs, time } = setUp();
  expect(runs).toEqual(['start']);
  await time.pass(29_999);
  expect(runs).toEqual(['start']);
  await time.pass(1);
  expect(runs).toEqual(['start', 'timer']);
  await time.pass(30_000);
  expect(runs).toEqual(['start', 'timer', 'timer']);
});

test('[SYNC-01] a tab that becomes visible requests a cycle, and a tab that is hidden does not', () => {
  const { runs, see } = setUp();
  see(false);
  expect(runs).toEqual(['start']);
  see(true);
  expect(runs).toEqual(['start', 'visible']);
});

test('[SYNC-01] [SYNC-13] going offline requests nothing, the timer continues, and coming online restarts it', async () => {
  const { runs, time, connectivity } = setUp();
  await time.pass(20_000);
  connectivity.set(false);
  expect(runs.splice(0)).toEqual(['start']);
  await time.pass(60_000);
  expect(runs.splice(0)).toEqual(['timer', 'timer']);
  connectivity.set(true);
  expect(runs).toEqual(['online']);
  await time.pass(29_000);
  expect(runs).toEqual(['online']);
  await time.pass(1000);
  expect(runs).toEqual(['online', 'timer']);
});

test('[SYNC-01] each trigger by itself starts a cycle that calls the server; offline only the timer does', async () => {
  const { world, one } = await inStep();
  const { connectivity, transport } = one;
  const { visibility, see } = testVisibility();
  const { engine, device } = one;
  const callsAfter = async (trigger: () => void): Promise<number> => {
    transport.calls.length = 0;
    trigger();
    await world.time.pass(0);
    return transport.calls.length;
  };
  const ports = { engine, connectivity, visibility, scheduler: world.time, ids: device.ids };
  expect(await callsAfter(() => startTriggers(ports))).toBe(4);
  await world.time.pass(1000);
  expect(await callsAfter(() => see(true))).toBe(4);
  transport.calls.length = 0;
  await world.time.pass(28_999);
  expect(transport.calls).toEqual([]);
  await world.time.pass(1);
  expect(transport.calls).toHaveLength(4);
  expect(await callsAfter(() => connectivity.set(false))).toBe(0);
  expect(await callsAfter(() => see(true))).toBe(0);
  await world.time.pass(29_000);
  expect(transport.calls).toEqual([]);
  await world.time.pass(1000);
  expect(transport.calls).toHaveLength(4);
  expect(await callsAfter(() => connectivity.set(true))).toBe(4);
});

test('actions in quick succession are sent together, and nothing is sent after stopping', async () => {
  const { runs, time, connectivity, triggers, see } = setUp();
  triggers.requestSync();
  triggers.requestSync();
  await time.pass(100);
  expect(runs).toEqual(['start', 'action']);
  triggers.requestSync();
  triggers.stop();
  connectivity.set(true);
  see(true);
  await time.pass(120_000);
  expect(runs).toEqual(['start', 'action']);
});

test('[SYNC-12] a steady sequence of events and actions delays a cycle by half a second at most', async () => {
  for (const trigger of ['event', 'action'] as const) {
    const { runs, time, triggers } = setUp();
    for (let i = 0; i < 410; i += 1) {
      if (trigger === 'event') triggers.onServerEvent();
      else triggers.requestSync();
      await time.pass(25);
    }
    // Changes arrive for 10.25 s.
    expect(runs.length).toBeGreaterThanOrEqual(20);
    expect(runs.length).toBeLessThan(25);
    expect(new Set(runs)).toEqual(new Set(['start', trigger]));
    // The last of them is followed by a cycle, and then nothing runs.
    const before = runs.length;
    await time.pass(1000);
    expect(runs.length).toBe(before + 1);
    triggers.requestSync();
    triggers.stop();
    await time.pass(1000);
    expect(runs.length).toBe(before + 1);
  }
});

test('an action during a cycle is sent by a cycle that starts afterwards', async () => {
  const { runs, outcomes, time, triggers } = setUp();
  outcomes.push({ kind: 'skipped', why: 'running' }, { kind: 'skipped', why: 'running' });
  triggers.requestSync();
  await time.pass(5000);
  expect(runs).toEqual(['start', 'action', 'action', 'action']);
});

test('changes announced during a cycle are pulled by a cycle that starts afterwards', async () => {
  const { runs, outcomes, time, triggers } = setUp();
  outcomes.push({ kind: 'skipped', why: 'running' });
  triggers.onServerEvent();
  triggers.onServerEvent();
  await time.pass(5000);
  expect(runs).toEqual(['start', 'event', 'event']);
});

test('[SYNC-01] a trigger that finds another cycle running is repeated until a cycle has started after it', async () => {
  const busy = { kind: 'skipped', why: 'running' } as const;
  const { runs, outcomes, time, connectivity, see } = setUp([busy, busy]);
  await time.pass(5000);
  expect(runs.splice(0)).toEqual(['start', 'start', 'start']);
  outcomes.push(busy);
  see(true);
  await time.pass(5000);
  expect(runs.splice(0)).toEqual(['visible', 'visible']);
  connectivity.set(false);
  runs.length = 0;
  outcomes.push(busy);
  connectivity.set(true);
  await time.pass(5000);
  expect(runs.splice(0)).toEqual(['online', 'online']);
});

test('the most urgent of several waiting triggers is requested, once', async () => {
  const busy = { kind: 'skipped', why: 'running' } as const;
  const { runs, outcomes, time, triggers, see } = setUp([busy, busy]);
  see(true);
  triggers.onServerEvent();
  await time.pass(5000);
  expect(runs).toEqual(['start', 'visible', 'start']);
  expect(outcomes).toEqual([]);
});

test('[SYNC-01] a trigger that waits for a long cycle of another tab repeats at growing intervals, but at least as often as the timer', async () => {
  const busy: CycleOutcome[] = Array.from({ length: 500 }, () => ({
    kind: 'skipped',
    why: 'running',
  }));
  const { runs, outcomes, time, triggers } = setUp(busy);
  const asked = (): number => runs.splice(0).filter((trigger) => trigger !== 'timer').length;
  await time.pass(60_000);
  expect(asked()).toBeLessThan(10);
  await time.pass(600_000);
  // Asks at least once every 30 s.
  expect(runs.length).toBeGreaterThan(20);
  expect(asked()).toBeLessThan(50);
  outcomes.length = 0;
  await time.pass(30_000);
  expect(asked()).toBe(1);
  // If another cycle is running too, the pauses start again with the shortest.
  outcomes.push({ kind: 'skipped', why: 'running' });
  triggers.onServerEvent();
  await time.pass(1000);
  expect(asked()).toBe(2);
});

test('two tabs that wait for the same cycle do not retry at the same moment', async () => {
  const busy: CycleOutcome[] = Array.from({ length: 9 }, () => ({
    kind: 'skipped',
    why: 'running',
  }));
  const [early, late] = [0, 0.9].map((jitter) => setUp([...busy], { random: () => jitter }));
  for (const tab of [early, late]) await tab?.time.pass(4000);
  expect(early?.runs.length).toBeGreaterThan(late?.runs.length ?? 0);
});

test('a waiting trigger is not delayed by later ones', async () => {
  const busy = { kind: 'skipped', why: 'running' } as const;
  const { runs, time, see } = setUp([busy, busy]);
  await time.pass(700);
  see(true);
  await time.pass(50);
  expect(runs).toEqual(['start', 'visible', 'start']);
});

test('only a trigger that finds another cycle running is repeated', async () => {
  for (const why of ['offline', 'backing_off', 'guest', 'stopped'] as const) {
    const { runs, time } = setUp([{ kind: 'skipped', why }]);
    await time.pass(29_000);
    expect(runs).toEqual(['start']);
  }
});

test('a trigger that finds another cycle running is not repeated after stopping', async () => {
  const { runs, time, triggers } = setUp([{ kind: 'skipped', why: 'running' }]);
  triggers.stop();
  await time.pass(5000);
  expect(runs).toEqual(['start']);
});

test('triggers can be stopped while offline, when none waits', async () => {
  const { runs, connectivity, triggers } = setUp();
  connectivity.set(false);
  runs.length = 0;
  triggers.stop();
  connectivity.set(true);
  expect(runs).toEqual([]);
});
