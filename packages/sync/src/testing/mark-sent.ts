import type { TestDevice } from './test-world.ts';

/** Marks everything queued as sent, so that nothing is merged into it. */
export async function markSent(one: TestDevice): Promise<void> {
  await one.store.write(async (tx) => {
    for (const request of await tx.queue()) await tx.putRequest({ ...request, sent: true });
  });
}
