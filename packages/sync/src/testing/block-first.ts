import { blockRequest } from '../queue/block.ts';
import type { BlockReason } from '../store/queued-request.ts';
import { UnitOfWork } from '../store/unit-of-work.ts';
import type { TestDevice } from './test-world.ts';

/** Blocks the first request of the queue, with what depends on it. */
export async function blockFirst(one: TestDevice, why: BlockReason): Promise<void> {
  await one.store.write(async (tx) => {
    const unit = await UnitOfWork.open(tx, one.device);
    const [first] = await tx.queue();
    if (first !== undefined) await blockRequest(unit, first, why);
    await unit.finish();
  });
}
