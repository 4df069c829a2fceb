import { writeUnit, type UnitOfWork } from '../store/unit-of-work.ts';
import type { StoreDevice } from './test-world.ts';

/** One write of a device, which reports its changes to the other tabs; a failure fails the test. */
export async function writeOn<T>(
  { device }: StoreDevice,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const written = await writeUnit(device, work);
  if (!written.ok) throw new Error(written.error.code);
  return written.value;
}
