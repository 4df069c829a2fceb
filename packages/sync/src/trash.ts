import { trashDays } from '@foray/domain';
import { shiftInstant } from './operation.ts';
import type { Unit } from './unit.ts';

const dayMs = 86_400_000;

/** Forgets what was deleted more than 30 days ago, in server time as known (design: product). */
export async function purgeTrash(unit: Unit): Promise<void> {
  const oldest = shiftInstant(unit.serverNow(), -trashDays * dayMs);
  for (const { id, value } of await unit.tx.metaOf('trash')) {
    if (value.deletedAt < oldest) await unit.tx.deleteMeta('trash', id);
  }
}
