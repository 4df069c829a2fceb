import { expect, test } from 'vitest';
import type { RunTrigger } from './engine.ts';
import type { Visibility } from './ports.ts';
import { TestConnectivity } from './testing/test-device.ts';
import { VirtualTime } from './testing/virtual-time.ts';
import { startTriggers } from './triggers.ts';

function setUp() {
  const runs: RunTrigger[] = [];
  const time = new VirtualTime();
  const connectivity = new TestConnectivity();
  let see: (isVisible: boolean) => void = () => undefined;
  const visibility: Visibility = {
    isVisible: () => true,
    subscribe: (listener) => {
      see = listener;
      return () => (see = () => undefined);
    },
  };
  const engine = {
    run: async (trigger: RunTrigger) => {
      if (connectivity.isOnline()) runs.push(trigger);
      return { kind: 'complete' } as const;
    },
  };
  const triggers = startTriggers({ engine, connectivity, visibility, scheduler: time });
  return { runs, time, connectivity, triggers, see: (isVisible: boolean) => see(isVisible) };
}

test('[SYNC-01] at start, on coming online, on becoming visible, every 30 s; not offline', async () => {
  const { runs, time, connectivity, see } = setUp();
  expect(runs).toEqual(['start']);
  await time.pass(60_000);
  expect(runs).toEqual(['start', 'timer', 'timer']);
  connectivity.set(false);
  await time.pass(120_000);
  see(true);
  expect(runs.length).toBe(3);
  connectivity.set(true);
  see(true);
  see(false);
  expect(runs.slice(3)).toEqual(['online', 'visible']);
});

test('actions in quick succession go out together, and nothing after stopping', async () => {
  const { runs, time, connectivity, triggers, see } = setUp();
  triggers.nudge();
  triggers.nudge();
  await time.pass(100);
  expect(runs).toEqual(['start', 'action']);
  triggers.nudge();
  triggers.stop();
  connectivity.set(true);
  see(true);
  await time.pass(120_000);
  expect(runs).toEqual(['start', 'action']);
});
