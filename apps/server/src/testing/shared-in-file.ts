import { afterAll } from 'vitest';

/** The resource that the tests of a file share; it stops after the last of them. */
export function sharedInFile<T extends { stop(): Promise<unknown> }>(
  starting: Promise<T>,
): Promise<T> {
  afterAll(async () => (await starting).stop());
  return starting;
}
