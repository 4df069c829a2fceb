import { Backoff } from '../cycle/backoff.ts';
import { CycleContext } from '../cycle/cycle-context.ts';
import { CycleEnded } from '../cycle/cycle-end.ts';
import type { Stream } from '../store/meta.ts';
import { SyncLog } from '../store/sync-log.ts';
import { CountingIds } from '../testing/test-ports.ts';
import { userId } from '../testing/test-server.ts';
import { TestWorld } from '../testing/test-world.ts';
import { MissedStreams } from './missed-streams.ts';

/** The streams missed by the cycles of a device, and how often a pause began. */
function ofDevice() {
  const world = new TestWorld();
  const { device, transport } = world.newDevice();
  const log = new SyncLog(world.time);
  const backoff = new Backoff(world.time, new CountingIds(1), log);
  const missed = new MissedStreams(backoff);
  const ports = { device, transport, scheduler: world.time };
  /** Runs a cycle in which these streams fail if requested. Returns the streams that it leaves out. */
  const play = (...failing: readonly Stream[]): readonly Stream[] => {
    const cycle = new CycleContext(ports, userId, log, () => false);
    missed.skipPaused(cycle);
    const leftOut = [...cycle.missed.keys()];
    for (const stream of failing) cycle.missed.set(stream, new CycleEnded({ code: 'garbled' }));
    missed.noteMissed(cycle);
    return leftOut;
  };
  const pauses = () => log.entries().filter(({ event }) => event === 'backing_off').length;
  return { world, backoff, missed, play, pauses };
}

test('[SYNC-03] another stream that fails starts a new pause for both', () => {
  const { play, pauses } = ofDevice();
  expect(play('task')).toEqual([]);
  expect(pauses()).toBe(1);
  expect(play('todo')).toEqual(['task']);
  expect(pauses()).toBe(2);
  expect(play()).toEqual(['task', 'todo']);
  expect(pauses()).toBe(2);
});

test('[SYNC-03] after a cycle in which no stream failed the next pause is as short as the first', async () => {
  const { world, backoff, play } = ofDevice();
  for (let failures = 0; failures < 3; failures += 1) {
    play('task');
    await world.time.pass(60_000);
  }
  play();
  expect(play('task')).toEqual([]);
  await world.time.pass(1000);
  expect(backoff.isOn).toBe(false);
});

test('a stopped engine leaves no pause behind', () => {
  const { backoff, missed, play } = ofDevice();
  play('task');
  expect(backoff.isOn).toBe(true);
  missed.stop();
  expect(backoff.isOn).toBe(false);
});
