import type { TrashedItem } from '@foray/contract';
import { may, permissionOf } from '@foray/domain';
import { livingAncestors } from './family.ts';
import { wireItems } from './item-view.ts';
import type { Caller } from './request.ts';
import type { SeenItem } from './rows.ts';
import type { Reads, Store } from './store.ts';
import { isTombstone, trashBegins } from './tombstone.ts';

/** The most deleted items that the trash looks through, the newest ones. */
const maxTrashed = 500;

/**
 * What the caller can bring back: deletions of the last 30 days that took items they managed and
 * still would, newest first. An item that comes back with another one is not listed beside it; the
 * other counts it (product.md, "The hierarchy").
 */
export async function listTrash(
  store: Store,
  caller: Caller,
  now: string,
): Promise<readonly TrashedItem[]> {
  return store.read(async (reads) => {
    const { userId } = caller;
    const deleted = await reads.trash(userId, trashBegins(now), maxTrashed);
    const candidates = deleted.filter(({ item }) => !isTombstone(item));
    const mine: SeenItem[] = [];
    for (const seen of candidates) if (await canRestore(reads, userId, seen)) mine.push(seen);
    const heads = new Set(mine.filter(isHead).map(({ item }) => item.deleted_op));
    const listed = mine.filter((seen) => isHead(seen) || !heads.has(seen.item.deleted_op));
    const items = await wireItems(reads, userId, listed);
    return items.flatMap((item, index): TrashedItem[] => {
      const row = listed[index]?.item;
      if (row === undefined || row.deleted_at === null) return [];
      const taken = candidates.filter((one) => one.item.deleted_op === row.deleted_op).length;
      const restores = heads.has(row.deleted_op) ? taken - 1 : 0;
      return [{ ...item, deleted_at: row.deleted_at, taken_along: restores }];
    });
  });
}

async function canRestore(reads: Reads, userId: number, { item }: SeenItem): Promise<boolean> {
  const ancestors = item.user_id === userId ? [] : await livingAncestors(reads, item);
  const permission = permissionOf(userId, item, ancestors, false);
  return permission !== null && may(permission, 'restore');
}

/** Whether a delete was about this item, rather than taking it along. */
function isHead({ item }: SeenItem): boolean {
  return item.deleted_op?.startsWith(`${item.id}:`) ?? false;
}
