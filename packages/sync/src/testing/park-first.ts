import { park } from '../queue/block.ts';
import type { ParkReason } from '../store/queued-request.ts';
import { Unit } from '../store/unit-of-work.ts';
import type { TestDevice } from './test-device.ts';

/** Parks the first request of the queue, with what depends on it. */
export async function parkFirst(one: TestDevice, why: ParkReason): Promise<void> {
  await one.store.write(async (tx) => {
    const unit = await Unit.open(tx, one.device);
    const [first] = await tx.queue();
    if (first !== undefined) await park(unit, first, why);
    await unit.finish();
  });
}
