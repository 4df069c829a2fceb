import { unexpected } from '../store/ports.ts';
import type { CycleContext } from './cycle-context.ts';
import { CycleEnded, EpochChanged } from './cycle-end.ts';

/** Whether an error ends the cycle or its history; any other error is unexpected. */
export function endsCycle(error: unknown): boolean {
  return error instanceof CycleEnded || error instanceof EpochChanged;
}

/**
 * Writes something about each of `parts` in one transaction. If that fails unexpectedly, each part gets a
 * transaction of its own, and `onFailed` receives those that fail by themselves, so that a single broken row
 * does not stop the rest.
 */
export async function writeIsolated<P, R>(
  cycle: CycleContext,
  parts: readonly P[],
  work: (parts: readonly P[]) => Promise<R>,
  onFailed: (part: P) => Promise<void>,
): Promise<readonly R[]> {
  try {
    return [await work(parts)];
  } catch (error) {
    if (endsCycle(error)) throw error;
    note(cycle, error, parts.length);
  }
  const results: R[] = [];
  for (const part of parts) {
    try {
      results.push(await work([part]));
    } catch (error) {
      if (endsCycle(error)) throw error;
      note(cycle, error, 1);
      await onFailed(part);
    }
  }
  return results;
}

function note({ log }: CycleContext, error: unknown, count: number): void {
  log.note('failed', { what: unexpected(error).detail, count });
}
