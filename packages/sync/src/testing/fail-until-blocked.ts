import { wireError } from '@foray/contract';
import type { BatchEntry } from '@foray/contract';
import type { TestDevice, TestWorld } from './test-world.ts';

/**
 * The server fails, of what one device sends, the entries that `fails` names, and the device tries until
 * they are blocked. Returns how the server is mended.
 */
export async function failUntilBlocked(
  { server, time }: TestWorld,
  one: TestDevice,
  fails: (entry: BatchEntry) => boolean = () => true,
): Promise<() => void> {
  const run = server.run.bind(server);
  server.run = async (entry, caller) => {
    if (!fails(entry)) return run(entry, caller);
    return { id: entry.id, status: 500, body: { error: wireError('internal') } };
  };
  for (let tries = 0; tries < 3; tries += 1) {
    await time.pass(60_000);
    await one.engine.run('timer');
  }
  return () => {
    server.run = run;
  };
}
