import type { LocalItem } from '../store/local-item.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { TestWorld, type TestDevice } from './test-world.ts';

/** A device with these rows and requests, and nothing else. */
export async function deviceWith(
  rows: readonly LocalItem[],
  ...queue: readonly QueuedRequest[]
): Promise<TestDevice> {
  const one = new TestWorld().newDevice();
  await one.store.write(async (tx) => {
    await tx.putItems(rows);
    for (const request of queue) await tx.putRequest(request);
    await tx.putMeta('epoch', 'server', { epoch: 'e1', knownHead: 0 });
  });
  return one;
}
