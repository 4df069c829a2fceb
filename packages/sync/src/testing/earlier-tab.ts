import { recomputeRow } from '../optimistic/recompute-row.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { writeUnit } from '../store/unit-of-work.ts';

/**
 * Does to a queue what a cycle of the release 0.2.0 does in another tab: it takes completions of occurrences for
 * creates of their items, which it has received, and drops those that were never sent. The copies stay as they are.
 * Returns the ids of the requests; none if the write fails.
 */
export async function dropAsRepeatedCreates(device: SyncContext): Promise<readonly string[]> {
  const dropped = await writeUnit(device, async (unit) => {
    const queue = await unit.tx.queue();
    const taken = queue.filter(
      ({ method, copy, sent }) => method === 'POST' && copy !== undefined && !sent,
    );
    for (const { id } of taken) await unit.dropRequest(id);
    for (const uuid of new Set(taken.flatMap(({ touches }) => touches))) {
      const row = await unit.item(uuid);
      if (row !== undefined && row.occurrence_of === null) await recomputeRow(unit, row);
    }
    return taken.map(({ id }) => id);
  });
  return dropped.ok ? dropped.value : [];
}
