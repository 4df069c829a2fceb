import type { BatchEntry } from '@foray/contract';
import { fails } from './server-fails.ts';
import type { TestDevice, TestWorld } from './test-world.ts';

/**
 * The server answers the entries of a device that `isMeant` selects with an error until the device blocks
 * them. Returns a function that ends the failures.
 */
export async function failUntilBlocked(
  world: TestWorld,
  one: TestDevice,
  isMeant: (entry: BatchEntry) => boolean = () => true,
): Promise<() => void> {
  const mend = fails(world, 'internal', isMeant);
  for (let tries = 0; tries < 3; tries += 1) {
    await one.runsAfter(world.time.pass(60_000), 'timer');
  }
  return mend;
}
