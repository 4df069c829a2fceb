import { errorStatus, wireError, type BatchEntry, type ErrorCode } from '@foray/contract';
import type { TestWorld } from './test-world.ts';

/**
 * The server answers the entries that `isMeant` selects with an error, `times` times, and without any effect.
 * Returns a function that ends this.
 */
export function fails(
  { server }: TestWorld,
  code: ErrorCode,
  isMeant: (entry: BatchEntry) => boolean,
  times = Infinity,
): () => void {
  const run = server.run.bind(server);
  let left = times;
  server.run = async (entry, caller) => {
    if (left === 0 || !isMeant(entry)) return run(entry, caller);
    left -= 1;
    return { id: entry.id, status: errorStatus[code], body: { error: wireError(code) } };
  };
  return () => {
    server.run = run;
  };
}
