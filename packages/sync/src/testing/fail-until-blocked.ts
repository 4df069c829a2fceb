import type { BatchEntry } from '@foray/contract';
import { fails } from './server-fails.ts';
import type { TestDevice, TestWorld } from './test-world.ts';

/**
 * The server fails, of what one device sends, the entries that `isMeant` names, and the device tries until
 * they are blocked. Returns how the server is mended.
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
