import type { QueuedRequest } from '../store/queued-request.ts';
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
