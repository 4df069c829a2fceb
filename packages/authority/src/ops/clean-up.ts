import {
  cursorLifeDays,
  dayMs,
  maxNotifications,
  notificationGroupMs,
  notificationLifeDays,
} from '@foray/domain';
import { lockFound } from '../items/family.ts';
import type { Store } from '../store/store.ts';
import { isExpired, tombstoneOf, trashStart } from '../store/tombstone.ts';
import { countUsage, stepsWithUsage } from '../store/usage.ts';
import type { UsageChanges } from '../store/usage.ts';

/** How many rows, items or users one transaction handles, so that none holds its locks for long. */
const atOnce = 200;

/**
 * Users with a notification since this long ago are checked: longer than between two clean-ups, one of
 * which may have failed.
 */
const recentMs = 3 * 3_600_000;

/**
 * Reduces items deleted more than 30 days ago to their tombstone, in the activity log too. Deletes removals
 * from the feeds after 180 days, with the records of requests about them, and removed private rows: older cursors start again
 * (docs/sync.md, section 2), and a tombstone cannot be used for anything (decision 0120). Keeps
 * notifications of the last 90 days, and the newest 200 of recently notified users; devices prune their own
 * (decision 0034). Returns the counts of all three. Safe at any time, on several nodes at once.
 */
export async function cleanUp(store: Store, now: string) {
  const ago = (ms: number) => new Date(Date.parse(now) - ms).toISOString();
  const forgetBefore = ago(cursorLifeDays * dayMs);
  const endedBefore = ago(notificationLifeDays * dayMs);
  const erased = await inPortions(() => erase(store, trashStart(now)));
  while (await store.tx((tx) => tx.eraseActivityOfTombstones(atOnce)));
  let forgotten = 0;
  for (let isMore = true; isMore;) {
    const portion = await store.tx((tx) => tx.forgetRemovals(forgetBefore, atOnce));
    forgotten += portion.forgotten;
    ({ isMore } = portion);
  }
  await inPortions(() => store.tx((tx) => tx.forgetPrivateRows(forgetBefore, atOnce)));
  let pruned = await inPortions(() => store.tx((tx) => tx.pruneNotifications(endedBefore, atOnce)));
  const notified = await store.read((reads) => reads.notifiedSince(ago(recentMs)));
  for (let from = 0; from < notified.length; from += atOnce) {
    const some = notified.slice(from, from + atOnce);
    pruned += await store.tx((tx) =>
      tx.limitNotifications(some, maxNotifications, ago(notificationGroupMs)),
    );
  }
  return { erased, forgotten, pruned };
}

async function erase(store: Store, before: string): Promise<number> {
  return store.tx(async (tx) => {
    const expired = await tx.expired(before, atOnce);
    const locked = await lockFound(tx, expired);
    // While this waited for the lock, another node may have erased the item, or a user may have restored it
    // and deleted it again.
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
  for (let done = atOnce; done === atOnce;) {
    done = await one();
    total += done;
  }
  return total;
}
