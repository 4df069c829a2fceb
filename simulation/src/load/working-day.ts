import { timers } from '../server/http-device.ts';
import type { Random } from '../story/random.ts';
import type { LoadDevice, DevicePlace } from './load-device.ts';
import type { LoadEnd } from './load-options.ts';

/** A person's actions, and their rate. */
interface WorkingDay {
  readonly device: LoadDevice;
  readonly places: readonly DevicePlace[];
  readonly random: Random;
  readonly everyMs: number;
  readonly end: LoadEnd;
}

/**
 * The shares of steps that are a search, a loss of the network, and a burst of changes; all others are one
 * change.
 */
const searches = 0.1;
const losses = 0.04;
const bursts = 0.15;
const changesOfBurst = 4;
/** The number of steps during which there is no network. */
const stepsAway = 2;

/** Works at the rate of a person until the end; requests queued then stay queued. */
export async function work({ device, places, random, everyMs, end }: WorkingDay): Promise<void> {
  const endMs = end.kind === 'time' ? performance.now() + end.ms : Infinity;
  const stepsMost = end.kind === 'steps' ? end.stepsEach : Infinity;
  let away = 0;
  for (let steps = 0; steps < stepsMost; steps += 1) {
    // Pauses as between calls at a switchboard: many short ones and some long ones.
    const pauseMs = Math.min(-Math.log(1 - random.below(1_000) / 1_000) * everyMs, 5 * everyMs);
    const isOver = performance.now() + pauseMs >= endMs;
    await pause(isOver ? endMs - performance.now() : pauseMs);
    if (isOver) return;
    if (away > 0) {
      away -= 1;
      if (away === 0) device.goOnline();
    } else if (random.chance(losses)) {
      // A change is in flight when the network is cut.
      await device.change(places);
      away = stepsAway;
      device.goOffline();
    }
    if (away === 0 && random.chance(searches)) await device.search();
    else if (random.chance(bursts)) {
      for (let changes = 0; changes < changesOfBurst; changes += 1) await device.change(places);
    } else await device.change(places);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void timers.after(Math.max(0, ms), resolve));
}
