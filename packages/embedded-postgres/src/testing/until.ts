import { setTimeout as delay } from 'node:timers/promises';

const boundMs = 60_000;

/**
 * Calls `find` again and again until it returns a value, for effects of another process. Throws after a
 * minute, saying `what` it waited for: the test's own time limit would not stop the calls.
 */
export async function untilFound<T>(
  what: string,
  find: () => T | null | Promise<T | null>,
  pause: () => Promise<unknown> = () => delay(20),
): Promise<T> {
  const endMs = performance.now() + boundMs;
  for (;;) {
    const found = await find();
    if (found !== null) return found;
    if (performance.now() > endMs) throw new Error(`there never was ${what}`);
    await pause();
  }
}

/** Resolves once the condition holds. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  pause?: () => Promise<unknown>,
): Promise<void> {
  await untilFound(what, async () => ((await isSo()) ? true : null), pause);
}
