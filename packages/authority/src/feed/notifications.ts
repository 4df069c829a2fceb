import type { Caller } from '../store/request.ts';
import type { FeedRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';

/**
 * Marks as read what the caller has been shown: their notifications with a `rev` up to and with `upTo`
 * (product.md, "Notifications"). Their other devices receive it by the feed. One that counts up at
 * this moment has a later place, and stays unread. Asked again it does nothing.
 */
export async function markRead(
  store: Store,
  now: string,
  caller: Caller,
  upTo: number,
): Promise<void> {
  const user_id = caller.userId;
  await store.tx(async (tx) => {
    // Locks the head: from here on no notification moves.
    await tx.advanceHeads([{ user_id, by: 0 }]);
    const ids = await tx.readNotifications(user_id, upTo, now);
    if (ids.length === 0) return;
    const heads = await tx.advanceHeads([{ user_id, by: ids.length }]);
    const first = (heads.get(user_id) ?? 0) - ids.length + 1;
    const place = { user_id, kind: 'notification', removed: false } as const;
    await tx.putFeed(
      ids.map((ref_id, index): FeedRow => ({ ...place, ref_id, seq: first + index })),
    );
  });
}
