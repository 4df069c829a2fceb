import type { QueuedRequest } from '../store/queued-request.ts';
import { writeUnit } from '../store/unit-of-work.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { TestWorld } from './test-world.ts';
import type { TestDevice } from './test-world.ts';

/** A device with these requests in its queue, and nothing else. */
export async function queueOf(...queue: readonly QueuedRequest[]): Promise<TestDevice> {
  const one = new TestWorld().newDevice();
  await one.store.write(async (tx) => {
    for (const request of queue) await tx.putRequest(request);
  });
  return one;
}

/** One write of a device; its failure is the test's. */
export async function inUnit<T>(
  { device }: TestDevice,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const result = await writeUnit(device, work);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}
