import type { TestDevice } from './test-world.ts';

/** Marks everything queued as sent: nothing joins it any more. */
export async function markSent(one: TestDevice): Promise<void> {
  await one.store.write(async (tx) => {
    for (const request of await tx.queue()) await tx.putRequest({ ...request, sent: true });
  });
}
