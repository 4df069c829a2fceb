import { writeUnit, type UnitOfWork } from '../store/unit-of-work.ts';
import type { StoreDevice } from './test-world.ts';

/** One write of a device, which tells the other tabs what it changed; its failure is the test's. */
export async function writeOn<T>(
  { device }: StoreDevice,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const written = await writeUnit(device, work);
  if (!written.ok) throw new Error(written.error.code);
  return written.value;
}
