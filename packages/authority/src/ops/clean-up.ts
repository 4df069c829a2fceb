import {
  cursorLifeDays,
  dayMs,
  maxNotifications,
  notificationGroupMs,
  notificationLifeDays,
} from '@foray/domain';
import { lockFound } from '../items/family.ts';
import type { Store } from '../store/store.ts';
import { isExpired, tombstoneOf, trashBegins } from '../store/tombstone.ts';
import { countUsage, stepsWithUsage } from '../store/usage.ts';
import type { UsageChanges } from '../store/usage.ts';

/** Rows in one transaction, so that none holds its locks for long. */
const rowsAtOnce = 200;

/**
 * Reduces items deleted more than 30 days ago to their tombstone, in the activity log too, and drops
 * removals from the feeds after 180 days, with the records of requests about them: older cursors start over
 * (docs/sync.md, section 2), and nothing can be done with a tombstone (decision 0120). Of
 * notifications it keeps the newest 200 of the last 90 days; devices prune their own (decision 0034).
 * Returns the counts of all three. Safe at any time, on several nodes at once.
 */
export async function cleanUp(store: Store, now: string) {
  const ago = (ms: number) => new Date(Date.parse(now) - ms).toISOString();
  const forgetBefore = ago(cursorLifeDays * dayMs);
  const bounds = {
    before: ago(notificationLifeDays * dayMs),
    newest: maxNotifications,
    settledBefore: ago(notificationGroupMs),
    limit: rowsAtOnce,
  };
  const erased = await inPortions(() => erase(store, trashBegins(now)));
  while (await store.tx((tx) => tx.eraseActivityOfTombstones(rowsAtOnce)));
  return {
    erased,
    forgotten: await inPortions(() =>
      store.tx((tx) => tx.forgetRemovals(forgetBefore, rowsAtOnce)),
    ),
    pruned: await inPortions(() => store.tx((tx) => tx.pruneNotifications(bounds))),
  };
}

async function erase(store: Store, before: string): Promise<number> {
  return store.tx(async (tx) => {
    const expired = await tx.expired(before, rowsAtOnce);
    const locked = await lockFound(tx, expired);
    // While this waited for the lock, another node may have erased the item, or a user restored it and
    // deleted it again.
    const rows = locked.flatMap((row) => (row !== undefined && isExpired(row, before) ? row : []));
    const tombstones = rows.map(tombstoneOf);
    const usage: UsageChanges = new Map();
    countUsage(usage, rows, tombstones);
    if (rows.length > 0) {
      await tx.updateItems(tombstones);
      await tx.advanceHeads(stepsWithUsage([], usage));
    }
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
