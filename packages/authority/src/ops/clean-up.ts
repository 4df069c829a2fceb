import {
  cursorLifeDays,
  maxNotifications,
  notificationGroupMs,
  notificationLifeDays,
} from '@foray/domain';
import { lockItems } from '../items/family.ts';
import type { Store } from '../store/store.ts';
import { isTombstone, tombstoneOf, trashBegins } from '../store/tombstone.ts';

/** How much one transaction takes on, so that none holds its locks for long. */
const rowsAtOnce = 200;
const dayMs = 86_400_000;

/** What a round of housekeeping did. */
export interface CleanedUp {
  /** Deleted items of which only the tombstone is left now. */
  readonly erased: number;
  /** Removals that no stream tells any more. */
  readonly forgotten: number;
  /** Notifications that are kept no longer. */
  readonly pruned: number;
}

/**
 * Leaves of items deleted more than 30 days ago only the tombstone, and after 180 days forgets who
 * had seen them: cursors from before then start over (product.md, "The hierarchy"; sync.md, section
 * 2). The log keeps what it told of them. Of notifications the newest 200 of 90 days are kept; devices
 * count for themselves (decision 0034). Safe at any time, on several nodes at once.
 */
export async function cleanUp(store: Store, now: string): Promise<CleanedUp> {
  const ago = (ms: number) => new Date(Date.parse(now) - ms).toISOString();
  const forgetBefore = ago(cursorLifeDays * dayMs);
  const bounds = {
    before: ago(notificationLifeDays * dayMs),
    newest: maxNotifications,
    settledBefore: ago(notificationGroupMs),
    limit: rowsAtOnce,
  };
  return {
    erased: await inPortions(() => erase(store, trashBegins(now))),
    forgotten: await inPortions(() =>
      store.tx((tx) => tx.forgetRemovals(forgetBefore, rowsAtOnce)),
    ),
    pruned: await inPortions(() => store.tx((tx) => tx.pruneNotifications(bounds))),
  };
}

async function erase(store: Store, before: string): Promise<number> {
  return store.tx(async (tx) => {
    const expired = await tx.expired(before, rowsAtOnce);
    const locked = await lockItems(
      tx,
      expired.map(({ id }) => ({ id })),
    );
    // While this waited, another node may have been here, or somebody brought it back.
    const rows = locked.flatMap((row) =>
      row === undefined || row.deleted_at === null || isTombstone(row) ? [] : row,
    );
    if (rows.length > 0) await tx.updateItems(rows.map(tombstoneOf));
    return expired.length;
  });
}

async function inPortions(one: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let done = rowsAtOnce; done === rowsAtOnce;) {
    done = await one();
    total += done;
  }
  return total;
}
