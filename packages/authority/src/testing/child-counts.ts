import type { ItemRow } from '../store/rows.ts';
import type { LivingChildCounts } from '../store/store.ts';

/** Counts those of an item's children that live. */
export function countsOf(item_id: number, children: readonly ItemRow[]): LivingChildCounts {
  const counted = children.filter((row) => row.deleted_at === null && row.occurrence_of === null);
  return {
    item_id,
    total: counted.length,
    pending: counted.filter((row) => row.status === 'pending').length,
    completed: counted.filter((row) => row.status === 'completed').length,
  };
}
