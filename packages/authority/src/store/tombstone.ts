import { dayMs, plainOf, trashDays } from '@foray/domain';
import type { ItemRow } from './rows.ts';

/** The time before which a delete can no longer be restored (product.md, "The hierarchy": 30 days). */
export function trashStart(now: string): string {
  return new Date(Date.parse(now) - trashDays * dayMs).toISOString();
}

/**
 * The remains of a deleted item after 30 days: its uuid, so that it can never be another item's (invariant
 * I2), its owner, who alone may learn of that uuid, and its place in the tree, which keeps the roots of its
 * former children. It contains nothing that a person wrote or decided.
 */
export function tombstoneOf(row: ItemRow): ItemRow {
  return {
    ...row,
    ...plainOf({}),
    status: 'pending',
    assigned_to: null,
    completed_at: null,
    labels: [],
    position: null,
    changed_by: null,
    resets: [],
    search_folded: '',
    search_text: '',
  };
}

/** Whether the row is a tombstone. Any other row has a title. */
export function isTombstone(row: Pick<ItemRow, 'title'>): boolean {
  return row.title === '';
}

/** Whether an item was deleted before that time and is not a tombstone yet. */
export function isExpired(row: ItemRow, before: string): boolean {
  return row.deleted_at !== null && row.deleted_at < before && !isTombstone(row);
}
